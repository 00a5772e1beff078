/** The options of k6: one scenario per flow, each with its own arrival rate and schedule. */
import type { Options, Scenario } from "k6/options";
import { type FlowSettings, type LoadSettings, wholeSeconds } from "../../plan/settings.ts";
import { thresholdsOf } from "./metrics.ts";

/** Percentiles of every trend. Shape: names as k6 writes them. */
const TREND_STATS = [
  ...["count", "min", "avg", "med", "max"],
  ...["p(10)", "p(25)", "p(50)", "p(75)", "p(90)", "p(95)", "p(99)", "p(99.9)", "p(99.99)"],
];

/** Only these of k6's own tags: the rest would hold ids, or multiply the series. */
const SYSTEM_TAGS = ["scenario", "name", "status", "error_code"] as const;

/** Options for a run. */
export function optionsOf(settings: LoadSettings): Options {
  return {
    scenarios: settings.plan === "limits" ? limitScenarios(settings) : scenarios(settings),
    thresholds: thresholdsOf(settings) ?? {},
    summaryTrendStats: [...TREND_STATS, ...settings.slos.map((slo) => `p(${slo.percentile})`)],
    systemTags: [...SYSTEM_TAGS],
    batch: 20,
    batchPerHost: 20,
    userAgent: "touchstone",
    discardResponseBodies: false,
    noConnectionReuse: false,
  };
}

function scenarios(settings: LoadSettings): Record<string, Scenario> {
  const arrivals = settings.flows.map((flow) => [flow.name, arrivalRate(flow)]);
  return {
    ...Object.fromEntries(arrivals),
    ...(settings.sockets > 0 && { stream: streams(settings) }),
  };
}

/** Stages that begin elsewhere than the last one ended begin with a jump. */
function arrivalRate({ name, stages, vus }: FlowSettings): Scenario {
  const [first] = stages;
  const jumps = stages.flatMap(({ seconds, from, to }, index) => {
    const stage = { duration: `${Math.round(seconds * 1_000)}ms`, target: perMinute(to) };
    const before = stages[index - 1]?.to ?? from;
    return before === from ? [stage] : [{ duration: "0s", target: perMinute(from) }, stage];
  });
  return {
    executor: "ramping-arrival-rate",
    exec: camel(name),
    startRate: perMinute(first?.from ?? 0),
    timeUnit: "1m",
    stages: jumps,
    preAllocatedVUs: vus,
    gracefulStop: "15s",
  };
}

function streams(settings: LoadSettings): Scenario {
  const seconds = Math.ceil(wholeSeconds(settings)) + 15;
  const once = { vus: settings.sockets, iterations: 1, maxDuration: `${seconds}s` };
  return { executor: "per-vu-iterations", exec: "stream", ...once };
}

function limitScenarios(settings: LoadSettings): Record<string, Scenario> {
  const alone = { executor: "per-vu-iterations", vus: 1, iterations: 1, maxDuration: "270s" };
  const [flow] = settings.flows;
  return {
    "limits-write": { ...alone, exec: "limitsWrite" } as Scenario,
    "limits-read": { ...alone, exec: "limitsRead" } as Scenario,
    ...(flow && { read: { ...arrivalRate(flow), exec: "limitsOthers" } }),
  };
}

function perMinute(rate: number): number {
  return Math.round(rate * 60);
}

/** A flow's function: `rest-and-cancel` is `restAndCancel`. */
function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
