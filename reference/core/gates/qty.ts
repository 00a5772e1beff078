/** An order is for at least one contract. */
import { decline, type Gate } from "./gate.ts";

/** Spec: INVALID_QTY. D-067. */
export const qty: Gate = {
  name: "qty",
  check: (order) =>
    order.qty > 0 ? null : decline("INVALID_QTY", `qty ${order.qty} is not positive`),
};
