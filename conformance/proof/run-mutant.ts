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
const PATIENCE_MS = 150;

/** What only control gives, or what takes a minute of real time without it. */
const NEEDS_CONTROL: readonly Need[] = [
  ...(["operator", "kill-switch", "feed-switch", "feature-gates", "load"] as const),
  ...(["hours", "moved-clock"] as const),
  ...(["two-browsers", "spare-session"] as const),
];

/** What a run on a mutant came to. `why` is empty for a kill. */
export interface MutantResult {
  outcome: "killed" | "needs control" | "survived";
  why: string;
}

/** Runs the checks of the rules a mutant breaks, with or without the control protocol. */
export async function runMutant(mutant: Mutant, control: boolean): Promise<MutantResult> {
  if (!control && (mutant.controlled || checksFor(mutant).some(needsControl))) {
    return { outcome: "needs control", why: "" };
  }
  return verdictOn(mutant, (await judgeMutant(mutant, control)).rules);
}

/** The report on the rules a mutant breaks, and on those beside them. */
export async function judgeMutant(mutant: Mutant, control: boolean): Promise<Report> {
  const venue = await startVariant(mutant, { control, seed: SEED });
  try {
    return await judgeSuite(venue.profile, { checks: checksFor(mutant), patienceMs: PATIENCE_MS });
  } finally {
    await venue.close();
  }
}

function checksFor({ breaks, beside = [] }: Mutant): Check[] {
  const wanted = new Set([...breaks, ...beside]);
  return CHECKS.filter(({ proves }) => proves.some((id) => wanted.has(id)));
}

function needsControl(check: Check): boolean {
  return waitsBeside(check) || check.needs.some((need) => NEEDS_CONTROL.includes(need));
}

/** A kill: every rule of the defect failed, and no other but those it breaks by its nature. */
export function verdictOn(mutant: Mutant, results: Report["rules"]): MutantResult {
  const broken = mutant.breaks.map((id) => results.find((rule) => rule.id === id));
  const unseen = broken.filter((rule) => rule?.result !== "fail");
  const allowed = new Set([...mutant.breaks, ...(mutant.alsoBreaks ?? [])]);
  const stray = results.filter(({ id, result }) => result === "fail" && !allowed.has(id));
  if (stray.length > 0) return { outcome: "survived", why: `other rules failed: ${said(stray)}` };
  return unseen.length === 0
    ? { outcome: "killed", why: "" }
    : { outcome: "survived", why: said(unseen) };
}

function said(rules: readonly (Report["rules"][number] | undefined)[]): string {
  return rules
    .map((rule) => (rule ? `${rule.id} ${rule.result}: ${rule.detail}` : "a rule without a check"))
    .join("; ");
}
