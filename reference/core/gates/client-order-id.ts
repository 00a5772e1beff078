/** A client order id that was answered before is answered the same, and places nothing. */
import { copyResult, curesDecline, sameOrder } from "../idempotency.ts";
import type { Gate } from "./gate.ts";

/** Spec: Behaviour 2. D-040, D-046. */
export const clientOrderId: Gate = {
  name: "client-order-id",
  check: (order, { agent }) => {
    if (order.clientOrderId === undefined) return null;
    const stored = agent.results.get(order.clientOrderId);
    if (stored === undefined) return null;
    if (sameOrder(stored.request, order)) {
      if (curesDecline(stored, order)) return null;
      return { kind: "first-result", result: copyResult(stored.result) };
    }
    // Another order under the id: D-044.
    return {
      kind: "refused",
      code: "CLIENT_ORDER_ID_CONFLICT",
      message: `client_order_id ${order.clientOrderId} belongs to another order`,
      details: { order_id: stored.orderId },
    };
  },
};
