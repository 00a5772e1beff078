/** What the judge can do to a venue: every check of `conform`, scenarios of the library among them. */

import { startEmbedded } from "../../../scenarios/deployment/embedded.ts";
import { allChecks, CHECKS } from "../../catalogue/checks.ts";
import { RULES } from "../../catalogue/rules.ts";
import { isWatch } from "../../check/check.ts";
import { judgeDeployment } from "../../run/judge-deployment.ts";
import { openSite } from "../../run/site.ts";

const SEED = 1;
/** Long enough for reads that never lag. Milliseconds. */
const PATIENCE_MS = 150;
const ALL = allChecks();

/** What failed, and the checks that say so. */
export interface CheckFailure {
  by: string;
  checks: readonly string[];
}

/** Titles of all checks. */
export function allTitles(): string[] {
  return ALL.map(({ title }) => title);
}

/** What every check begins with. */
export async function startAlone(): Promise<void> {
  await (await startEmbedded(SEED)).close();
}

/** The first failure on a new venue; null when everything goes well. */
export async function firstFailure(
  titles: readonly string[],
  alive: (of: string) => void,
): Promise<CheckFailure | null> {
  const checks = ALL.filter(({ title }) => titles.includes(title));
  const venue = await startEmbedded(SEED);
  const { profile } = venue;
  const how = { embedded: true, runId: "m", patienceMs: PATIENCE_MS, asFound: true };
  const site = await openSite({ profile, ...how });
  const proven = new Set(checks.flatMap(({ proves }) => proves));
  const rules = RULES.filter(({ id }) => proven.has(id));
  const guards = CHECKS.filter(isWatch).filter((watch) => !checks.includes(watch));
  const progress = ({ failed, check }: { failed: number; check: { title: string } }) => {
    alive(check.title);
    if (failed > 0) site.stage.parts.ending.end("a rule is broken");
  };
  try {
    const { report } = await judgeDeployment(
      site,
      { rules, checks, guards },
      { seed: SEED, progress },
    );
    // A check that breaks off leaves others in error: only without any failure is that the finding.
    const found = (wanted: string) => report.rules.find(({ result }) => result === wanted);
    const [broken, error] = [found("fail"), found("error")];
    if (broken !== undefined) return { by: broken.id, checks: broken.checks };
    return error === undefined ? null : { by: `${error.id} error`, checks: error.checks };
  } finally {
    await site.close();
    await venue.close();
  }
}
