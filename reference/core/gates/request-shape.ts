/** Fields that contradict each other whatever the market is. */
import { type Gate, invalid } from "./gate.ts";

/** Spec: Order place request. D-024, D-047, D-052; all are VALIDATION_ERROR. */
export const requestShape: Gate = {
  name: "request-shape",
  check: (order, { limits }) => {
    const { clientOrderId } = order;
    if (order.type === "LIMIT") {
      if (order.price === undefined) return invalid("price", "a LIMIT order requires a price");
    } else if (order.tif === "POST_ONLY") {
      return invalid("tif", "a MARKET order cannot be POST_ONLY");
    }
    if ((order.timestampMs === undefined) !== (order.recvWindowMs === undefined)) {
      const missing = order.timestampMs === undefined ? "timestamp_ms" : "recv_window_ms";
      return invalid(missing, "timestamp_ms and recv_window_ms come together or not at all");
    }
    if (clientOrderId !== undefined && clientOrderId.length > limits.clientOrderIdLengthMax) {
      return invalid("client_order_id", `longer than ${limits.clientOrderIdLengthMax} characters`);
    }
    return null;
  },
};
