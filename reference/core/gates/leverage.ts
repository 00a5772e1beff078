/** Leverage is for perps, from one up to the market's cap. */
import { decline, type Gate, invalid } from "./gate.ts";

/** Spec: INVALID_LEVERAGE. D-008 (above the cap `details` name both numbers), D-064, D-077. */
export const leverage: Gate = {
  name: "leverage",
  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_LEVERAGE", `leverage ${asked} asked, the market's is 1`);
    }
    if (asked < 1) return invalid("leverage", "must be at least 1");
    const cap = market!.leverageCap;
    if (asked <= cap) return null;
    const details = { requested_leverage: asked, effective_leverage: cap };
    return {
      ...decline("INVALID_LEVERAGE", `leverage ${asked} asked, the cap is ${cap}`),
      details,
    };
  },
};
