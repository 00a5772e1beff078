/** One conformance run from flags to exit code. */
import { renderSummary } from "../../reports/render/terminal.ts";
import type { Report } from "../../reports/schema/report.ts";
import { newFailures, nothingLearned } from "../../reports/schema/summary.ts";
import { prepareReportDir, writeReport } from "../../reports/write.ts";
import { connect } from "../../scenarios/deployment/connect.ts";
import { demandOneTarget, type TargetFlags } from "../../scenarios/deployment/flags.ts";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import { type SurveyedDeployment, survey } from "../../scenarios/deployment/survey.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { applyBaseline, loadBaseline, suggestedEntries } from "./baseline.ts";
import type { Effort } from "./cell-plan.ts";
import { type ConformanceRun, judgeDeployment } from "./judge-deployment.ts";
import { listing } from "./listing.ts";
import { planText } from "./plan.ts";
import { progressOn } from "./progress.ts";
import { type Selection, select } from "./selection.ts";
import { earlierReport } from "./unstable.ts";

/** The flags of `touchstone conform`. */
export interface ConformOptions extends TargetFlags {
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
}

const BASELINE_DAYS = 90;

/** Runs and prints. Returns the exit code. Errors: UsageError for input the user can mend. */
export async function conform(options: ConformOptions): Promise<number> {
  const selection = select(options.only, options.skip);
  if (options.list) return print(listing(selection));
  demandOneTarget(options);
  if (options.plan) return print(await planText(selection, options));
  const baseline = options.baseline === undefined ? null : await loadBaseline(options.baseline);
  if (options.report !== undefined) await usableReportDir(options.report);
  const deployment = await survey(await connect(options));
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
    printReport(run.report, options);
    if (baseline !== null) printBaseline(run, stale);
    const code = exitCode(run.report, stale);
    if (code !== 0) printLog(deployment);
    return code;
  } finally {
    await deployment.close();
  }
}

async function usableReportDir(dir: string): Promise<void> {
  await prepareReportDir(dir).catch((error: Error) => {
    throw new UsageError(`--report: ${error.message}`);
  });
}

/** Runs with a progress line; Ctrl-C ends it early with what was learned so far. */
async function watched(
  deployment: SurveyedDeployment,
  selection: Selection,
  flags: ConformOptions,
): Promise<ConformanceRun> {
  const { seed, effort, narrow = true } = flags;
  const earlier = await earlierReport(flags.report);
  const progress = progressOn(process.stderr);
  const listenNoMore = onInterruption(() => deployment.clock.end("interrupted"));
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

function printReport(report: Report, options: ConformOptions): void {
  const width = Math.min(process.stdout.columns ?? 100, 120);
  const color = process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
  console.log(renderSummary(report, { color, width }));
  if (options.report === undefined) return;
  for (const line of replayLines(report, options.report, options)) console.log(line);
  console.log(`report: ${options.report}/index.html`);
}

/** How to send again what broke a property: its session is small, and nobody wrote it. */
function replayLines(
  { rules }: Report,
  dir: string,
  { target, profile }: Pick<ConformOptions, "target" | "profile">,
): string[] {
  const where = target ?? profile;
  const flag =
    where === undefined ? "" : ` --${target === undefined ? "profile" : "target"} ${where}`;
  const broken = rules.filter(({ id, result }) => id.startsWith("PROP-") && result === "fail");
  return broken.flatMap(({ failure }) =>
    failure === undefined ? [] : [`replay: touchstone replay ${dir}/${failure.session}${flag}`],
  );
}

function printLog({ log }: SurveyedDeployment): void {
  if (log !== undefined) console.error(`touchstone: the end of the container's log:\n${log()}`);
}

function printBaseline({ judged, report }: ConformanceRun, stale: readonly string[]): void {
  for (const problem of stale) console.log(`baseline: ${problem}`);
  const expires = new Date(Date.parse(report.started_at) + BASELINE_DAYS * 86_400_000);
  const entries = suggestedEntries(judged, expires.toISOString().slice(0, 10));
  if (entries !== "") console.log(`baseline: to tolerate the new failures, add:\n${entries}`);
}

function exitCode(report: Report, stale: readonly string[]): number {
  if (newFailures(report).length > 0 || stale.length > 0) return 1;
  return nothingLearned(report) || report.aborted !== undefined || report.summary.error > 0 ? 2 : 0;
}

function warn(field: string | null, message: string): void {
  console.error(`touchstone: ${field === null ? "" : `${field}: `}${message}`);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
