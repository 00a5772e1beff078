/** Rules whose outcome changed branch since the run before on the same deployment (H-15). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "typebox/value";
import { nestsTooDeep } from "../../reports/schema/nesting.ts";
import { type Report, ReportSchema } from "../../reports/schema/report.ts";
import { show } from "../check/expectation.ts";
import type { JudgedRule } from "./results.ts";

/** The report of conformance a directory holds from an earlier run; null when there is none. */
export async function earlierReport(dir: string | undefined): Promise<Report | null> {
  if (dir === undefined) return null;
  try {
    const text = await readFile(join(dir, "report.json"), "utf8");
    const report: unknown = nestsTooDeep(text) ? null : JSON.parse(text);
    return Value.Check(ReportSchema, report) ? report : null;
  } catch {
    return null;
  }
}

/** Turns a pass into a warning where the same deployment took another documented branch before. */
export function markUnstable(
  judged: readonly JudgedRule[],
  earlier: Report | null,
  url: string,
): void {
  if (earlier?.target?.url !== url) return;
  const before = new Map(earlier.rules.map(({ id, observed }) => [id, observed]));
  for (const { rule } of judged) {
    const was = before.get(rule.id) ?? null;
    const comparable = rule.level === "either" && rule.result === "pass";
    if (!comparable || was === null || rule.observed === null) continue;
    if (show(was) === show(rule.observed)) continue;
    rule.result = "warn";
    rule.detail = `unstable branch: ${show(was)} in the run before, ${show(rule.observed)} now`;
  }
}
