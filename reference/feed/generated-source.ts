/** A seeded walk of the price of bitcoin: what it is at any second follows from seed and second. */
import type { SpotPrice, SpotSource } from "./spot-source.ts";

/** Where every block of the walk begins and ends. Units: cents per BTC. */
const HOME_CENTS = 6_500_000;
/** 36 hours: long enough to wander, short enough not to get lost. Units: seconds, a power of 2. */
const BLOCK_S = 2 ** 17;
/** 50% a year. Units: of the logarithm of the price, per square root of a second. */
const VOLATILITY = 0.5 / Math.sqrt(365.25 * 24 * 3_600);
/** Four bytes: their mean sum, and its standard deviation. */
const BYTES_MEAN = 4 * 127.5;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** A stretch of the walk whose two ends are known. Units: epoch seconds, logarithms. */
interface WalkStretch {
  fromS: number;
  spanS: number;
  start: number;
  end: number;
}

/** What is wanted of the walk. Units: epoch seconds, both included. */
interface Wanted {
  fromS: number;
  toS: number;
}

/**
 * A geometric random walk with one price a second, made by halving: the middle of a stretch is the
 * mean of its ends and a step drawn for that second alone, so time may jump and nothing is stored.
 */
export function generatedSource(seed: number): SpotSource {
  const salt = (seed | 0) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x27d4eb2f);
  const prices = (fromMs: number, toMs: number): SpotPrice[] => {
    const wanted = { fromS: Math.ceil(fromMs / 1_000), toS: Math.floor(toMs / 1_000) };
    const found: SpotPrice[] = [];
    const firstS = wanted.fromS - (wanted.fromS % BLOCK_S);
    for (let fromS = firstS; fromS <= wanted.toS; fromS += BLOCK_S) {
      walk({ fromS, spanS: BLOCK_S, start: 0, end: 0 }, wanted, { salt, found });
    }
    return found;
  };
  return {
    name: "generated",
    isReachable: () => true,
    last: (atMs) => prices(atMs - (atMs % 1_000), atMs)[0]!,
    prices,
    close: () => {},
  };
}

/** Adds the wanted prices of a stretch, its end excluded. */
function walk(
  stretch: WalkStretch,
  wanted: Wanted,
  into: { salt: number; found: SpotPrice[] },
): void {
  const { fromS, spanS, start, end } = stretch;
  if (fromS > wanted.toS || fromS + spanS <= wanted.fromS) return;
  if (spanS === 1) {
    into.found.push({ tsMs: fromS * 1_000, priceCents: Math.round(HOME_CENTS * Math.exp(start)) });
    return;
  }
  const half = spanS / 2;
  const step = VOLATILITY * Math.sqrt(half / 2) * drawn(into.salt, fromS + half);
  const middle = (start + end) / 2 + step;
  walk({ fromS, spanS: half, start, end: middle }, wanted, into);
  walk({ fromS: fromS + half, spanS: half, start: middle, end }, wanted, into);
}

/** A number of this second alone, nearly normal: mean 0, standard deviation 1. */
function drawn(salt: number, second: number): number {
  let hash = Math.imul(second, 0x9e3779b1) ^ salt;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - BYTES_MEAN) / BYTES_DEVIATION;
}
