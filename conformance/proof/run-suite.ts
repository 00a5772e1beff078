/** Runs a suite of checks against a target, for a verdict alone: nothing is printed or written. */
import type { Report } from "../../reports/schema/report.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { RULES } from "../catalogue/rules.ts";
import type { Check } from "../check/check.ts";
import { judgeDeployment } from "../run/judge-deployment.ts";
import { openSite } from "../run/site.ts";
import { SEED } from "./variant-venue.ts";

/** The report on every rule that these checks prove. */
export async function judgeSuite(
  profile: Profile,
  { checks, patienceMs }: { checks: readonly Check[]; patienceMs?: number },
): Promise<Report> {
  const proven = new Set(checks.flatMap(({ proves }) => proves));
  const rules = RULES.filter(({ id }) => proven.has(id));
  const site = await openSite({
    profile,
    embedded: profile.control !== null,
    runId: "prove",
    ...(patienceMs !== undefined && { patienceMs }),
  });
  try {
    return (await judgeDeployment(site, { rules, checks }, { seed: SEED })).report;
  } finally {
    await site.close();
  }
}
