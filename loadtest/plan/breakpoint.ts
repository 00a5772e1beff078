/** The highest rate that a target carried: the last step of the ramp before anything went wrong. */
import type { LoadReport } from "../../reports/schema/load.ts";
import type { Slo } from "./slo.ts";

type StepSeries = LoadReport["series"];
type RateStep = StepSeries["steps"][number];

/** What a step has to keep. Units: milliseconds; share of its requests. */
export interface Objective {
  p99BelowMs: number;
  errorShareMax: number;
}

/** Where no objective was named. */
export const USUAL: Objective = { p99BelowMs: 1_000, errorShareMax: 0.01 };

/** What a ramp has to keep: the strictest p99 that was named, over all requests. */
export function objectiveOf(slos: readonly Slo[]): Objective {
  const named = slos.filter(({ percentile }) => percentile === 99).map(({ belowMs }) => belowMs);
  return named.length === 0 ? USUAL : { ...USUAL, p99BelowMs: Math.min(...named) };
}

/** Two bad steps in a row end the ramp: one alone may be a pause. */
const BAD_IN_A_ROW = 2;

/** Shape: null when not even the first step held. */
export function breakpointOf(series: StepSeries, objective: Objective): LoadReport["breakpoint"] {
  const { steps, step_seconds: seconds } = series;
  const seen = steps.filter((step) => requestsOf(step) > 0);
  const troubles = seen.map((step) => troubleOf(step, objective, seconds));
  const end = troubles.findIndex((_, index) =>
    troubles.slice(index, index + BAD_IN_A_ROW).every((trouble) => trouble !== null),
  );
  const held = end < 0 ? seen : seen.slice(0, end);
  const last = held.at(-1);
  if (last === undefined) return null;
  return {
    rate: last.offered,
    requests_per_second: requestsOf(last) / seconds,
    ended_by: end < 0 ? "nothing: the plan ended first" : (troubles[end] ?? ""),
  };
}

function requestsOf({ outcomes }: RateStep): number {
  return Object.values(outcomes).reduce((sum, n) => sum + n, 0);
}

function troubleOf(step: RateStep, objective: Objective, seconds: number): string | null {
  const { outcomes, p99, at } = step;
  const errors = outcomes.unavailable + outcomes.lost + outcomes.malformed;
  const share = errors / requestsOf(step);
  if (share > objective.errorShareMax) {
    return `second ${at}: ${(share * 100).toFixed(1)}% errors`;
  }
  if (p99 !== null && p99 >= objective.p99BelowMs) {
    return `second ${at}: p99 ${p99.toFixed(0)} ms, ${objective.p99BelowMs} ms at most`;
  }
  // Fewer than half of what was asked for: the generator had nobody left to send.
  const starved = requestsOf(step) / seconds < step.offered / 2;
  return starved ? `second ${at}: half of the iterations could not start` : null;
}
