/** MARKET orders: they take what there is, within their price protection. Spec: Reject codes. */

import type { Side, TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing, readable } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import { type CheckContext, opposite } from "../check/check-context.ts";
import { lacks } from "../expect/answers.ts";
import { cutOff, declined, filled, nothingRemains } from "../expect/placed.ts";

/**
 * The side nobody quotes against. Errors: Inconclusive when others quote both sides, Missing where
 * others may and the book cannot be read.
 */
export async function unopposedSide(market: TradableMarket): Promise<Side> {
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
export async function quoteAround(t: CheckContext, side: Side): Promise<number> {
  const { other: maker, market } = t;
  const [low = 0, high = 0] = await market.inside(2);
  const [own, touch] = side === "BUY" ? [low, high] : [high, low];
  await maker.rests(market.limit(side, own));
  await maker.rests(market.limit(opposite(side), touch));
  return touch;
}

/** Sends a MARKET order. Errors: Missing where the venue has no price to protect it by (D-071). */
export async function sweep(
  t: CheckContext,
  side: Side,
  fields: OrderBody = {},
): Promise<PlaceResponse> {
  const { agent, market } = t;
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
  async body(t) {
    await quoteAround(t, "BUY");
    t.expect("TIF-MKT-01", await sweep(t, "BUY"), filled(1));
    // The bid of the quote is still there.
    t.expect("TIF-MKT-01", await sweep(t, "SELL"), filled(1));
  },
};

const findsNothing: Check = {
  title: "a MARKET order against an empty side is declined",
  proves: ["TIF-MKT-02"],
  needs: ["agent", "binary", "quiet"],
  async body(t) {
    const { agent, market } = t;
    const side = await unopposedSide(market);
    const placed = await agent.provoke(market.sweep(side));
    metNobody(market, placed);
    t.expect("TIF-MKT-02", placed, declined("MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"));
  },
};

/** A fill where the book showed nothing is another trader's order, unless the market is our own. */
function metNobody(market: TradableMarket, placed: PlaceResponse): void {
  if (placed.filledQty && !market.seat.own) throw new Inconclusive("another trader's order filled");
}

const takesWhatThereIs: Check = {
  title: "a MARKET order larger than the liquidity keeps its fill and leaves nothing resting",
  proves: ["TIF-MKT-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent: taker, market } = t;
    const side = await unopposedSide(market);
    await quoteAround(t, side);
    const swept = await sweep(t, side, { qty: 3 });
    if ((swept.filledQty ?? 0) > 1) metNobody(market, swept);
    t.expect("TIF-MKT-03", swept, filled(1));
    t.expect("TIF-MKT-03", swept, nothingRemains);
    await t.settle();
    t.expect("TIF-MKT-03", await taker.openOrders(market.id), lacks(String(swept.orderId)));
    t.expect("TIF-MKT-03", swept, cutOff);
  },
};

export const marketOrders: readonly Check[] = [takesLiquidity, findsNothing, takesWhatThereIs];
