/** From the steps of a market's mid to a point every so many seconds. D-107. */
import type { MidStep } from "./live-market.ts";

/** Units: epoch ms; market price units. */
export interface MidPoint {
  tsMs: number;
  mid: number;
}

/** How far apart points stand, and up to when. Units: epoch ms, seconds. */
export interface Spacing {
  nowMs: number;
  everyS: number;
}

/** Folds steps, the newest first, into the newest `limit` points, oldest first. */
export async function pointsOf(
  newestFirst: AsyncIterable<MidStep>,
  { nowMs, everyS }: Spacing,
  limit: number,
): Promise<MidPoint[]> {
  /**
   * @bound as many as were asked for: the reading ends; reference/store/history/mid-points.test.ts
   */
  const points: MidPoint[] = [];
  let untilS = Math.floor(nowMs / 1_000);
  for await (const { fromS, mid } of newestFirst) {
    let second = Math.floor(untilS / everyS) * everyS;
    for (; mid !== null && second >= fromS && points.length < limit; second -= everyS) {
      points.push({ tsMs: second * 1_000, mid });
    }
    if (points.length === limit) break;
    untilS = Math.min(untilS, fromS - 1);
  }
  return points.reverse();
}
