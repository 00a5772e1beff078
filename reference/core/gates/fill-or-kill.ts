/** A FOK order finds all its contracts at once, orders of one's own left aside. */
import { fillableQty } from "../book.ts";
import { effectiveTif } from "../idempotency.ts";
import { decline, type Gate } from "./gate.ts";

/** Spec: FOK_NOT_FILLABLE. */
export const fillOrKill: Gate = {
  name: "fill-or-kill",
  check: (order, { agent, market, limit }) => {
    if (effectiveTif(order) !== "FOK") return null;
    const demand = { agent, isBuy: order.side === "BUY", limit, wanted: order.qty };
    const found = fillableQty(market!.book, demand);
    return found >= order.qty
      ? null
      : decline("FOK_NOT_FILLABLE", `only ${found} of ${order.qty} can be filled`);
  },
};
