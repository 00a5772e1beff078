/** The taker against the book: trades at the makers' prices, best price and oldest order first. */
import { reaches } from "./book.ts";
import { clear } from "./clearing.ts";
import type { Order } from "./order.ts";
import type { FillView } from "./outcomes.ts";
import { cancelResting, trimReduceOnly, unrest } from "./resting.ts";
import { announce, closeOrder, type VenueState } from "./state.ts";

/**
 * Trades an order up to its limit. Resting orders of the same agent in its way are cancelled.
 * Shape: fills in the order they happened.
 */
export function match(state: VenueState, taker: Order, atMs: number): FillView[] {
  const side = taker.market.book.opposite(taker.isBuy);
  const fills: FillView[] = [];
  while (taker.remainingQty > 0) {
    const level = side.best;
    if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;
    const maker = level.head!;
    // Nobody trades with himself: D-027.
    if (maker.agent === taker.agent) cancelResting(state, maker, atMs);
    else fills.push(trade(state, taker, maker, atMs));
  }
  return fills;
}

function trade(state: VenueState, taker: Order, maker: Order, atMs: number): FillView {
  const { market, price } = maker;
  const qty = Math.min(taker.remainingQty, maker.remainingQty);
  const view = { tradeSeq: ++state.tradeSeq, price, qty, atMs };
  market.lastPrice = price;
  fill(taker, price, qty);
  fill(maker, price, qty);
  maker.updatedAtMs = atMs;
  if (maker.remainingQty > 0) market.book.shrink(maker, qty);
  else unrest(state, maker, qty);
  clear(state.ledger, taker, view);
  clear(state.ledger, maker, view);
  state.hash.mix(maker.seq);
  state.hash.mix(qty);
  if (state.emit !== null) announceTrade(state, taker, maker, view);
  if (maker.remainingQty > 0) announce(state, "order-changed", maker);
  else closeOrder(state, maker);
  trimReduceOnly(state, maker.position, atMs);
  trimReduceOnly(state, taker.position, atMs);
  return view;
}

function fill(order: Order, price: number, qty: number): void {
  order.filledQty += qty;
  order.filledNotional += price * qty;
  order.position.side(order.isBuy).leave(order, qty);
}

/** What is told of a trade: D-105. */
function announceTrade(state: VenueState, taker: Order, maker: Order, fillView: FillView): void {
  const { tradeSeq, price, qty, atMs } = fillView;
  state.emit!({
    type: "trade",
    tradeSeq,
    price,
    qty,
    atMs,
    marketId: maker.market.marketId,
    takerSide: taker.isBuy ? "BUY" : "SELL",
    takerOrderId: taker.orderId,
    makerOrderId: maker.orderId,
    takerAgentId: taker.agent.agentId,
    makerAgentId: maker.agent.agentId,
  });
}
