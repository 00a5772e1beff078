/** Reads k6's summary into what a report shows: percentiles, outcomes, the series over time. */
import type { LoadOutcomes, LoadPercentiles, LoadReport } from "../../reports/schema/load.ts";
import { ENDPOINTS, type LoadEndpoint } from "../plan/flows.ts";
import type { Measured } from "../plan/measured.ts";
import { OUTCOMES, REASONS, type RequestOutcome } from "../plan/outcome.ts";
import { dueBy } from "../plan/schedule.ts";
import type { FlowSettings, LoadSettings } from "../plan/settings.ts";
import type { K6Metrics } from "./k6-process.ts";

/** Everything a summary holds of a run. */
export function readSummary(metrics: K6Metrics, settings: LoadSettings): Measured {
  const read = new K6Summary(metrics);
  const endpoints = endpointResults(read);
  const series = seriesOf(read, settings);
  const limited = series.steps.find(({ outcomes }) => outcomes.limited > 0);
  return {
    totals: outcomesFrom((outcome) =>
      endpoints.reduce((sum, { outcomes }) => sum + outcomes[outcome], 0),
    ),
    flows: settings.flows.map((flow) => flowResult(read, flow, settings)),
    endpoints,
    reasons: Object.fromEntries(
      REASONS.map(
        (reason) => [reason, read.count(`venue_reasons{reason:${reason}}`)] as const,
      ).filter(([, n]) => n > 0),
    ),
    series,
    stream: settings.sockets > 0 ? streamResult(read) : null,
    limits: settings.plan === "limits" ? limitResults(read, settings) : [],
    first_limited_s: limited?.at ?? null,
    dropped: read.count("dropped_iterations"),
    lag: read.spectrum("schedule_lag"),
    duplicates: read.count("venue_duplicates"),
    ticketsReused: read.count("tickets_reused"),
  };
}

/** A percentile that k6 was asked for by an objective; null where nothing was timed. */
export function percentileOf(metrics: K6Metrics, name: string, percentile: number): number | null {
  return new K6Summary(metrics).value(name, `p(${percentile})`);
}

class K6Summary {
  readonly #metrics: K6Metrics;

  constructor(metrics: K6Metrics) {
    this.#metrics = metrics;
  }

  /** Null for a metric without samples. */
  value(name: string, stat: string): number | null {
    const values = this.#metrics[name]?.values;
    return values === undefined || values["count"] === 0 ? null : (values[stat] ?? null);
  }

  count(name: string): number {
    return this.value(name, "count") ?? 0;
  }

  spectrum(name: string): LoadPercentiles | null {
    const stat = (key: string) => round(this.value(name, key) ?? 0);
    if (this.count(name) === 0) return null;
    return {
      count: this.count(name),
      ...{ min: stat("min"), p10: stat("p(10)"), p25: stat("p(25)"), p50: stat("p(50)") },
      ...{ p75: stat("p(75)"), p90: stat("p(90)"), p95: stat("p(95)"), p99: stat("p(99)") },
      ...{ p99_9: stat("p(99.9)"), p99_99: stat("p(99.99)"), max: stat("max") },
    };
  }
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

function outcomesFrom(count: (outcome: RequestOutcome) => number): LoadOutcomes {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])) as LoadOutcomes;
}

function endpointResults(read: K6Summary): LoadReport["endpoints"] {
  const names = Object.keys(ENDPOINTS) as LoadEndpoint[];
  return names
    .map((name) => {
      const outcomes = outcomesFrom((outcome) =>
        outcome === "lost"
          ? read.count(`venue_lost{endpoint:${name}}`)
          : read.count(`venue_latency{endpoint:${name},outcome:${outcome}}`),
      );
      const timed = OUTCOMES.flatMap((outcome) => {
        const spectrum = read.spectrum(`venue_latency{endpoint:${name},outcome:${outcome}}`);
        return spectrum === null ? [] : [[outcome, spectrum] as const];
      });
      const requests = Object.values(outcomes).reduce((sum, n) => sum + n, 0);
      return {
        name,
        route: ENDPOINTS[name],
        requests,
        outcomes,
        latency: Object.fromEntries(timed),
      };
    })
    .filter(({ requests }) => requests > 0);
}

function flowResult(
  read: K6Summary,
  { name, stages }: FlowSettings,
  { warmupSeconds }: LoadSettings,
): LoadReport["flows"][number] {
  const requests =
    read.count(`venue_latency{flow:${name}}`) + read.count(`venue_lost{flow:${name}}`);
  const due = dueBy(stages, Number.MAX_SAFE_INTEGER) - dueBy(stages, warmupSeconds);
  return {
    name,
    offered: Math.round(due),
    achieved: read.count(`schedule_lag{flow:${name}}`),
    dropped: read.count(`dropped_iterations{scenario:${name}}`),
    error_share: requests === 0 ? 0 : read.count(`venue_errors{flow:${name}}`) / requests,
    latency_from_schedule: read.spectrum(`venue_latency_from_schedule{flow:${name}}`),
  };
}

function seriesOf(read: K6Summary, settings: LoadSettings): LoadReport["series"] {
  const { bucketSeconds, seconds, warmupSeconds, flows } = settings;
  const steps = Array.from({ length: Math.ceil(seconds / bucketSeconds) }, (_, bucket) => {
    const at = bucket * bucketSeconds;
    const from = warmupSeconds + at;
    const due = flows.map(
      ({ stages }) => dueBy(stages, from + bucketSeconds) - dueBy(stages, from),
    );
    const offered = due.reduce((sum, n) => sum + n, 0) / bucketSeconds;
    const stat = (name: string) => read.value(`venue_latency{bucket:${bucket}}`, name);
    return {
      at,
      offered: round(offered),
      outcomes: outcomesIn(read, bucket),
      p50: stat("p(50)"),
      p99: stat("p(99)"),
    };
  });
  return { step_seconds: bucketSeconds, steps };
}

/** Accepted is what the other outcomes leave of the answers: they alone are counted over time. */
function outcomesIn(read: K6Summary, bucket: number): LoadOutcomes {
  const others = OUTCOMES.filter((outcome) => outcome !== "accepted");
  const count = (outcome: RequestOutcome) => read.count(`timeline_${outcome}{bucket:${bucket}}`);
  const answered = read.count(`venue_latency{bucket:${bucket}}`) + count("lost");
  const rest = others.reduce((sum, outcome) => sum + count(outcome), 0);
  return outcomesFrom((outcome) => (outcome === "accepted" ? answered - rest : count(outcome)));
}

function streamResult(read: K6Summary): NonNullable<LoadReport["stream"]> {
  return {
    frames: read.count("stream_frames"),
    closed: read.count("stream_unexpected_close"),
    connect: read.spectrum("stream_connect"),
    first_frame: read.spectrum("stream_first_frame"),
    order_to_frame: read.spectrum("stream_order_to_frame"),
  };
}

function limitResults(read: K6Summary, { limits }: LoadSettings): LoadReport["limits"] {
  return (["write", "read"] as const).map((kind) => {
    const gauge = (name: string) => read.value(`limits_${name}{class:${kind}}`, "value");
    const late = gauge("recovered_late_ms");
    const retryAfterS = gauge("retry_after_s") || null; // 0 is what a gauge without a sample says
    const limited = gauge("limited") === 1;
    return {
      class: kind,
      documented: kind === "write" ? limits.writesPerMinute : limits.readsPerMinute,
      passed: gauge("passed") ?? 0,
      span_ms: gauge("span_ms") ?? 0,
      limited,
      coded: gauge("coded") === 1,
      retry_after_s: limited ? retryAfterS : null,
      recovered_late_ms: late === null || late < 0 || retryAfterS === null ? null : late,
      passed_again: gauge("passed_again") ?? 0,
      strange: gauge("strange") ?? 0,
    };
  });
}
