/** Commands as requests of the venue's HTTP interface, and of its operator's endpoint. */
import type { Command, OrderRequest } from "../../reference/index.ts";

/** A request of an agent, or a call of the operator. Shape: paths without prefix. */
export type VenueRequest =
  | { method: string; path: string; query?: Record<string, string>; body?: object }
  | { control: string; path: string; body: object };

/** The request that leads to a command; null where none does. `bound` gives ids as they are there. */
export function requestOf(command: Command, bound: (id: string) => string): VenueRequest | null {
  switch (command.type) {
    case "place":
      return { method: "POST", path: "/orders", body: orderBody(command.request, bound) };
    case "cancel":
      return { method: "DELETE", path: `/orders/${bound(command.orderId)}` };
    case "cancel-all": {
      const { marketId } = command;
      const query = marketId === undefined ? {} : { query: { market_id: bound(marketId) } };
      return { method: "DELETE", path: "/orders", ...query };
    }
    case "amend": {
      const { orderId, price, qty } = command;
      return { method: "PATCH", path: `/orders/${bound(orderId)}`, body: { price, qty } };
    }
    case "replace-ladder": {
      const { marketId, side, orders } = command;
      const rungs = orders.map(({ request }) => orderBody(request, bound));
      const body = { market_id: bound(marketId), side, orders: rungs };
      return { method: "POST", path: "/orders/replace-ladder", body };
    }
    case "update-market": {
      const { marketId, status, resolution: outcome, markPrice: mark_price } = command;
      const body = { status, outcome: status === "RESOLVED" ? outcome : undefined, mark_price };
      return { control: "PATCH", path: `/markets/${bound(marketId)}`, body };
    }
    case "freeze":
      return { control: "PUT", path: "/freeze", body: { frozen: command.frozen } };
    default:
      return null;
  }
}

function orderBody(order: OrderRequest, bound: (id: string) => string): object {
  return {
    market_id: bound(order.marketId),
    client_order_id: order.clientOrderId,
    side: order.side,
    type: order.type,
    tif: order.tif,
    price: order.price,
    qty: order.qty,
    timestamp_ms: order.timestampMs,
    recv_window_ms: order.recvWindowMs,
    reduce_only: order.reduceOnly,
    slippage_cap_cents: order.slippageCapCents,
    slippage_cap_bps: order.slippageCapBps,
    leverage: order.leverage,
    margin_mode: order.marginMode,
    confirm_fat_finger: order.confirmFatFinger,
  };
}
