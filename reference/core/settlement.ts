/** The end of a market: resting orders go, positions are paid out, the clearing account empties. */
import { clear } from "./clearing.ts";
import type { Resolution } from "./commands.ts";
import { transfer } from "./ledger.ts";
import { updateReserve } from "./margin.ts";
import { type Market, marketView, markPrice } from "./market.ts";
import type { Position } from "./position.ts";
import { cancelResting } from "./resting.ts";
import type { VenueState } from "./state.ts";

/** How a market ends. Shape: `resolution` is null on a perp; see `Market.settlementPrice`. */
export interface MarketEnd {
  resolution: Resolution | null;
  settlementPrice?: number | null;
  atMs: number;
}

/** Cancels every resting order of a market, oldest first; their reserves are free at once. D-032. */
export function cancelAllResting(state: VenueState, market: Market, atMs: number): void {
  const orders = market.positions.flatMap((position) => position!.orders);
  for (const order of orders.sort((one, two) => one.seq - two.seq)) {
    cancelResting(state, order, atMs);
  }
}

/**
 * Pays winners: a binary 100 cents per contract, a perp at its mark, else at the last trade.
 * D-078. A parlay on this market follows when it is decided (D-077).
 */
export function resolve(state: VenueState, market: Market, how: MarketEnd): void {
  const { resolution, settlementPrice = null, atMs } = how;
  end(state, market, { status: "RESOLVED", atMs });
  const winning = resolution === "YES" ? market.payoutCents : 0;
  const price = market.isPerp ? (markPrice(market) ?? market.lastPrice) : winning;
  market.resolution = market.isPerp ? null : resolution;
  market.settlementPrice = market.isPerp ? price : settlementPrice;
  for (const position of openPositions(market)) closeAt(state, position, price);
  sweep(state, market);
  settleParlays(state, market, atMs);
}

/** Gives every open position its entry cost back. D-078. */
export function voidMarket(state: VenueState, market: Market, atMs: number): void {
  end(state, market, { status: "VOID", atMs });
  for (const position of openPositions(market)) refund(position);
  sweep(state, market);
  settleParlays(state, market, atMs);
}

function end(state: VenueState, market: Market, to: { status: "RESOLVED" | "VOID"; atMs: number }) {
  market.status = to.status;
  market.settledAtMs = to.atMs;
  cancelAllResting(state, market, to.atMs);
}

/** D-078. */
function openPositions(market: Market): Position[] {
  return market.positions.filter(
    (position) => position !== undefined && position.qty !== 0,
  ) as Position[];
}

/** D-078. */
function closeAt(state: VenueState, position: Position, price: number | null): void {
  const qty = Math.abs(position.qty);
  if (price === null) refund(position);
  else clear(state.ledger, { position, isBuy: position.qty < 0 }, { price, qty });
}

/** A short of a binary put in the payout minus the price, so that is what it gets back. D-078. */
function refund(position: Position): void {
  const { agent, market, entry } = position;
  const short = -Math.min(0, position.qty);
  const cents = short > 0 ? market.payoutCents * short - entry : entry;
  if (!market.isPerp) transfer(market.clearing, agent.cash, cents);
  position.qty = 0;
  position.entry = 0;
  position.openLoss = 0;
  updateReserve(position);
}

/** What paying out left over, or lacks, is the house's. D-078. */
function sweep(state: VenueState, { clearing }: Market): void {
  const { house } = state.ledger;
  if (clearing.cents >= 0) transfer(clearing, house, clearing.cents);
  else transfer(house, clearing, -clearing.cents);
}

/**
 * A parlay is lost with its first lost leg, void with its first void one, won with its last. D-078.
 */
function settleParlays(state: VenueState, leg: Market, atMs: number): void {
  for (const parlay of state.markets.values()) {
    const isAlive = parlay.status === "OPEN" || parlay.status === "EXPIRED";
    if (!isAlive || !parlay.terms.legs.includes(leg.marketId)) continue;
    const legs = parlay.terms.legs.map((legId) => state.markets.get(legId)!);
    if (leg.status === "VOID") voidMarket(state, parlay, atMs);
    else if (leg.resolution === "NO") resolve(state, parlay, { resolution: "NO", atMs });
    else if (legs.every(({ resolution }) => resolution === "YES")) {
      resolve(state, parlay, { resolution: "YES", atMs });
    } else continue;
    if (state.emit !== null) state.emit({ type: "market-changed", market: marketView(parlay) });
  }
}
