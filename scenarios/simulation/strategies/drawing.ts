/** Prices and quantities near the market, as most strategies draw them. */
import type { OrderRequest, Side } from "../../../reference/index.ts";
import type { ObservedMarket } from "../observed-market.ts";
import { beginOrder } from "../order-request.ts";
import type { Draft, Trader } from "./strategy.ts";

/** How far from the touch ordinary prices are. Units: ticks. */
const NEAR_TICKS = 8;

/** One of the two sides. */
export const drawSide = ({ random }: Trader): Side => (random.chance(0.5) ? "BUY" : "SELL");

/** Contracts of an ordinary order. */
export const drawQty = ({ random }: Trader, market: ObservedMarket): number =>
  random.between(1, market.kind === "BTC_PERP" ? 5 : 20);

/** A price some ticks off the middle: above zero crosses toward the other side. */
export function priceAt(market: ObservedMarket, side: Side, ticks: number): number {
  const { low, high, tick, bestBid, bestAsk } = market;
  const middle = middleOf(market);
  const from = (side === "BUY" ? bestAsk : bestBid) ?? middle;
  const price = side === "BUY" ? from + ticks * tick : from - ticks * tick;
  return Math.min(high, Math.max(low, price - (price % tick)));
}

/** An order that rests some ticks behind the opposite touch. */
export function passive(trader: Trader, market: ObservedMarket, side: Side): OrderRequest {
  const order = beginOrder(market, side, "LIMIT");
  order.price = priceAt(market, side, -trader.random.between(1, NEAR_TICKS));
  order.qty = drawQty(trader, market);
  return order;
}

/** An order that crosses what is there. */
export function aggressive(trader: Trader, market: ObservedMarket, side: Side): OrderRequest {
  const order = beginOrder(market, side, "LIMIT");
  order.price = priceAt(market, side, trader.random.between(0, NEAR_TICKS));
  order.qty = 2 * drawQty(trader, market);
  return order;
}

/** A placement dressed by the run's habits. */
export const place = (trader: Trader, order: OrderRequest, market: ObservedMarket): Draft => ({
  type: "place",
  request: trader.dressed(order, market),
});

function middleOf({ low, high, tick, bestBid, bestAsk, mark }: ObservedMarket): number {
  const known = bestBid ?? bestAsk ?? mark ?? (low + high) / 2;
  return known - (known % tick);
}
