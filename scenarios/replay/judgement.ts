/** What is thought of one answer: the words in which a replay judges. */
import type { Difference } from "./compare.ts";

/** From good to bad. `follows` is a difference that another one before it explains. */
export const VERDICTS = [
  "same",
  "equivalent",
  "allowed",
  "follows",
  "inconclusive",
  "ambiguous",
  "different",
] as const;

export type ReplayVerdict = (typeof VERDICTS)[number];

/** A judgement. Shape: `why` says what makes it more, or less, than the same bytes. */
export interface ReplayJudgement {
  verdict: ReplayVerdict;
  why: string | null;
  differences: Difference[];
  /** The order or the answer took another course, so that what follows may too. */
  isTurn: boolean;
}

export const allowed = (why: string, differences: Difference[] = []): ReplayJudgement => ({
  ...{ verdict: "allowed", why, differences, isTurn: false },
});

/** Legal, and yet what comes after may differ by it. */
export const turned = (why: string, differences: Difference[] = []): ReplayJudgement => ({
  ...{ verdict: "allowed", why, differences, isTurn: true },
});

export const different = (why: string, differences: Difference[] = []): ReplayJudgement => ({
  ...{ verdict: "different", why, differences, isTurn: true },
});

/** Both may be right: nobody can tell which of two things happened. */
export const ambiguous = (why: string): ReplayJudgement => ({
  ...{ verdict: "ambiguous", why, differences: [], isTurn: true },
});

export const inconclusive = (why: string): ReplayJudgement => ({
  ...{ verdict: "inconclusive", why, differences: [], isTurn: true },
});
