/** One run against one deployment: provision, k6, report. */
import { loadavg } from "node:os";
import type { LoadReport } from "../../reports/schema/load.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import { type Deployment, targetOf } from "../../scenarios/deployment/connect.ts";
import { breakpointOf, objectiveOf } from "../plan/breakpoint.ts";
import { FLOWS } from "../plan/flows.ts";
import { PLANS } from "../plan/plans.ts";
import { type LoadSettings, peakRate } from "../plan/settings.ts";
import { type Slo, sloText } from "../plan/slo.ts";
import { judgeRun } from "../plan/verdict.ts";
import type { K6 } from "./find-k6.ts";
import type { K6Run } from "./k6-process.ts";
import { machine } from "./machine.ts";
import { type Provision, provision } from "./provision.ts";
import { percentileOf, readSummary } from "./read-summary.ts";
import { type OnSecond, runK6 } from "./run-k6.ts";

/** Who hears of a run while it goes. */
export interface Listener {
  notes(notes: readonly string[]): void;
  second: OnSecond;
}

/** Runs it. Errors: UsageError when the target cannot be loaded at all. */
export async function loadOnce(
  deployment: Deployment,
  { k6, wished }: { k6: K6; wished: LoadSettings },
  listener: Listener,
): Promise<LoadReport> {
  const startedAt = new Date();
  const ready = await provision(deployment, wished);
  listener.notes(ready.notes);
  try {
    const run = await runK6(k6, ready, listener.second);
    return reportOf({ target: targetOf(deployment), ready, run, k6, startedAt });
  } finally {
    await ready.cleanUp();
  }
}

/** Exit codes of k6. */
const THRESHOLDS_CROSSED = 99;
const INTERRUPTED = 105;

/** What a report is made of. */
interface LoadFacts {
  target: LoadReport["target"];
  ready: Provision;
  run: K6Run;
  k6: K6;
  startedAt: Date;
}

function reportOf({ target, ready, run, k6, startedAt }: LoadFacts): LoadReport {
  const { settings, agents, notes } = ready;
  const metrics = run.metrics ?? {};
  const summary = readSummary(metrics, settings);
  const { duplicates: _, ticketsReused: __, dropped, lag, ...measured } = summary;
  const { cores, ...rest } = machine();
  const cpuShare = run.cpuSeconds === null ? null : run.cpuSeconds / run.wallSeconds / cores;
  const evidence = { settings, measured: summary, cpuShare };
  const { verdict, judged, invalid } = judgeRun({
    ...evidence,
    trouble: troubleOf(run),
    percentile: (slo) => percentileOf(metrics, metricOf(slo), slo.percentile),
  });
  const isRamp = settings.plan === "breakpoint";
  return {
    schema: "touchstone-report/1",
    kind: "load",
    tool: TOOL,
    target,
    seed: settings.seed,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(Date.now() - startedAt.getTime()),
    ...(run.code === INTERRUPTED && { aborted: "interrupted" }),
    verdict,
    validity: { valid: invalid.length === 0, reasons: invalid, dropped, schedule_lag: lag },
    judged,
    plan: planOf(settings, agents.length),
    notes,
    generator: {
      k6: k6.version,
      from: k6.from,
      vus: settings.flows.reduce((sum, { vus }) => sum + vus, 0),
      cores,
      cpu_share: cpuShare,
      load_average: loadavg()[0] ?? null,
      ...rest,
    },
    ...measured,
    breakpoint: isRamp ? breakpointOf(measured.series, objectiveOf(settings.slos)) : null,
  };
}

function planOf(settings: LoadSettings, agents: number): LoadReport["plan"] {
  return {
    name: settings.plan,
    purpose: PLANS[settings.plan].purpose,
    seconds: settings.seconds,
    warmup_seconds: settings.warmupSeconds,
    rate_peak: Math.round(peakRate(settings) * 100) / 100,
    streams: settings.sockets,
    agents,
    objectives: settings.slos.map(sloText),
  };
}

/** Crossed thresholds leave a summary that can be judged; what was cut short is no whole run. */
function troubleOf({ code, stderr, metrics }: K6Run): string | null {
  if (code === INTERRUPTED) return "interrupted before the plan's end";
  const judgeable = code === 0 || code === THRESHOLDS_CROSSED;
  if (judgeable && metrics !== null) return null;
  const said = stderr.trim().split("\n").at(-1) ?? "";
  return `k6 ended with exit code ${code ?? "none"}${said === "" ? "" : `: ${said.slice(0, 300)}`}`;
}

/** The metric an objective is about: endpoints by what was accepted, flows from the schedule. */
function metricOf({ subject }: Slo): string {
  return subject in FLOWS
    ? `venue_latency_from_schedule{flow:${subject}}`
    : `venue_latency{endpoint:${subject},outcome:accepted}`;
}
