/** Lets the checks of a mutant's rules loose on it, and says whether they found its defect. */
import type { Report } from "../../reports/schema/report.ts";
import { CHECKS } from "../catalogue/checks.ts";
import type { Check } from "../check/check.ts";
import type { Need } from "../check/need.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { waitsBeside } from "../run/lanes.ts";
import { judgeSuite } from "./run-suite.ts";
import { SEED, startVariant } from "./variant-venue.ts";

/** Long enough for reads that never lag; a defect is polled for no longer. Milliseconds. */
export const PATIENCE_MS = 150;

/** What only control gives, or what takes a minute of real time without it. */
const OPERATOR_NEEDS: readonly Need[] = [
  ...(["operator", "kill-switch", "feed-switch", "feature-gates", "load"] as const),
  ...(["hours", "moved-clock"] as const),
  ...(["two-browsers", "spare-session"] as const),
];

/** What a run on a mutant came to. `why` is empty for a kill. */
export interface MutantResult {
  outcome: "killed" | "needs control" | "survived";
  why: string;
}

const NEEDS_CONTROL: MutantResult = { outcome: "needs control", why: "" };

/**
 * Runs the checks of the rules a mutant breaks, with or without the control protocol. Without it,
 * those that ask for an operator are left out, and a rule which they alone can show needs control.
 */
export async function runMutant(mutant: Mutant, control: boolean): Promise<MutantResult> {
  const all = checksFor(mutant);
  const checks = control ? all : all.filter((check) => !needsControl(check));
  if (!control && (mutant.controlled || !proveAll(checks, mutant.breaks))) return NEEDS_CONTROL;
  const { rules } = await judgeWith(mutant, { control, checks });
  return verdictOn(
    mutant,
    rules,
    all.filter((check) => !checks.includes(check)),
  );
}

function proveAll(checks: readonly Check[], rules: readonly string[]): boolean {
  return rules.every((id) => checks.some(({ proves }) => proves.includes(id)));
}

/** The report on the rules a mutant breaks, and on those beside them. */
export async function judgeMutant(mutant: Mutant, control: boolean): Promise<Report> {
  return judgeWith(mutant, { control, checks: checksFor(mutant) });
}

async function judgeWith(
  mutant: Mutant,
  { control, checks }: { control: boolean; checks: readonly Check[] },
): Promise<Report> {
  const venue = await startVariant(mutant, { control, seed: SEED });
  try {
    return await judgeSuite(venue.profile, { checks, patienceMs: PATIENCE_MS });
  } finally {
    await venue.close();
  }
}

function checksFor({ breaks, beside = [] }: Mutant): Check[] {
  const wanted = new Set([...breaks, ...beside]);
  return CHECKS.filter(({ proves }) => proves.some((id) => wanted.has(id)));
}

function needsControl(check: Check): boolean {
  return waitsBeside(check) || check.needs.some((need) => OPERATOR_NEEDS.includes(need));
}

/**
 * A kill: every rule of the defect failed, and no other but those it breaks by its nature. A rule
 * that a check `leftOut` proves may be seen by that one, and needs control.
 */
export function verdictOn(
  mutant: Mutant,
  results: Report["rules"],
  leftOut: readonly Check[] = [],
): MutantResult {
  const broken = mutant.breaks.map((id) => results.find((rule) => rule.id === id));
  const unseen = broken.filter((rule) => rule?.result !== "fail");
  const allowed = new Set([...mutant.breaks, ...(mutant.alsoBreaks ?? [])]);
  const stray = results.filter(({ id, result }) => result === "fail" && !allowed.has(id));
  if (stray.length > 0) return { outcome: "survived", why: `other rules failed: ${said(stray)}` };
  if (unseen.length === 0) return { outcome: "killed", why: "" };
  const isUndecided = unseen.every((rule) => rule?.result !== "error" && hasOneOf(leftOut, rule));
  return isUndecided ? NEEDS_CONTROL : { outcome: "survived", why: said(unseen) };
}

function hasOneOf(checks: readonly Check[], rule: Report["rules"][number] | undefined): boolean {
  return rule !== undefined && checks.some(({ proves }) => proves.includes(rule.id));
}

function said(rules: readonly (Report["rules"][number] | undefined)[]): string {
  return rules
    .map((rule) => (rule ? `${rule.id} ${rule.result}: ${rule.detail}` : "a rule without a check"))
    .join("; ");
}
