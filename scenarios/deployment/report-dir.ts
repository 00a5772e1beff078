/** The directory that `--report` names, before a run: none is wasted on one that cannot be written. */
import { prepareReportDir } from "../../reports/write.ts";
import { UsageError } from "./usage-error.ts";

/** Makes it. Errors: UsageError where it cannot be written. */
export async function usableReportDir(dir: string): Promise<void> {
  await prepareReportDir(dir).catch((error: Error) => {
    throw new UsageError(`--report: ${error.message}`);
  });
}
