/** Lets the checks of a mutant's rules loose on it, and says whether they found its defect. */
import type { Report } from "../../reports/schema/report.ts";
import type { Check } from "../check.ts";
import { CHECKS } from "../checks/index.ts";
import { RULES, type Rule } from "../rules/index.ts";
import type { Need } from "../rules/needs.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { openSite } from "../run/site.ts";
import type { Profile } from "../target/profile.ts";
import type { Mutant } from "./mutant.ts";
import { startVariant } from "./variant-venue.ts";

/** Long enough for reads that never lag; a defect is polled for no longer. Milliseconds. */
const HUNTING_PATIENCE_MS = 150;
const SEED = 1;

/** What a hunt came to. `why` is empty for a kill. */
export interface Quarry {
  outcome: "killed" | "skipped" | "survived";
  why: string;
}

/** What only control gives, or what takes a minute of real time without it. */
const NEEDS_CONTROL: readonly Need[] = ["operator", "kill-switch", "load"];

/** Runs these checks against a target and reports on the rules that `about` names. */
export async function judge(
  profile: Profile,
  suite: { rules: readonly Rule[]; checks: readonly Check[]; patienceMs: number },
): Promise<Report> {
  const { rules, checks, patienceMs } = suite;
  const embedded = profile.control !== null;
  const options = { profile, embedded, runId: "prove", patienceMs };
  const site = await openSite(options);
  try {
    return (await judgeTarget(site, { rules, checks }, { seed: SEED })).report;
  } finally {
    await site.close();
  }
}

/** Runs the checks of the rules a mutant breaks, with or without the control protocol. */
export async function hunt(mutant: Mutant, control: boolean): Promise<Quarry> {
  const wanted = new Set([...mutant.breaks, ...(mutant.beside ?? [])]);
  const checks = CHECKS.filter(({ proves }) => proves.some((id) => wanted.has(id)));
  const needsControl = checks.some(({ needs }) => needs.some((one) => NEEDS_CONTROL.includes(one)));
  if (needsControl && !control) return { outcome: "skipped", why: "needs control" };
  const affected = new Set(checks.flatMap(({ proves }) => proves));
  const venue = await startVariant(mutant, { control, seed: SEED });
  try {
    const rules = RULES.filter(({ id }) => affected.has(id));
    const suite = { rules, checks, patienceMs: HUNTING_PATIENCE_MS };
    return verdictOn(mutant, (await judge(venue.profile, suite)).rules);
  } finally {
    await venue.close();
  }
}

function verdictOn(mutant: Mutant, results: Report["rules"]): Quarry {
  const broken = mutant.breaks.map((id) => results.find((rule) => rule.id === id));
  const unseen = broken.filter((rule) => rule?.result !== "fail");
  const allowed = new Set([...mutant.breaks, ...(mutant.alsoBreaks ?? [])]);
  const stray = results.filter(({ id, result }) => result === "fail" && !allowed.has(id));
  const said = (rules: typeof broken) =>
    rules.map((rule) => `${rule?.id} ${rule?.result}: ${rule?.detail}`).join("; ");
  if (stray.length > 0) return { outcome: "survived", why: `other rules failed: ${said(stray)}` };
  if (unseen.length === 0) return { outcome: "killed", why: "" };
  return { outcome: "survived", why: said(unseen) };
}
