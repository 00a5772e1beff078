/** MARKET orders: they take what there is, within their price protection. Spec: Reject codes. */

import type { Market, Side } from "../../scenarios/deployment/market.ts";
import type { Order, Placed } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing, readable } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import { opposite, type Trial } from "../check/check-context.ts";
import { lacks } from "../expect/answers.ts";
import { cutOff, declined, filled, nothingRemains } from "../expect/placed.ts";

/**
 * The side nobody quotes against. Errors: Inconclusive when others quote both sides, Missing where
 * others may and the book cannot be read.
 */
export async function unopposedSide(market: Market): Promise<Side> {
  const { bids, asks } = market.seat.own
    ? await market.book()
    : readable(await market.bookShown(), "the book of a market that others trade too");
  if (asks.length === 0) return "BUY";
  if (bids.length === 0) return "SELL";
  throw new Inconclusive("other traders quote both sides of the market");
}

/**
 * The other agent quotes both sides inside the spread, qty 1 each, so that a taker of `side` finds
 * a touch with the mid half a tick away. Returns the touch. Units: market price units.
 */
export async function quoteAround(trial: Trial, side: Side): Promise<number> {
  const { other: maker, market } = trial;
  const [low = 0, high = 0] = await market.inside(2);
  const [own, touch] = side === "BUY" ? [low, high] : [high, low];
  await maker.rests(market.limit(side, own));
  await maker.rests(market.limit(opposite(side), touch));
  return touch;
}

/** Sends a MARKET order. Errors: Missing where the venue has no price to protect it by (D-071). */
export async function sweep(trial: Trial, side: Side, fields: Order = {}): Promise<Placed> {
  const { agent, market } = trial;
  const placed = await agent.place(market.sweep(side, fields));
  if (placed.reason === "NO_REFERENCE_PRICE" && market.seat.markPrice === null) {
    throw new Missing("the market has no mark or index price: name a market with mark_price");
  }
  return placed;
}

const takesLiquidity: Check = {
  title: "a MARKET order fills against a resting order",
  proves: ["TIF-MKT-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(trial) {
    await quoteAround(trial, "BUY");
    trial.expect("TIF-MKT-01", await sweep(trial, "BUY"), filled(1));
    // The bid of the quote is still there.
    trial.expect("TIF-MKT-01", await sweep(trial, "SELL"), filled(1));
  },
};

const findsNothing: Check = {
  title: "a MARKET order against an empty side is declined",
  proves: ["TIF-MKT-02"],
  needs: ["agent", "binary", "quiet"],
  async body(trial) {
    const { agent, market } = trial;
    const side = await unopposedSide(market);
    const placed = await agent.provoke(market.sweep(side));
    metNobody(market, placed);
    trial.expect("TIF-MKT-02", placed, declined("MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"));
  },
};

/** A fill where the book showed nothing is another trader's order, unless the market is our own. */
function metNobody(market: Market, placed: Placed): void {
  if (placed.filledQty && !market.seat.own) throw new Inconclusive("another trader's order filled");
}

const takesWhatThereIs: Check = {
  title: "a MARKET order larger than the liquidity keeps its fill and leaves nothing resting",
  proves: ["TIF-MKT-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(trial) {
    const { agent: taker, market } = trial;
    const side = await unopposedSide(market);
    await quoteAround(trial, side);
    const swept = await sweep(trial, side, { qty: 3 });
    if ((swept.filledQty ?? 0) > 1) metNobody(market, swept);
    trial.expect("TIF-MKT-03", swept, filled(1));
    trial.expect("TIF-MKT-03", swept, nothingRemains);
    await trial.settle();
    trial.expect("TIF-MKT-03", await taker.openOrders(market.id), lacks(String(swept.orderId)));
    trial.expect("TIF-MKT-03", swept, cutOff);
  },
};

export const marketOrders: readonly Check[] = [takesLiquidity, findsNothing, takesWhatThereIs];
