/** The margin mode is for perps; with a position open it is ignored. */
import { decline, type Gate } from "./gate.ts";

/** Spec: INVALID_MARGIN_MODE. D-077, D-079. */
export const marginMode: Gate = {
  name: "margin-mode",
  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
      ? null
      : decline("INVALID_MARGIN_MODE", `a ${market!.terms.kind} market has no margin mode`),
};
