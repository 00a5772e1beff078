/** When each iteration of an open load is meant to start: rates over time, and their inverse. */

/** A stretch of time with a rate that moves in a straight line. Units: seconds, starts a second. */
export interface RateStage {
  seconds: number;
  from: number;
  to: number;
}

/** Length of all stages. Units: seconds. */
export function secondsOf(stages: readonly RateStage[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Starts that are due by that time. Units: seconds since the first stage. */
export function dueBy(stages: readonly RateStage[], atSeconds: number): number {
  let due = 0;
  let left = atSeconds;
  for (const stage of stages) {
    const spent = Math.min(Math.max(left, 0), stage.seconds);
    due += within(stage, spent);
    left -= stage.seconds;
  }
  return due;
}

/** Starts due within a stage's first seconds: the area under its line. */
function within({ seconds, from, to }: RateStage, spent: number): number {
  if (seconds === 0) return 0;
  return from * spent + ((to - from) * spent * spent) / (2 * seconds);
}

/**
 * When iteration `index` (0 is the first) is meant to start; null after the last stage.
 * k6 starts it when the area under the rate reaches index + 1. Units: seconds.
 */
export function startOf(stages: readonly RateStage[], index: number): number | null {
  let before = 0;
  let wanted = index + 1;
  for (const stage of stages) {
    const held = within(stage, stage.seconds);
    if (wanted <= held + 1e-9) return before + solve(stage, Math.min(wanted, held));
    wanted -= held;
    before += stage.seconds;
  }
  return null;
}

/** The time within a stage at which that many starts are due. */
function solve({ seconds, from, to }: RateStage, due: number): number {
  const slope = (to - from) / seconds;
  if (Math.abs(slope) < 1e-12) return due / from;
  return (Math.sqrt(Math.max(from * from + 2 * slope * due, 0)) - from) / slope;
}

/** The highest rate of any stage. */
export function peakOf(stages: readonly RateStage[]): number {
  return Math.max(0, ...stages.flatMap(({ from, to }) => [from, to]));
}

/** Most starts in any 60 seconds, which is what a rate limit sees. */
export function mostPerMinute(stages: readonly RateStage[]): number {
  const end = Math.ceil(secondsOf(stages));
  const perWindow = (at: number) => dueBy(stages, at + 60) - dueBy(stages, at);
  const starts = Array.from({ length: Math.max(end - 59, 1) }, (_, at) => at);
  return Math.max(...starts.map(perWindow));
}

/** The same shape with every rate multiplied. */
export function scaled(stages: readonly RateStage[], factor: number): RateStage[] {
  return stages.map(({ seconds, from, to }) => ({ seconds, from: from * factor, to: to * factor }));
}
