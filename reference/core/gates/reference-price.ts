/** A MARKET order on a perp needs a mark price to be judged by. */
import { decline, type Gate } from "./gate.ts";

/** Spec: NO_REFERENCE_PRICE. D-071: a binary is judged by its book alone. */
export const referencePrice: Gate = {
  name: "reference-price",
  check: ({ type }, { market }) =>
    type === "MARKET" && market!.isPerp && market!.givenMark === null
      ? decline("NO_REFERENCE_PRICE", "the market has no mark price now")
      : null,
};
