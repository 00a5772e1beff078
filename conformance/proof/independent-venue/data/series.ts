/** Rounds of a series: those that are over, and those announced. */

const ROUND_MS = 3_600_000;
const OVER = 24;
const ANNOUNCED = 12;

/** One round. Shape: `outcome` is null while it is to come. */
export interface Round {
  number: number;
  endsAtMs: number;
  outcome: "YES" | "NO" | null;
}

/** A series seen from a time: rounds over, newest first, and rounds to come, soonest first. */
export interface SeriesContext {
  series: string;
  history: Round[];
  upcoming: Round[];
}

/** What is known of a series now, so many rounds each way at most. */
export function contextOf(
  series: string,
  nowMs: number,
  { history, upcoming }: { history: number; upcoming: number },
): SeriesContext {
  const current = Math.floor(nowMs / ROUND_MS);
  const past = Array.from({ length: Math.min(history, OVER) }, (_, back) => current - back);
  const next = Array.from({ length: Math.min(upcoming, ANNOUNCED) }, (_, on) => current + 1 + on);
  return {
    series,
    history: past.map((number) => ({ ...round(number), outcome: number % 3 === 0 ? "NO" : "YES" })),
    upcoming: next.map(round),
  };
}

function round(number: number): Round {
  return { number, endsAtMs: number * ROUND_MS, outcome: null };
}
