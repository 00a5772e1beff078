/** Known failures: each with a reason and an expiry, so that the list can only shrink. */
import { readFile } from "node:fs/promises";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { parse, YAMLParseError } from "yaml";
import { UsageError } from "../usage-error.ts";
import type { Judged } from "./results.ts";

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
  const entries = parsed(file, text) ?? [];
  if (validator.Check(entries)) return entries;
  const [error] = validator.Errors(entries);
  const place = error?.instancePath.replace(/^\//, "entry ").replace("/", ".") || "the file";
  const fix = "each entry has rule, reason and expires (YYYY-MM-DD)";
  throw new UsageError(`${file}: ${place} ${error?.message ?? "is malformed"}; ${fix}`);
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw new UsageError(
      `${file}:${line ?? 1}: not YAML; ${(error as Error).message.split("\n")[0]}`,
    );
  }
}

/**
 * Marks the failures that the baseline knows and says what is wrong with the baseline itself: an
 * entry that expired, that no longer fails, or that matches no rule of the run.
 * Units: `today` YYYY-MM-DD.
 */
export function applyBaseline(
  judged: readonly Judged[],
  entries: readonly BaselineEntry[],
  today: string,
): string[] {
  return entries.flatMap((entry) => {
    const rule = judged.find((one) => one.rule.id === entry.rule)?.rule;
    if (rule === undefined) return [`${entry.rule}: matches no rule of this run; remove it`];
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

/** The entries to paste for failures that no baseline knows. */
export function suggestedEntries(judged: readonly Judged[], expires: string): string {
  return judged
    .filter(({ rule }) => rule.result === "fail" && rule.baseline === undefined)
    .map(({ rule }) => `- rule: ${rule.id}\n  reason: CHANGE ME\n  expires: ${expires}\n`)
    .join("");
}
