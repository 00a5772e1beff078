/** Where the history that a store holds left off, so that a projection goes on from there. */
import type { Knex } from "knex";
import type { MarketView } from "../../core/outcomes.ts";
import type { Venue } from "../../core/venue.ts";
import { PERIODS_S } from "../../data/candles.ts";
import type { LiveMarket } from "./live-market.ts";
import { liveMarket, type Projection } from "./projection.ts";
import { candleOf, type StoredRow, stepOf } from "./rows.ts";

/** Brings a projection to where a recovered venue stands; before anything new happens. */
export async function resumeProjection(
  projection: Projection,
  venue: Pick<Venue, "markets">,
  database: Knex,
): Promise<void> {
  const alive = venue.markets().filter(({ status }) => status === "OPEN" || status === "EXPIRED");
  const markets: LiveMarket[] = [];
  for (const market of alive) markets.push(await marketSoFar(market, database));
  const volumes = await database<StoredRow>("agent_volumes").select();
  projection.resume(
    markets,
    volumes.map((row) => [String(row["agent_id"]), Number(row["notional_millicents"])]),
  );
}

async function marketSoFar(view: MarketView, database: Knex): Promise<LiveMarket> {
  const market = liveMarket(view);
  const own = { market_id: view.marketId };
  const latest = PERIODS_S.map((period_s) => {
    const newest = database("candles")
      .where({ ...own, period_s })
      .orderBy("start_ms", "desc");
    return database.select("*").from(newest.limit(1).as(`newest_${period_s}`));
  });
  const candles: StoredRow[] = await database.unionAll(latest);
  for (const [index, periodS] of PERIODS_S.entries()) {
    const row = candles.find(({ period_s }) => Number(period_s) === periodS);
    if (row !== undefined) market.candles[index] = candleOf(row);
  }
  const step = await database<StoredRow>("mids").where(own).orderBy("from_s", "desc").first();
  if (step !== undefined) market.step = stepOf(step);
  return market;
}
