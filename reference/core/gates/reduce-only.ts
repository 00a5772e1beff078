/** A reduce-only order fits into the position together with those that rest already. */
import { decline, type Gate } from "./gate.ts";

/** Spec: REDUCE_ONLY_VIOLATION. D-072, D-073. */
export const reduceOnly: Gate = {
  name: "reduce-only",
  check: (order, { position }) => {
    if (order.reduceOnly !== true) return null;
    const isBuy = order.side === "BUY";
    const left = position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty;
    return order.qty <= left
      ? null
      : decline("REDUCE_ONLY_VIOLATION", `qty ${order.qty}, but only ${left} can be reduced`);
  },
};
