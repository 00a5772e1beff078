/** The one body whose members the spec names: the result of placing an order. */
import type { Order } from "../trading/order.ts";
import type { Wire } from "./wire.ts";

const ZERO_UUID = "00000000-0000-0000-0000-000000000000";

/** OrderPlaceResult of an order as it is, or as it was first; what is null is left out here. */
export function placeResult(order: Order, wire: Wire, when: "now" | "first" = "now"): object {
  const seen = when === "first" ? order.first : order;
  const fills = when === "first" ? order.fills.slice(0, order.first.fills) : order.fills;
  const value = fills.reduce((sum, fill) => sum + fill.price * fill.qty, 0);
  return {
    order_id: order.id,
    market_id: order.request.marketId,
    status: seen.state,
    filled_qty: seen.executed,
    remaining_qty: seen.leaves,
    ...(seen.executed > 0 && { avg_fill_price_cents: value / seen.executed }),
    fills: fills.map((fill) => wire.fill(fill)),
    ...(order.leverage !== null && { effective_leverage: order.leverage }),
  };
}

/** OrderPlaceResult of an order that never entered the ledger. */
export function rejectedResult(marketId: string, code: string, message: string): object {
  return {
    order_id: ZERO_UUID,
    market_id: marketId,
    status: "REJECTED",
    reject_reason: code,
    reject_message: message,
    filled_qty: 0,
    remaining_qty: 0,
    fills: [],
  };
}
