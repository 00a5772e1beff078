/** A MARKET order needs a mark or an index price to be judged by. */
import { markPrice } from "../market.ts";
import { decline, type Gate } from "./gate.ts";

/** Spec: NO_REFERENCE_PRICE. D-071: without a mark the index will do, unless there is said to be none. */
export const referencePrice: Gate = {
  name: "reference-price",
  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;
    const isUnknown = market!.isUnvalued || (isIndexLost && markPrice(market!) === null);
    return isUnknown ? decline("NO_REFERENCE_PRICE", "the market has no price to go by now") : null;
  },
};
