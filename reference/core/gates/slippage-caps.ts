/** Each price protection belongs to one kind of market. */
import { type Gate, invalid } from "./gate.ts";

/** Spec: Order place request, Behaviour 6. D-066: the wrong kind is refused, LIMIT ignores it. */
export const slippageCaps: Gate = {
  name: "slippage-caps",
  check: ({ slippageCapCents: cents, slippageCapBps: bps }, { market }) => {
    if (market!.isPerp) {
      if (cents !== undefined) return invalid("slippage_cap_cents", "only on a binary");
      return bps! < 0 ? invalid("slippage_cap_bps", "must not be negative") : null;
    }
    if (bps !== undefined) return invalid("slippage_cap_bps", "only on a perp");
    return cents! < 0 ? invalid("slippage_cap_cents", "must not be negative") : null;
  },
};
