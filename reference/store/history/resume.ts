/** Where the history that a store holds left off, so that a projection goes on from there. */
import type { MarketView } from "../../core/outcomes.ts";
import type { Venue } from "../../core/venue.ts";
import { PERIODS_S } from "../../data/candles.ts";
import type { KeptHistory } from "./kept-history.ts";
import type { LiveMarket } from "./live-market.ts";
import { liveMarket, type Projection } from "./projection.ts";
import { candleOf } from "./rows.ts";

/** Brings a projection to where a recovered venue stands; before anything new happens. */
export async function resumeProjection(
  projection: Projection,
  venue: Pick<Venue, "markets">,
  kept: KeptHistory,
): Promise<void> {
  const alive = venue.markets().filter(({ status }) => status === "OPEN" || status === "EXPIRED");
  const markets: LiveMarket[] = [];
  for (const market of alive) markets.push(await marketSoFar(market, kept));
  projection.resume(markets, await kept.volumes());
}

async function marketSoFar(view: MarketView, kept: KeptHistory): Promise<LiveMarket> {
  const market = liveMarket(view);
  const { candles, step } = await kept.latest(view.marketId);
  for (const [index, periodS] of PERIODS_S.entries()) {
    const row = candles.find(({ period_s }) => Number(period_s) === periodS);
    if (row !== undefined) market.candles[index] = candleOf(row);
  }
  market.step = step;
  return market;
}
