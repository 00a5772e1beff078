/** The margin mode is for perps, and is chosen when opening from flat. */
import { decline, type Gate } from "./gate.ts";

/** Spec: INVALID_MARGIN_MODE. D-077, D-079. */
export const marginMode: Gate = {
  name: "margin-mode",
  check: ({ marginMode: asked }, { market, position }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_MARGIN_MODE", `a ${market!.terms.kind} market has no margin mode`);
    }
    return position!.qty === 0 || position!.marginMode === asked
      ? null
      : decline("INVALID_MARGIN_MODE", `the open position is ${position!.marginMode}`);
  },
};
