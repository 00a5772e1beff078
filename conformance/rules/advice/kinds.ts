/** How to fix a venue that fails a rule on binaries, perps and parlays. */

/** By rule id, in the catalogue's order. */
export const KINDS_ADVICE: Readonly<Record<string, string>> = {
  "BIN-PRICE-01":
    "Accept every price on the market's own tick. A tick hard-wired, or taken from another " +
    "market, refuses good prices.",
  "BIN-SELL-02":
    "Net by sign: a SELL takes from a long first, and only the rest opens the other side. " +
    "Adding quantities regardless of side grows the position.",
  "PERP-LEV-01": "Make the lower bound inclusive: 1 is no leverage and always fine.",
  "PERP-MM-01":
    "Accept CROSS on a perp. Check that the gate which refuses margin modes on binaries looks " +
    "at the market's kind.",
  "PERP-MM-02":
    "Accept ISOLATED when opening from flat, with or without leverage beside it. A gate that " +
    "knows CROSS alone declines good orders.",
  "PARLAY-ORD-01":
    "Take orders on a parlay through the same path as on a binary. A look-up limited to two " +
    "kinds answers UNKNOWN_MARKET.",
};
