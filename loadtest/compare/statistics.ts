/** Ratios of paired runs: their median, an interval for it, and what noise alone does. */

/** A ratio with the interval that holds it in 95 of 100 cases. */
export interface Interval {
  median: number;
  low: number;
  high: number;
}

const RESAMPLES = 2_000;

/** Median of the ratios, with a bootstrap interval over the pairs. Shape: the same for a seed. */
export function medianInterval(ratios: readonly number[], seed: number): Interval {
  const draw = chance(seed);
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(draw() * ratios.length)] ?? 1)),
  ).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.round(share * (RESAMPLES - 1))] ?? 1;
  return { median: median(ratios), low: at(0.025), high: at(0.975) };
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? high) + high) / 2 : high;
}

/** The largest factor, up or down, by which equal things differed; at least 1. */
export function noiseFactor(ratios: readonly number[]): number {
  return Math.max(1, ...ratios.map((ratio) => Math.max(ratio, 1 / ratio)));
}

/** Whether a difference is more than chance and more than noise. */
export function differs({ median: middle, low, high }: Interval, noise: number): boolean {
  const beyondChance = low > 1 || high < 1;
  return beyondChance && Math.max(middle, 1 / middle) > noise;
}

/** Half of the sum of differences of shares: 0 for equal mixes, 1 for disjoint ones. */
export function mixDistance(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): number {
  const total = (mix: Readonly<Record<string, number>>) =>
    Math.max(
      Object.values(mix).reduce((sum, n) => sum + n, 0),
      1,
    );
  const [ofA, ofB] = [total(a), total(b)];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const gaps = [...names].map((name) => Math.abs((a[name] ?? 0) / ofA - (b[name] ?? 0) / ofB));
  return gaps.reduce((sum, gap) => sum + gap, 0) / 2;
}

/** Mulberry32: small, seeded, good enough to draw pairs. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
