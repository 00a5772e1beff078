/** Decides whether a difference is one of what nobody knows: an order of requests, a lost answer. */

import type { SessionReading } from "../session/reader.ts";
import type { ReplayDeployment } from "./deployment.ts";
import { AS_RECORDED, type Course } from "./line-order.ts";
import type { LineFinding, ReplayTally } from "./tally.ts";

/** One whole replay. */
export interface AttemptedLine {
  tally: ReplayTally;
  reading: SessionReading;
  deployment: ReplayDeployment;
}

/** A replay with its doubts settled, and what was ambiguous. */
export interface Settled extends AttemptedLine {
  ambiguous: string[];
}

/** Another course that things may have taken. Shape: `beside` is a line that trades places. */
interface Candidate {
  course: Course;
  beside: number | null;
  says: string;
}

const TRIES_MAX = 12;
/** No further course is tried after this. */
const MS_MAX = 20_000;
const DOUBTS_MAX = 4;

/**
 * Replays; where the first difference overlapped others, or comes after a request whose answer
 * nobody heard, tries the other courses on a new venue each. One without that difference is kept,
 * and told. On a deployment that lives on none can be tried: the difference stays one.
 */
export async function settled(
  attempt: (course: Course) => Promise<AttemptedLine>,
): Promise<Settled> {
  const ambiguous: string[] = [];
  const start = performance.now();
  let course = AS_RECORDED;
  let best = await attempt(course);
  let tries = 0;
  const spent = () => tries >= TRIES_MAX || performance.now() - start > MS_MAX;
  while (best.deployment.fresh && best.tally.first !== null && !spent()) {
    const { first, unsure } = best.tally;
    const better = await firstBetter(first, candidates(course, first, unsure), async (one) => {
      if (spent()) return null;
      tries += 1;
      return attempt(one);
    });
    if (better === null) break;
    ambiguous.push(better.says);
    ({ course, found: best } = better);
  }
  best.tally.counts.ambiguous += ambiguous.length;
  return { ...best, ambiguous };
}

function candidates(course: Course, first: LineFinding, unsure: readonly number[]): Candidate[] {
  const { n, overlaps } = first;
  const moved = overlaps.slice(-DOUBTS_MAX).flatMap((partner) =>
    [[n, partner] as const, [partner, n] as const].map((move) => ({
      course: { ...course, moves: new Map([...course.moves, move]) },
      beside: partner,
      says: `ambiguous order: line ${n} fits in another order with ${partner}`,
    })),
  );
  const earlier = unsure.filter((line) => line < n).slice(-DOUBTS_MAX);
  const left = earlier.map((line) => ({
    course: { ...course, left: new Set([...course.left, line]) },
    beside: null,
    says: `ambiguous: line ${line}, whose answer nobody heard, had not reached the venue`,
  }));
  return [...moved, ...left];
}

async function firstBetter(
  { n }: LineFinding,
  among: readonly Candidate[],
  attempt: (course: Course) => Promise<AttemptedLine | null>,
): Promise<(Candidate & { found: AttemptedLine }) | null> {
  for (const candidate of among) {
    const found = await attempt(candidate.course);
    if (found === null) return null;
    const now = found.tally.first;
    const isBetter = now === null || (now.n > n && now.n !== candidate.beside);
    if (isBetter) return { ...candidate, found };
  }
  return null;
}
