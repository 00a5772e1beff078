/** The plans as data: the shape of the rate over time, and what a run has to keep to pass. */
import type { RateStage } from "./schedule.ts";

/** The plans of the command line. */
export type PlanName = "smoke" | "average" | "stress" | "spike" | "soak" | "breakpoint" | "limits";

/** A part of a plan: its share of the time, and the rate at its ends in multiples of the plan's. */
interface LoadPart {
  share: number;
  from: number;
  to: number;
}

/** What a plan is. Units: seconds; `rate` in flows a second. */
export interface Plan {
  purpose: string;
  seconds: number;
  rate: number;
  parts: readonly LoadPart[];
  /** Streams held open for the whole run. */
  sockets: number;
  threshold: Threshold;
}

/** What fails a run. Shape: `limitedIsFine` where a 429 is the venue defending itself. */
export interface Threshold {
  errorShareMax: number;
  limitedIsFine: boolean;
  /** p99 of the last fifth against the first fifth; null where it is not looked at. */
  driftMax: number | null;
  /** How late the generator may be, at the 95th percentile; beyond it the run is not valid. */
  lagP95MsMax: number;
}

const STEADY: Threshold = {
  errorShareMax: 0.001,
  limitedIsFine: false,
  driftMax: null,
  lagP95MsMax: 100,
};
/** Whether things work at all: a busy machine may say it late. */
const STRICT: Threshold = { ...STEADY, errorShareMax: 0, lagP95MsMax: 1_000 };
const SHEDDING: Threshold = { ...STEADY, errorShareMax: 0.01, limitedIsFine: true };

/** Ramp, plateau, ramp; the rate and the time are defaults that flags replace. */
export const PLANS: Record<PlanName, Plan> = {
  smoke: {
    purpose: "scripts and target work",
    seconds: 30,
    rate: 2,
    parts: [{ share: 1, from: 1, to: 1 }],
    sockets: 1,
    threshold: STRICT,
  },
  average: {
    purpose: "the baseline",
    seconds: 420,
    rate: 50,
    parts: [
      { share: 1 / 7, from: 0.1, to: 1 },
      { share: 5 / 7, from: 1, to: 1 },
      { share: 1 / 7, from: 1, to: 0.1 },
    ],
    sockets: 5,
    threshold: STEADY,
  },
  stress: {
    purpose: "twice the rate: degrades gracefully, and recovers",
    seconds: 600,
    rate: 50,
    parts: [
      { share: 0.2, from: 0.1, to: 2 },
      { share: 0.6, from: 2, to: 2 },
      { share: 0.2, from: 0.5, to: 0.5 },
    ],
    sockets: 5,
    threshold: SHEDDING,
  },
  spike: {
    purpose: "ten times the rate at once: sheds load with 429 or 503, not with timeouts",
    seconds: 120,
    rate: 50,
    parts: [
      { share: 0.25, from: 0.5, to: 0.5 },
      { share: 1 / 12, from: 0.5, to: 10 },
      { share: 0.25, from: 10, to: 10 },
      { share: 1 / 12, from: 10, to: 0.5 },
      { share: 1 / 3, from: 0.5, to: 0.5 },
    ],
    sockets: 5,
    threshold: SHEDDING,
  },
  soak: {
    purpose: "leaks and growing lists",
    seconds: 7_200,
    rate: 50,
    parts: [{ share: 1, from: 1, to: 1 }],
    sockets: 5,
    threshold: { ...STEADY, driftMax: 1.2 },
  },
  breakpoint: {
    purpose: "the highest rate within the objective",
    seconds: 300,
    rate: 50,
    parts: [{ share: 1, from: 0.2, to: 20 }],
    sockets: 0,
    threshold: SHEDDING,
  },
  limits: {
    purpose: "where 429 begins for one agent, and that others are unhurt",
    seconds: 70,
    rate: 1,
    parts: [{ share: 1, from: 1, to: 1 }],
    sockets: 0,
    threshold: STRICT,
  },
};

const WARMUP_SHARE = 0.1;
const WARMUP_SECONDS_MAX = 30;

/** How long the target warms up before anything is counted. Units: seconds, within the schedule. */
export function warmupOf(seconds: number): number {
  return Math.min(Math.max(Math.round(seconds * WARMUP_SHARE), 1), WARMUP_SECONDS_MAX);
}

/** The stages of a plan at a rate, the warm-up first. Units: seconds, flows a second. */
export function stagesOf(plan: Plan, rate: number, seconds: number): RateStage[] {
  const stages = plan.parts.map(({ share, from, to }) => ({
    seconds: Math.round(share * seconds * 1_000) / 1_000,
    from: from * rate,
    to: to * rate,
  }));
  const first = stages[0]?.from ?? rate;
  return [{ seconds: warmupOf(seconds), from: first, to: first }, ...stages];
}
