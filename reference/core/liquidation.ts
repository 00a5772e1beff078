/** Closing what its margin no longer bears: the venue's own order, at the mark, through the book. */
import { contextOf } from "./admission.ts";
import { reaches } from "./book.ts";
import type { OrderRequest } from "./commands.ts";
import { isBelowMaintenance } from "./exposure.ts";
import { type Market, markPrice } from "./market.ts";
import { share } from "./money.ts";
import { execute } from "./place.ts";
import type { Position } from "./position.ts";
import { cancelResting } from "./resting.ts";
import type { VenueState } from "./state.ts";

/** Orders of the venue's own have ids that nobody draws: their variant is none of a random one. */
const OWN_IDS = "00000000-0000-8000-8000-";

/** Whether an order was the venue's, to close a position. */
export function isLiquidation(orderId: string): boolean {
  return orderId.startsWith(OWN_IDS);
}

/**
 * Closes, as far as the book goes, every position of a market that is below its maintenance margin,
 * in the order of the agents; to be called when its mark has moved. D-076.
 * Shape: nothing happens without a maintenance margin, without a mark, or while the venue is frozen.
 */
export function liquidate(state: VenueState, market: Market, atMs: number): void {
  if (market.maintenanceMarginBps === null || market.status !== "OPEN" || state.frozen) return;
  const mark = markPrice(market);
  if (mark === null) return;
  for (const position of market.positions) {
    if (position === undefined || position.qty === 0 || !isBelowMaintenance(position)) continue;
    cancelBehind(state, position, atMs);
    closeOut(state, position, { mark, atMs });
  }
}

/** Orders that hold cash which the position needs: a CROSS one needs that of all of them. */
function cancelBehind(state: VenueState, position: Position, atMs: number): void {
  const { agent, marginMode } = position;
  const positions = marginMode === "CROSS" ? agent.positions : [position];
  const orders = positions.flatMap((one) => one.orders).sort((one, two) => one.seq - two.seq);
  for (const order of orders) cancelResting(state, order, atMs);
}

/** Trades no further from the mark than a MARKET order from the touch; else it waits for the next. */
function closeOut(state: VenueState, position: Position, at: { mark: number; atMs: number }): void {
  const { agent, market, qty } = position;
  const isBuy = qty < 0;
  const limit = limitOf(state, at.mark, isBuy);
  const { best } = market.book.opposite(isBuy);
  if (best === null || !reaches(best.price, limit, isBuy)) return;
  const request: OrderRequest = {
    marketId: market.marketId,
    side: isBuy ? "BUY" : "SELL",
    type: "MARKET",
    qty: Math.abs(qty),
    reduceOnly: true,
  };
  const orderId = OWN_IDS + (state.orderSeq + 1).toString(16).padStart(12, "0");
  const context = contextOf(state, { agent, request, atMs: at.atMs });
  const order = { type: "place", agentId: agent.agentId, orderId, request } as const;
  execute(state, order, { ...context, limit });
}

/** Units: price units. D-065. */
function limitOf({ limits }: VenueState, mark: number, isBuy: boolean): number {
  const slip = share(mark, { part: limits.defaultSlippageBps, whole: 10_000 }, false);
  return isBuy ? mark + slip : mark - slip;
}
