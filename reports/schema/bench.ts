/** What every benchmark gives `.ci/bench.ts`, and how it sums up its rounds. */

/** One line of a benchmark. Units: `ours` and `peer` operations per second of CPU time. */
export interface BenchRow {
  name: string;
  ours: number;
  peer: number;
  ratio: number;
  aim: number;
  note: string;
}

/** The middle one, of an even number the higher; the values stay in their order. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[values.length >> 1]!;
}
