/** The harness as a library: a conformance run whose report is returned, for others' tests and CI. */
/// <reference types="node" preserve="true" />
import type { Report } from "../reports/schema/report.ts";
import { connect } from "../scenarios/deployment/connect.ts";
import type { TargetFlags } from "../scenarios/deployment/flags.ts";
import { survey } from "../scenarios/deployment/survey.ts";
import { UsageError } from "../scenarios/deployment/usage-error.ts";
import { judgeDeployment } from "./run/judge-deployment.ts";
import { type OwnRules, select } from "./run/selection.ts";

export type { Report, RuleResult } from "../reports/schema/report.ts";
export { newFailures, verdictOf } from "../reports/schema/summary.ts";
export { UsageError } from "../scenarios/deployment/usage-error.ts";
export type { Check } from "./check/check.ts";
export type { CheckContext } from "./check/check-context.ts";
export { anyOf, is, that } from "./check/expectation.ts";
export { either, must, open } from "./check/rule.ts";

/**
 * What to prove. Shape: `target`, `profile` and `image` as the command's flags of these names; none
 * of them is the embedded reference. `only` and `skip` are globs over rule ids. `own` are rules and
 * checks beside those of the spec: judged, filtered and reported like them.
 */
export interface ConformanceOptions extends Partial<TargetFlags> {
  only?: readonly string[];
  skip?: readonly string[];
  own?: OwnRules;
  /** Whether failures are narrowed; they are where it is not said. */
  narrow?: boolean;
}

/**
 * Runs the rules against a deployment and returns the report; prints nothing.
 * Errors: UsageError for input the user can mend, and for a target that can't be used.
 */
export async function conform(options: ConformanceOptions = {}): Promise<Report> {
  const { only = [], skip = [], own, seed = 1, narrow = true } = options;
  const selection = select(only, skip, own);
  const deployment = await survey(await connect({ ...options, seed }));
  try {
    const fatal = deployment.problems.find((problem) => problem.fatal);
    if (fatal !== undefined) throw new UsageError(fatal.message);
    return (await judgeDeployment(deployment, selection, { seed, narrow })).report;
  } finally {
    await deployment.close();
  }
}
