/** One conformance run from flags to exit code. */

import { sayData, tell, tellLines } from "../../reports/render/say.ts";
import type { Report } from "../../reports/schema/report.ts";
import { newFailures, nothingLearned } from "../../reports/schema/summary.ts";
import { writeReport } from "../../reports/write.ts";
import { connect, type Deployment } from "../../scenarios/deployment/connect.ts";
import { demandOneTarget, type TargetFlags } from "../../scenarios/deployment/flags.ts";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import { usableReportDir } from "../../scenarios/deployment/report-dir.ts";
import { type SurveyedDeployment, survey } from "../../scenarios/deployment/survey.ts";
import { tellLeftBehind } from "../../scenarios/deployment/undo/left-behind.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { SHARE_USED } from "../../scenarios/deployment/wire/pacing.ts";
import { applyBaseline, loadBaseline } from "./baseline.ts";
import type { Effort } from "./cell-plan.ts";
import { type Demands, unmet } from "./demands.ts";
import { type ConformanceRun, judgeDeployment } from "./judge-deployment.ts";
import { listing } from "./listing.ts";
import { planText } from "./plan.ts";
import { printRun } from "./print.ts";
import { progressOn } from "./progress.ts";
import { type Selection, select } from "./selection.ts";
import { earlierReport } from "./unstable.ts";

/** The flags of `touchstone conform`. */
export interface ConformOptions extends TargetFlags, Demands {
  only: string[];
  skip: string[];
  report?: string;
  baseline?: string;
  /** How many cells are looked into. */
  effort?: Effort;
  /** Whether failures are narrowed; they are where it is not said. */
  narrow?: boolean;
  list?: boolean;
  plan?: boolean;
  /** Whether everything is printed, however long. */
  verbose?: boolean;
}

/** A minute, as if it were a limit's whole one. */
const PACED_MS = 60_000 / SHARE_USED;

/** Runs and prints. Returns the exit code. Errors: UsageError for input the user can mend. */
export async function conform(options: ConformOptions): Promise<number> {
  const selection = select(options.only, options.skip);
  if (options.list) return print(listing(selection));
  demandOneTarget(options);
  if (options.plan) return print(await planText(selection, options));
  const baseline = options.baseline === undefined ? null : await loadBaseline(options.baseline);
  if (options.report !== undefined) await usableReportDir(options.report);
  const deployment = await surveyed(await connect(options), options);
  try {
    for (const { field, message } of deployment.problems) warn(field, message);
    if (deployment.problems.some(({ fatal }) => fatal)) {
      printLog(deployment);
      return 2;
    }
    const run = await watched(deployment, selection, options);
    const today = run.report.started_at.slice(0, 10);
    const stale = baseline === null ? [] : applyBaseline(run.judged, baseline, today);
    if (options.report !== undefined) await writeReport(options.report, run);
    const objections = [
      ...stale.map((problem) => `baseline: ${problem}`),
      ...unmet(run.report, options),
    ];
    printRun({ ...run, objections }, options);
    const code = exitCode(run.report, stale, objections);
    if (code !== 0) printLog(deployment);
    return code;
  } finally {
    await deployment.close();
  }
}

/** Looks around, and says what earlier runs have left; Ctrl-C ends it at once. */
async function surveyed(connected: Deployment, options: ConformOptions) {
  const { clock, profile, fresh } = connected;
  const listenNoMore = onInterruption(() => clock.end("interrupted"));
  try {
    if (!fresh) tellLeftBehind(profile, options);
    return await clock.orEnd(survey(connected));
  } catch (error) {
    await connected.close();
    throw error === clock.ending.reason ? new UsageError((error as Error).message) : error;
  } finally {
    listenNoMore();
  }
}

/** Runs with a progress line; Ctrl-C ends it early with what was learned so far. */
async function watched(
  deployment: SurveyedDeployment,
  selection: Selection,
  flags: ConformOptions,
): Promise<ConformanceRun> {
  const { seed, effort, narrow = true } = flags;
  const earlier = await earlierReport(flags.report);
  const { clock, pool, profile } = deployment;
  const msARead = pool.own ? null : PACED_MS / profile.limits.readsPerMinute;
  const progress = progressOn(process.stderr, clock, msARead);
  const listenNoMore = onInterruption(() => {
    progress.end();
    tell("touchstone: interrupted; clearing up (again: ends at once)");
    clock.end("interrupted");
  });
  try {
    return await judgeDeployment(deployment, selection, {
      ...{ seed, earlier, narrow, ...(effort && { effort }) },
      progress: progress.show,
    });
  } finally {
    listenNoMore();
    progress.end();
  }
}

function printLog({ log }: SurveyedDeployment): void {
  if (log !== undefined) tellLines(`touchstone: the end of the container's log:\n${log()}`);
}

function exitCode(report: Report, stale: readonly string[], objections: readonly string[]): number {
  if (newFailures(report).length > 0 || stale.length > 0) return 1;
  const isUnfinished = nothingLearned(report) || report.aborted !== undefined;
  if (isUnfinished || report.summary.error > 0) return 2;
  return objections.length > 0 ? 1 : 0;
}

function warn(field: string | null, message: string): void {
  tell(`touchstone: ${field === null ? "" : `${field}: `}${message}`);
}

function print(text: string): number {
  sayData(text);
  return 0;
}
