/** Fields that contradict each other whatever the market is. */
import { type Gate, invalid } from "./gate.ts";

/** Spec: Order place request. D-052; all are VALIDATION_ERROR. */
export const requestShape: Gate = {
  name: "request-shape",
  check: (order, { limits }) => {
    const { clientOrderId } = order;
    if (order.type === "LIMIT" && order.price === undefined) {
      return invalid("price", "a LIMIT order requires a price");
    }
    if ((order.timestampMs === undefined) !== (order.recvWindowMs === undefined)) {
      const missing = order.timestampMs === undefined ? "timestamp_ms" : "recv_window_ms";
      return invalid(missing, "timestamp_ms and recv_window_ms come together or not at all");
    }
    // How long an id may be: D-047.
    if (clientOrderId !== undefined && clientOrderId.length > limits.clientOrderIdLengthMax) {
      return invalid("client_order_id", `longer than ${limits.clientOrderIdLengthMax} characters`);
    }
    return null;
  },
};
