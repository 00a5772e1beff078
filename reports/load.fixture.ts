/** A small load report with something of everything in it, for the tests of its renderers. */
import type { LoadOutcomes, LoadReport } from "./schema/load.ts";

const NONE: LoadOutcomes = {
  ...{ accepted: 0, declined: 0, limited: 0, refused: 0, unavailable: 0, lost: 0, malformed: 0 },
};
const SPECTRUM = {
  ...{ count: 9, min: 1, p10: 1, p25: 1, p50: 2, p75: 3, p90: 4, p95: 5, p99: 60, p99_9: 70 },
  ...{ p99_99: 80, max: 123.4 },
};

/** A report whose target is named to hurt whoever prints it unescaped. */
export function loadReport(given: Partial<LoadReport> = {}): LoadReport {
  return {
    schema: "touchstone-report/1",
    kind: "load",
    tool: { name: "touchstone", version: "0.1.0" },
    target: {
      name: "<b>\u001b[31m```",
      url: "http://127.0.0.1:9000",
      embedded: false,
      control: [],
    },
    seed: 7,
    started_at: "2026-01-02T03:04:05.000Z",
    duration_ms: 33_000,
    verdict: { word: "FAIL", sentence: "errors: 2% of a flow's requests (2 lost), expected none" },
    validity: { valid: true, reasons: [], dropped: 0, schedule_lag: SPECTRUM },
    judged: [
      { subject: "errors", expected: "none", actual: "2% (2 lost)", passed: false },
      { subject: "malformed answers", expected: "none", actual: "0", passed: true },
    ],
    plan: {
      ...{ name: "smoke", purpose: "scripts and target work", seconds: 30, warmup_seconds: 3 },
      ...{ rate_peak: 2, streams: 1, agents: 3, objectives: ["place=p99<50"] },
    },
    notes: ["rate lowered from 9.0/s to 2.0/s at its peak: 3 agents where 9 would do"],
    generator: {
      ...{ k6: "2.2.0", from: "the PATH", vus: 40, cores: 2, cpu_share: 0.125 },
      ...{ load_average: 0.5, platform: "linux x64" },
    },
    totals: { ...NONE, accepted: 88, declined: 10, lost: 2 },
    flows: [
      {
        ...{ name: "cross", offered: 50, achieved: 49, dropped: 0, error_share: 0.02 },
        latency_from_schedule: SPECTRUM,
      },
    ],
    endpoints: [
      {
        ...{ name: "place", route: "POST /orders", requests: 100 },
        outcomes: { ...NONE, accepted: 88, declined: 10, lost: 2 },
        latency: { accepted: SPECTRUM },
      },
    ],
    reasons: { POST_ONLY_WOULD_CROSS: 7, OTHER: 3 },
    series: {
      step_seconds: 1,
      steps: [{ at: 0, offered: 2, outcomes: { ...NONE, accepted: 3 }, p50: 2, p99: null }],
    },
    stream: {
      ...{ frames: 12, closed: 0, connect: SPECTRUM, first_frame: null },
      order_to_frame: SPECTRUM,
    },
    limits: [],
    first_limited_s: null,
    breakpoint: null,
    ...given,
  };
}

/** What the limits plan adds. */
export const LIMIT: LoadReport["limits"][number] = {
  ...{ class: "write", documented: 600, passed: 600, span_ms: 900, limited: true, coded: true },
  ...{ retry_after_s: 60, recovered_late_ms: 2, passed_again: 10, strange: 0 },
};
