/** A limit price lies in the market's band and on its grid. */
import { decline, type Gate } from "./gate.ts";

/** Spec: Behaviour 1, PRICE_OUT_OF_RANGE. D-004, D-068. The price of a MARKET order is ignored. */
export const priceRange: Gate = {
  name: "price-range",
  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    if (price! < low || price! > high) {
      return decline("PRICE_OUT_OF_RANGE", `price ${price} is outside the band ${low}..${high}`);
    }
    return price! % tick === 0
      ? null
      : decline("PRICE_OUT_OF_RANGE", `price ${price} is off the grid of ${tick}`);
  },
};
