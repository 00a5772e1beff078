/** A MARKET order finds somebody to trade with. */
import { fillableQty } from "../book.ts";
import { decline, type Gate } from "./gate.ts";

/** Spec: MARKET_NO_LIQUIDITY. D-023; orders of one's own do not count (D-027). */
export const liquidity: Gate = {
  name: "liquidity",
  check: (order, { agent, market }) => {
    if (order.type !== "MARKET") return null;
    const isBuy = order.side === "BUY";
    const limit = isBuy ? Number.POSITIVE_INFINITY : 0;
    return fillableQty(market!.book, { agent, isBuy, limit, wanted: 1 }) > 0
      ? null
      : decline("MARKET_NO_LIQUIDITY", `nobody to ${isBuy ? "buy from" : "sell to"}`);
  },
};
