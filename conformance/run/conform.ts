/** One conformance run from flags to exit code. */
import { newFailures } from "../../reports/summary.ts";
import { renderSummary } from "../../reports/render/terminal.ts";
import type { Report } from "../../reports/schema/report.ts";
import { writeReport } from "../../reports/write.ts";
import { applyBaseline, loadBaseline, suggestedEntries } from "./baseline.ts";
import { listing } from "./listing.ts";
import { planText } from "./plan.ts";
import { progressOn } from "./progress.ts";
import { reportOf, sessionsOf } from "./report.ts";
import { judgeRules } from "./results.ts";
import { runChecks } from "./run.ts";
import { type Selection, select } from "./selection.ts";
import { openSite, type Site } from "./site.ts";

/** The flags of `touchstone conform`. */
export interface ConformOptions {
  target?: string;
  profile?: string;
  only: string[];
  skip: string[];
  seed: number;
  report?: string;
  baseline?: string;
  list?: boolean;
  plan?: boolean;
}

const BASELINE_DAYS = 90;

/** Runs and prints. Returns the exit code. Errors: UsageError and ProfileError for bad input. */
export async function conform(options: ConformOptions): Promise<number> {
  const selection = select(options.only, options.skip);
  if (options.list) return print(listing(selection));
  const baseline = options.baseline === undefined ? [] : await loadBaseline(options.baseline);
  if (options.plan) return print(await planText(selection, options));
  const site = await openSite(options);
  try {
    if (site.problems.some(({ fatal }) => fatal)) return refuse(site);
    for (const { field, message } of site.problems) warn(field, message);
    const { judged, report, sessions } = await execute(selection, site, options);
    const stale = applyBaseline(judged, baseline, report.started_at.slice(0, 10));
    if (options.report !== undefined) await writeReport(options.report, report, sessions);
    tell(report, options);
    if (baseline.length > 0 || options.baseline !== undefined) tellBaseline(stale, judged, report);
    return exitCode(report, stale);
  } finally {
    await site.close();
  }
}

async function execute(selection: Selection, site: Site, options: ConformOptions) {
  const startedAt = new Date();
  const start = performance.now();
  const progress = progressOn(process.stderr);
  const stop = () => {
    site.stage.stopped ??= "interrupted";
  };
  process.once("SIGINT", stop);
  const shown = await runChecks(selection.checks, site.stage, progress.tell);
  process.off("SIGINT", stop);
  progress.end();
  const judged = judgeRules(selection.rules, shown, site.profile.baseUrl);
  const facts = {
    target: site.target,
    prefix: site.profile.prefix,
    seed: options.seed,
    startedAt,
    durationMs: performance.now() - start,
    requests: { reads: site.client.counters.reads, writes: site.client.counters.writes },
    aborted: site.stage.stopped,
    virtualClock: site.stage.parts.world.movesClock,
  };
  return { judged, report: reportOf(judged, facts), sessions: sessionsOf(judged, facts) };
}

function tell(report: Report, options: ConformOptions): void {
  const width = Math.min(process.stdout.columns ?? 100, 120);
  const color = process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
  console.log(renderSummary(report, { color, width }));
  if (options.report !== undefined) console.log(`report: ${options.report}/index.html`);
}

function tellBaseline(
  stale: readonly string[],
  judged: Parameters<typeof suggestedEntries>[0],
  report: Report,
): void {
  for (const problem of stale) console.log(`baseline: ${problem}`);
  const expires = new Date(Date.parse(report.started_at) + BASELINE_DAYS * 86_400_000);
  const entries = suggestedEntries(judged, expires.toISOString().slice(0, 10));
  if (entries !== "") console.log(`baseline: to tolerate the new failures, add:\n${entries}`);
}

function exitCode(report: Report, stale: readonly string[]): number {
  if (newFailures(report).length > 0 || stale.length > 0) return 1;
  return report.shown === 0 || report.aborted !== undefined || report.summary.error > 0 ? 2 : 0;
}

function refuse(site: Site): number {
  for (const { field, message } of site.problems) warn(field, message);
  return 2;
}

function warn(field: string | null, message: string): void {
  console.error(`touchstone: ${field === null ? "" : `${field}: `}${message}`);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
