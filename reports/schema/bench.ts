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
  bound?: Bound;
}

/** The best that anything built like this could reach for a row, measured in the same run. */
export interface Bound {
  /** In the row's unit. */
  measured: number;
  /** What it does, and so what nobody can do without: in plain words. */
  why: string;
}

/** How a figure stands to its aim; `beyond` is missed, and the aim is better than the bound. */
export type AimVerdict = "met" | "missed" | "beyond";

/** Judges a row by its aim, and a missed aim by the bound. */
export function verdictOf(row: BenchRow): AimVerdict {
  if (isAsGood(row, row.measured)) return "met";
  return row.bound === undefined || isAsGood(row, row.bound.measured) ? "missed" : "beyond";
}

/** What part of another figure of the row one is: 1 where it is as good, less where it is worse. */
export function shareOf(
  { isAtMost }: Pick<BenchRow, "isAtMost">,
  { figure, of }: { figure: number; of: number },
): number {
  return isAtMost ? of / figure : figure / of;
}

const isAsGood = ({ aim, isAtMost }: BenchRow, figure: number): boolean =>
  isAtMost ? figure <= aim : figure >= aim;

/** The middle one, of an even number the higher; the values stay in their order. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[values.length >> 1]!;
}
