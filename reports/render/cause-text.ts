/** What every report says of a cause in the same words. */
import type { Cause, RuleResult } from "../schema/report.ts";
import { counted } from "../schema/summary.ts";

/** What stands above the causes of a run. */
export const CAUSES = "Causes: what failed by itself, heaviest first";

type ExchangeResult = NonNullable<RuleResult["failure"]>["exchanges"][number];

/** "2 rules failed: A B; 12 rules stand on it: C D E"; empty where the cause is alone. */
export function besideText({ also, stands }: Cause): string {
  const verb = stands.length === 1 ? "stands" : "stand";
  const failed = `${counted(also.length, "rule")} failed: ${also.join(" ")}`;
  const open = `${counted(stands.length, "rule")} ${verb} on it: ${stands.join(" ")}`;
  return [...(also.length > 0 ? [failed] : []), ...(stands.length > 0 ? [open] : [])].join("; ");
}

/** "POST /v1/orders -> 201". */
export function exchangeText({ method, path, status }: ExchangeResult): string {
  return `${method} ${path} -> ${status ?? "no answer"}`;
}
