/** The agent has the cash that this order may come to need. */
import { contractValue, requirementWith } from "../margin.ts";
import { decline, type Gate } from "./gate.ts";

/**
 * Spec: INSUFFICIENT_MARGIN; margin.ts says how much is needed.
 * Shape: an order that needs no more than is reserved already always passes.
 */
export const margin: Gate = {
  name: "margin",
  check: (order, { market, position, limit }) => {
    if (Number.isNaN(limit)) return null;
    const isBuy = order.side === "BUY";
    const needed = requirementWith(position!, {
      isBuy,
      qty: order.qty,
      value: contractValue(market!, isBuy, limit),
      leverage: order.leverage ?? position!.leverage,
    });
    const more = needed - position!.reservedCents;
    const free = position!.agent.freeCents;
    return more <= free || more <= 0
      ? null
      : decline("INSUFFICIENT_MARGIN", `needs ${more} cents more, ${free} are free`);
  },
};
