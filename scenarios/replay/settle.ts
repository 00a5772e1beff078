/** Decides whether a difference is one of order alone: overlapping requests have several. */

import type { SessionReading } from "../session/reader.ts";
import type { Ground } from "./ground.ts";
import type { Reordering } from "./line-order.ts";
import type { Tally } from "./tally.ts";

/** One whole replay. */
export interface Attempted {
  tally: Tally;
  reading: SessionReading;
  ground: Ground;
}

/** A replay with its overlaps settled, and which lines could stand in another order. */
export interface Settled extends Attempted {
  ambiguous: string[];
}

const TRIES_MAX = 12;
/** No further order is tried after this. */
const MS_MAX = 20_000;
const PARTNERS_MAX = 4;

/**
 * Replays; where the first difference overlapped others, tries the other orders on a new venue
 * each. An order without that difference is kept, and told. On a deployment that lives on no order
 * can be tried: such a difference stays one, and is told to have overlapped.
 */
export async function settled(
  attempt: (moves: Reordering) => Promise<Attempted>,
): Promise<Settled> {
  const moves = new Map<number, number>();
  const ambiguous: string[] = [];
  const start = performance.now();
  let best = await attempt(moves);
  let tries = 0;
  const spent = () => tries >= TRIES_MAX || performance.now() - start > MS_MAX;
  while (best.ground.fresh && !spent()) {
    const { first } = best.tally;
    if (first === null || first.overlaps.length === 0) break;
    const partners = first.overlaps.slice(-PARTNERS_MAX);
    const better = await firstBetter(first.n, partners, async (move) => {
      if (spent()) return null;
      tries += 1;
      return attempt(new Map([...moves, move]));
    });
    if (better === null) break;
    moves.set(...better.move);
    ambiguous.push(`ambiguous order: line ${first.n} fits in another order with ${better.partner}`);
    best = better.found;
  }
  best.tally.counts.ambiguous += ambiguous.length;
  return { ...best, ambiguous };
}

type Move = [line: number, before: number];

async function firstBetter(
  n: number,
  partners: readonly number[],
  attempt: (move: Move) => Promise<Attempted | null>,
): Promise<{ move: Move; partner: number; found: Attempted } | null> {
  for (const partner of partners) {
    for (const move of [
      [n, partner],
      [partner, n],
    ] as Move[]) {
      const found = await attempt(move);
      if (found === null) return null;
      const now = found.tally.first;
      if (now === null || (now.n > n && now.n !== partner)) return { move, partner, found };
    }
  }
  return null;
}
