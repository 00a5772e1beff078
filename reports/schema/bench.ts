/** What every benchmark gives `.ci/bench.ts`, and how it sums up its rounds. */

/** One figure of a benchmark, and what it is to be. */
export interface BenchRow {
  /** What was measured: of an aim, in its words. */
  name: string;
  measured: number;
  /** Stands behind figure and aim, such as `s of CPU`; `×` is a ratio of two sides of one run. */
  unit: string;
  aim: number;
  /** Less is better: the aim is the most it may be, not the least. */
  isAtMost?: true;
  /** How it was measured, and both sides of a ratio. */
  note: string;
}

/** Whether a figure is as good as its aim. */
export const isMet = ({ measured, aim, isAtMost }: BenchRow): boolean =>
  isAtMost ? measured <= aim : measured >= aim;

/** The middle one, of an even number the higher; the values stay in their order. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[values.length >> 1]!;
}
