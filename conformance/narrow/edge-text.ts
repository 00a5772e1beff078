/** How what was tried is told: in one short sentence, and no more than was tried. */

import type { Likeness, TriedValue } from "./edges.ts";

/** How it is said that it failed, and that it did not. */
export interface OutcomeWords {
  fails: string;
  holds: string;
}

/** As many values are named; of more it is said how many they were. */
const NAMED_MOST = 8;

/**
 * "refused at price 1 and 99, accepted from 2 to 98 (tried 1, 2, 50, 98, 99)"; null where no value
 * held. `asked` in ascending order.
 */
export function edgeText(
  what: string,
  words: OutcomeWords,
  asked: readonly TriedValue[],
): string | null {
  const fails = runsOf(asked, "fails").map((run) => spanText(run, ""));
  const holds = runsOf(asked, "holds").map((run) => spanText(run, "from "));
  if (holds.length === 0) return null;
  const at = /^from/.test(holds[0]!) ? "" : "at ";
  return `${words.fails} at ${what} ${and(fails)}, ${words.holds} ${at}${and(holds)} (${triedText(asked)})`;
}

/** One of several values that have no order, in the words that follow "refused". */
export interface Choice {
  /** Such as "under /api". */
  phrase: string;
  likeness: Likeness;
}

/**
 * "refused under /api only", "refused under /api and under /v1, not under /api/v1", or of a pair
 * "refused with leverage, accepted without leverage"; null where none held.
 */
export function choiceText(
  words: OutcomeWords,
  choices: readonly Choice[],
  isPair = false,
): string | null {
  const phrases = (likeness: Likeness) =>
    choices.filter((one) => one.likeness === likeness).map(({ phrase }) => phrase);
  const [fails, holds] = [phrases("fails"), phrases("holds")];
  if (holds.length === 0) return null;
  if (isPair) return `${words.fails} ${fails[0]}, ${words.holds} ${holds[0]}`;
  if (fails.length === 1 && holds.length === choices.length - 1) {
    return `${words.fails} ${fails[0]} only`;
  }
  return `${words.fails} ${and(fails)}, not ${and(holds)}`;
}

/** "one, two and three". */
function and(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Neighbours of one likeness, first and last. */
function runsOf(asked: readonly TriedValue[], likeness: Likeness): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const [at, one] of asked.entries()) {
    if (one.likeness !== likeness) continue;
    const run = runs.at(-1);
    if (run !== undefined && asked[at - 1]?.likeness === likeness) run[1] = one.value;
    else runs.push([one.value, one.value]);
  }
  return runs;
}

function spanText([first, last]: [number, number], from: string): string {
  return first === last ? String(first) : `${from}${first} to ${last}`;
}

function triedText(asked: readonly TriedValue[]): string {
  if (asked.length > NAMED_MOST) return `${asked.length} tried`;
  return `tried ${asked.map(({ value }) => value).join(", ")}`;
}
