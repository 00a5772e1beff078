/** Reports on legal venues that the page of cells tells of. */

import type { Report } from "../../reports/schema/report.ts";
import type { CellColumn } from "./cells/cells-page.ts";
import { INDEPENDENT_VENUES, type LegalRun } from "./run-dialect.ts";

export const WITH_CONTROL = "reference, with control";
export const WITHOUT_CONTROL = "reference, without control";

const reports = new Map<string, Report>();

/** Waits for a run and keeps its report under this name; returns its fault. */
export async function kept(name: string, run: Promise<LegalRun>): Promise<string> {
  const { fault, report } = await run;
  reports.set(name, report);
  return fault;
}

/** The columns of the page: the reference twice, then independent venues, as far as they ran. */
export function columns(): CellColumn[] {
  const names = [WITH_CONTROL, WITHOUT_CONTROL, ...INDEPENDENT_VENUES.map(({ name }) => name)];
  return names.flatMap((title) => {
    const report = reports.get(title);
    return report === undefined ? [] : [{ title, report }];
  });
}
