/** Rules that belong to one kind of market: binary, perp, parlay. */
import { KINDS, PREFIXES, SIDES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("BIN-PRICE-01", "On a cents binary 55 is a valid LIMIT price", {
    section: "Order place request",
    follows: ["TIF-GTC-01"],
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-080"],
    fix:
      "Accept every price on the market's own tick. A tick hard-wired, or taken from another " +
      "market, refuses good prices.",
  }),
  open(
    "BIN-SELL-01",
    "Whether SELL from flat takes the opposite side (accepted, or refused for funds)",
    { section: "Order place request", decisions: ["D-074"] },
  ),
  either("BIN-SELL-02", "An order against a position reduces it first: SELL a long, BUY a short", {
    section: "Order place request",
    follows: ["ACC-ISO-01"],
    over: { kind: KINDS, position: ["long", "short"], prefix: PREFIXES },
    decisions: ["D-074"],
    fix:
      "Net by sign: a SELL takes from a long first, and only the rest opens the other side. " +
      "Adding quantities regardless of side grows the position.",
  }),
  open("BIN-COLL-01", "Whether a BUY at price p reserves p per contract", {
    section: "What the service does",
    decisions: ["D-074", "D-035"],
  }),
  must("PERP-LEV-01", "leverage 1 is accepted on a perp", {
    section: "What the service does",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-064"],
    fix: "Make the lower bound inclusive: 1 is no leverage and always fine.",
  }),
  open("PERP-LEV-02", "Whether effective_leverage stays at or below the requested leverage", {
    section: "OrderPlaceResult",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-075"],
  }),
  must("PERP-MM-01", "margin_mode CROSS is accepted from flat", {
    section: "What the service does",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-075"],
    fix:
      "Accept CROSS on a perp. Check that the gate which refuses margin modes on binaries " +
      "looks at the market's kind.",
  }),
  must("PERP-MM-02", "margin_mode ISOLATED is accepted from flat", {
    section: "What the service does",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-075"],
    fix:
      "Accept ISOLATED when opening from flat, with or without leverage beside it. A gate " +
      "that knows CROSS alone declines good orders.",
  }),
  open("PERP-MM-03", "What margin_mode sent with an open position does", {
    section: "Order place request",
    decisions: ["D-079"],
  }),
  must("PERP-MM-04", "A position opened from flat has the margin_mode that its order asked for", {
    section: "Order place request",
    follows: ["PERP-MM-01", "PERP-MM-02"],
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-079"],
    fix:
      "Keep the mode of the order that opens, whichever side it is of. One that is set for buyers " +
      "alone leaves shorts with the default.",
  }),
  open("PERP-MARG-01", "Whether higher leverage needs less free cash for the same order", {
    section: "Reject codes",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-075"],
  }),
  must("PARLAY-ORD-01", "A good LIMIT order on an open parlay is processed like any other", {
    section: "Order place request",
    follows: ["TIF-GTC-01", "REJ-PRICE-05", "ORD-FIELD-13", "RES-SHAPE-05"],
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-077"],
    fix:
      "Take orders on a parlay through the same path as on a binary. A look-up limited to " +
      "two kinds answers UNKNOWN_MARKET.",
  }),
  open("PARLAY-LEV-01", "What leverage or margin_mode on a parlay does", {
    section: "(contradictory)",
    decisions: ["D-077"],
  }),
];
