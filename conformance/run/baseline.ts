/** Known failures: each with a reason and an expiry, so that the list can only shrink. */
import { readFile } from "node:fs/promises";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { yamlIn } from "../../scenarios/deployment/yaml-in.ts";
import { RULES } from "../catalogue/rules.ts";
import type { JudgedRule } from "./results.ts";

const Entry = Type.Object(
  {
    rule: Type.String({ description: "id of the rule that is known to fail" }),
    reason: Type.String({ minLength: 1, description: "why it is tolerated" }),
    expires: Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: "last day, YYYY-MM-DD",
    }),
  },
  { additionalProperties: false },
);
const Baseline = Type.Array(Entry);
const validator = Compile(Baseline);

export type BaselineEntry = Type.Static<typeof Entry>;

/** Reads a baseline. Errors: UsageError naming the file and the entry. */
export async function loadBaseline(file: string): Promise<BaselineEntry[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`cannot read the baseline ${file}: give an existing YAML file`);
  });
  const entries = yamlIn(file, text) ?? [];
  const fault = faultOf(entries);
  if (fault === null) return entries as BaselineEntry[];
  const fix = "each entry has rule, reason and expires (YYYY-MM-DD)";
  throw new UsageError(`${file}: ${fault}; ${fix}`);
}

function faultOf(entries: unknown): string | null {
  if (!validator.Check(entries)) {
    const [error] = validator.Errors(entries);
    const [, index, field] = error?.instancePath.split("/") ?? [];
    if (index === undefined) return "must be a list of entries";
    const message = error?.keyword === "boolean" ? "is no field of an entry" : error?.message;
    return `${nameOf(Number(index))}${field ? `.${field}` : ""} ${message}`;
  }
  const wrong = entries.findIndex(({ expires }) => !isDay(expires));
  return wrong < 0 ? null : `${nameOf(wrong)}.expires is no day of the calendar`;
}

/** Entries are counted from 1, as people do. */
function nameOf(index: number): string {
  return `entry ${index + 1}`;
}

function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * Marks the failures that the baseline knows and says what is wrong with the baseline itself: an
 * entry that expired, that no longer fails, or that matches no rule. Rules that filters left out of
 * the run are not looked at.
 * Units: `today` YYYY-MM-DD.
 */
export function applyBaseline(
  judged: readonly JudgedRule[],
  entries: readonly BaselineEntry[],
  today: string,
): string[] {
  return entries.flatMap((entry) => {
    if (!isRule(entry.rule)) return [`${entry.rule}: matches no rule; mend or remove it`];
    const rule = judged.find((one) => one.rule.id === entry.rule)?.rule;
    if (rule === undefined) return [];
    if (entry.expires < today)
      return [`${entry.rule}: expired on ${entry.expires}; mend or renew it`];
    if (rule.result === "fail") {
      rule.baseline = { reason: entry.reason, expires: entry.expires };
      return [];
    }
    return rule.result === "pass" || rule.result === "warn"
      ? [`${entry.rule}: no longer fails (${rule.result}); remove it`]
      : [];
  });
}

function isRule(id: string): boolean {
  return RULES.some((rule) => rule.id === id);
}

/** The entries to paste for failures that no baseline knows. */
export function suggestedEntries(judged: readonly JudgedRule[], expires: string): string {
  return judged
    .filter(({ rule }) => rule.result === "fail" && rule.baseline === undefined)
    .map(({ rule }) => `- rule: ${rule.id}\n  reason: CHANGE ME\n  expires: ${expires}\n`)
    .join("");
}
