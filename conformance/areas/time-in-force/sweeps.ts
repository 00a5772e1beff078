/** How MARKET orders are sent to a book of which all is known. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";

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
  if (placed.reason === "NO_REFERENCE_PRICE" && market.info.markPrice === null) {
    throw new Missing("the market has no mark or index price: name a market with mark_price");
  }
  return placed;
}

/** A price so far past the touch, as a taker of this side sees it. Units: market price units. */
export function past(touch: number, side: Side, distance: number): number {
  return side === "BUY" ? touch + distance : touch - distance;
}
