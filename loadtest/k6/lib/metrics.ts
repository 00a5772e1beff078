/** The metrics of a run, and the sub-metrics its summary has to hold. */
import { Counter, Gauge, Rate, Trend } from "k6/metrics";
import type { Options } from "k6/options";
import { FLOWS } from "../../plan/flows.ts";
import { OUTCOMES, REASONS, type RequestOutcome } from "../../plan/outcome.ts";
import { dueBy } from "../../plan/schedule.ts";
import type { LoadSettings } from "../../plan/settings.ts";

/** Every answer is one sample of it: what is counted elsewhere is rare, and sending stays cheap. */
export const latency = new Trend("venue_latency", true);
export const lost = new Counter("venue_lost");
export const errors = new Counter("venue_errors");
export const reasons = new Counter("venue_reasons");
export const fromSchedule = new Trend("venue_latency_from_schedule", true);
export const lag = new Trend("schedule_lag", true);
export const duplicates = new Counter("venue_duplicates");
export const crossed = new Rate("venue_crossed");
export const ticketsReused = new Counter("tickets_reused");

/** Over time: a counter per outcome, but for the usual one, which is what the others leave. */
export const timeline = Object.fromEntries(
  OUTCOMES.map((outcome) => [outcome, new Counter(`timeline_${outcome}`)]),
) as Record<RequestOutcome, Counter>;

export const streamConnect = new Trend("stream_connect", true);
export const streamFirstFrame = new Trend("stream_first_frame", true);
export const streamOrderToFrame = new Trend("stream_order_to_frame", true);
export const streamFrames = new Counter("stream_frames");
export const streamClosed = new Counter("stream_unexpected_close");

/** What the limits plan finds, by class of request. */
export const limits = {
  passed: new Gauge("limits_passed"),
  limited: new Gauge("limits_limited"),
  spanMs: new Gauge("limits_span_ms"),
  retryAfterSeconds: new Gauge("limits_retry_after_s"),
  recoveredLateMs: new Gauge("limits_recovered_late_ms"),
  passedAgain: new Gauge("limits_passed_again"),
  coded: new Gauge("limits_coded"),
  strange: new Gauge("limits_strange"),
};

/** Everything a summary shows is named here, since k6 keeps no sub-metric that nobody names. */
export function thresholdsOf(settings: LoadSettings): Options["thresholds"] {
  const kept: Record<string, string[]> = {};
  const keep = (...names: string[]) => {
    for (const name of names) kept[name] ??= [];
  };
  const flows = settings.flows.map(({ name }) => name);
  for (const flow of flows) {
    keep(`venue_latency_from_schedule{flow:${flow}}`, `schedule_lag{flow:${flow}}`);
    keep(`venue_latency{flow:${flow}}`, `venue_lost{flow:${flow}}`, `venue_errors{flow:${flow}}`);
    keep(`dropped_iterations{scenario:${flow}}`);
  }
  for (const endpoint of endpointsOf(settings)) {
    for (const outcome of OUTCOMES) keep(`venue_latency{endpoint:${endpoint},outcome:${outcome}}`);
    keep(`venue_lost{endpoint:${endpoint}}`);
  }
  for (const reason of REASONS) keep(`venue_reasons{reason:${reason}}`);
  const buckets = Math.ceil(settings.seconds / settings.bucketSeconds);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    for (const outcome of OUTCOMES) keep(`timeline_${outcome}{bucket:${bucket}}`);
    keep(`venue_latency{bucket:${bucket}}`);
  }
  if (settings.plan === "limits") for (const name of limitNames()) keep(name);
  return { ...kept, ...runThresholds(settings) };
}

/** Endpoints that the run's flows call; streams and tickets mint, and place. */
export function endpointsOf({ flows, sockets, plan }: LoadSettings): string[] {
  const streams = sockets > 0 ? ["ticket", "place", "cancel"] : [];
  const limited = plan === "limits" ? ["wallet", "cancel-all"] : [];
  const called = flows.flatMap(({ name }) => FLOWS[name].endpoints);
  return [...new Set([...called, ...streams, ...limited])];
}

function limitNames(): string[] {
  return ["write", "read"].flatMap((kind) =>
    Object.values(limits).map(({ name }) => `${name}{class:${kind}}`),
  );
}

/** What fails a run by hand; the runner judges from the summary itself. */
function runThresholds(settings: LoadSettings): Options["thresholds"] {
  const { plan, threshold: kept, slos } = settings;
  if (plan === "breakpoint") {
    const stop = (threshold: string) => [{ threshold, abortOnFail: true, delayAbortEval: "5s" }];
    return { venue_errors: stop(`count<${ERRORS_END_RAMP}`), dropped_iterations: stop("count<1") };
  }
  const errorsMax = Math.floor(kept.errorShareMax * requestsDue(settings));
  return {
    dropped_iterations: ["count==0"],
    venue_errors: [`count<=${errorsMax}`],
    venue_duplicates: ["count==0"],
    timeline_malformed: ["count==0"],
    ...Object.fromEntries(
      slos.map(({ subject, percentile, belowMs }) => [
        subject in FLOWS
          ? `venue_latency_from_schedule{flow:${subject}}`
          : `venue_latency{endpoint:${subject},outcome:accepted}`,
        [`p(${percentile})<${belowMs}`],
      ]),
    ),
  };
}

/** Enough to tell that a venue is past its breakpoint. */
const ERRORS_END_RAMP = 200;

function requestsDue({ flows }: LoadSettings): number {
  return flows.reduce((sum, { stages, cost }) => {
    return sum + dueBy(stages, Number.MAX_SAFE_INTEGER) * (cost.writes + cost.reads);
  }, 0);
}
