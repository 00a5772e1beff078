/** An order names a market of this venue. */
import { decline, type Gate } from "./gate.ts";

/** Spec: UNKNOWN_MARKET. D-007. */
export const marketExists: Gate = {
  name: "market-exists",
  check: ({ marketId }, { market }) =>
    market === null ? decline("UNKNOWN_MARKET", `no market ${marketId}`) : null,
};
