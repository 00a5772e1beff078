/** A MARKET order needs a mark price to be judged by. */
import { decline, type Gate } from "./gate.ts";

/** Spec: NO_REFERENCE_PRICE. D-071: a binary of which nothing is said is judged by its book. */
export const referencePrice: Gate = {
  name: "reference-price",
  check: ({ type }, { market }) =>
    type === "MARKET" && market!.isUnvalued
      ? decline("NO_REFERENCE_PRICE", "the market has no mark price now")
      : null,
};
