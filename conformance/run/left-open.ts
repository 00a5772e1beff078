/** Failures that are another rule's. */

import { isScenario } from "../check/check.ts";
import type { Finding } from "../check/judge.ts";
import type { Shown } from "./run.ts";

/** Whether many orders were played, for no rule alone, or what surrounds a check is to blame. */
export function isPlay({ check, finding: { rule, conditions } }: Shown): boolean {
  return isScenario(check) || rule.startsWith("PROP-") || conditions !== undefined;
}

/** Left open, standing on that rule. */
export function leftOpen(one: Shown, stands: string): Shown {
  const { rule, cell, actual } = one.finding;
  const detail = `stands on ${stands}: saw ${actual}`;
  const finding: Finding = { rule, result: "inconclusive", detail, observed: null, stands };
  return { ...one, finding: { ...finding, ...(cell && { cell }) }, evidence: null };
}
