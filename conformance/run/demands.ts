/** What a caller demands of a run beyond that no rule failed: for CI. */
import type { Report } from "../../reports/schema/report.ts";
import { counted, percentOfPromise } from "../../reports/schema/summary.ts";

/** Results that may be made to fail a run. */
export const FAIL_ON = ["inconclusive"] as const;

/** The demands, as the flags of these names. Units: `minShown` in percent of what is promised. */
export interface Demands {
  minShown?: number;
  failOn?: (typeof FAIL_ON)[number];
}

/** The demands that the run does not meet, a line each. */
export function unmet(report: Report, { minShown = 0, failOn }: Demands): string[] {
  const percent = percentOfPromise(report);
  const open = report.summary.inconclusive;
  return [
    ...(percent < minShown
      ? [`--min-shown ${minShown}: ${percent}% of what the profile promises was shown`]
      : []),
    ...(failOn !== undefined && open > 0
      ? [`--fail-on ${failOn}: ${counted(open, "rule")} came to no result`]
      : []),
  ];
}
