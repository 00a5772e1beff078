/** From the steps of a market's mid to a point every so many seconds. D-107. */
import type { Knex } from "knex";
import type { MidStep } from "./live-market.ts";
import { type StoredRow, stepOf } from "./rows.ts";

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

/**
 * The steps that so many points can need: of all between two points the last, so that it costs
 * the same however often the mid moved.
 */
export async function* stepsNewestFirst(
  database: Knex,
  marketId: string,
  { nowMs, everyS, limit }: Spacing & { limit: number },
): AsyncGenerator<MidStep> {
  const steps = () => database<StoredRow>("mids").where({ market_id: marketId });
  for (let untilS = Math.floor(nowMs / 1_000); ; ) {
    const newest = await steps().where("from_s", "<=", untilS).max("from_s as from_s").first();
    if (newest?.["from_s"] == null) return;
    const toS = Number(newest["from_s"]);
    untilS = toS - everyS * limit;
    const lastOfEach = steps()
      .where("from_s", ">", untilS)
      .where("from_s", "<=", toS)
      .groupByRaw("(from_s + ? - 1) / ?", [everyS, everyS])
      .max("from_s");
    const rows = await steps().whereIn("from_s", lastOfEach).orderBy("from_s", "desc");
    yield* rows.map(stepOf);
  }
}
