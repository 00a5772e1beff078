/** Runs a suite of checks against a target, for a verdict alone: nothing is printed or written. */
import type { Report } from "../../reports/schema/report.ts";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { RULES } from "../catalogue/rules.ts";
import type { Check } from "../check/check.ts";
import type { Effort } from "../run/cell-plan.ts";
import { judgeDeployment } from "../run/judge-deployment.ts";
import { SEED } from "./variant-venue.ts";

/** Which checks run and how; a `fresh` venue is known to hold nothing but what control makes. */
export interface SuiteRun {
  checks: readonly Check[];
  patienceMs?: number;
  fresh?: boolean;
  /** `standard` where absent. */
  effort?: Effort;
  /** Broken properties are not made small. */
  asFound?: boolean;
  /** What is drawn by it: conditions, properties. */
  seed?: number;
}

/** The report on every rule that these checks prove. */
export async function judgeSuite(
  profile: Profile,
  { checks, patienceMs, asFound = false, effort = "standard", seed = SEED, ...given }: SuiteRun,
): Promise<Report> {
  const proven = new Set(checks.flatMap(({ proves }) => proves));
  const rules = RULES.filter(({ id }) => proven.has(id));
  const { fresh = profile.control !== null } = given;
  const facts = { fresh, runId: "prove" };
  const deployment = await survey(await connectTo(profile, facts));
  const how = {
    ...{ seed, effort, asFound },
    ...(patienceMs !== undefined && { patienceMs }),
  };
  try {
    return (await judgeDeployment(deployment, { rules, checks }, how)).report;
  } finally {
    await deployment.close();
  }
}
