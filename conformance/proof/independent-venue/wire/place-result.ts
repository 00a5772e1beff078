/** The one body whose members the spec names: the result of placing an order. */
import type { Order } from "../trading/order.ts";
import type { Wire } from "./wire.ts";

const ZERO_UUID = "00000000-0000-0000-0000-000000000000";

/** OrderPlaceResult of an order in its present state; what is null elsewhere is left out here. */
export function placeResult(order: Order, wire: Wire): object {
  const value = order.fills.reduce((sum, fill) => sum + fill.price * fill.qty, 0);
  return {
    order_id: order.id,
    market_id: order.request.marketId,
    status: order.state,
    filled_qty: order.executed,
    remaining_qty: order.leaves,
    ...(order.executed > 0 && { avg_fill_price_cents: value / order.executed }),
    fills: order.fills.map((fill) => wire.fill(fill)),
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
