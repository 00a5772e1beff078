/** Only an OPEN market takes orders. */
import { decline, type Gate } from "./gate.ts";

/** Spec: States 1, MARKET_CLOSED. D-006. */
export const marketOpen: Gate = {
  name: "market-open",
  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", `the market is ${market!.status}`),
};
