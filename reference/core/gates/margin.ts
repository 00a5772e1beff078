/** The agent has the cash that this order may come to need. */
import type { OrderRequest } from "../commands.ts";
import { availableCents } from "../exposure.ts";
import { effectiveTif } from "../idempotency.ts";
import { contractValue, requirementWith } from "../margin.ts";
import type { Position } from "../position.ts";
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
      leverage: leastLeverage(order, position!),
    });
    const more = needed - position!.reservedCents;
    const free = availableCents(position!.agent);
    return more <= free || more <= 0
      ? null
      : decline("INSUFFICIENT_MARGIN", `needs ${more} cents more, ${free} are free`);
  },
};

/** Flat, an order may come to open at what it asks for, or to rest beside others at theirs. D-075. */
function leastLeverage(order: OrderRequest, position: Position): number {
  const { leverage: asked } = order;
  if (asked === undefined || position.qty !== 0) return position.leverage;
  return position.isIdle || !mayRest(order) ? asked : Math.min(asked, position.leverage);
}

function mayRest(order: OrderRequest): boolean {
  const tif = effectiveTif(order);
  return tif === "GTC" || tif === "POST_ONLY";
}
