/** A load report as JUnit XML: validity is a case, and so is everything the plan demands. */
import type { LoadReport } from "../schema/load.ts";
import { type JunitCase, junitText } from "./junit-text.ts";

/** Text of junit.xml. Shape: a run that is not valid is an error, its demands are skipped. */
export function loadJunit(report: LoadReport): string {
  const head = {
    name: `touchstone load ${report.target.name}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
  };
  return junitText(head, [validity(report), ...report.judged.map((one) => demand(one, report))]);
}

function validity({ validity: { valid, reasons } }: LoadReport): JunitCase {
  const named = { suite: "load", name: "the run is valid" } as const;
  return valid
    ? { ...named, outcome: "pass" }
    : { ...named, outcome: "error", message: reasons.join("; ") };
}

function demand(
  { subject, expected, actual, passed }: LoadReport["judged"][number],
  { validity: { valid } }: LoadReport,
): JunitCase {
  const named = { suite: "load", name: `${subject}: ${expected}` };
  if (!valid) return { ...named, outcome: "skipped", message: "the run is not valid" };
  if (passed) return { ...named, outcome: "pass" };
  return { ...named, outcome: "failure", message: actual };
}
