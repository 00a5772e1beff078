/** Rules that belong to one kind of market: binary, perp, parlay. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const KINDS_RULES: readonly Rule[] = [
  must("BIN-PRICE-01", "On a cents binary 55 is a valid LIMIT price", {
    section: "Order place request",
    needs: ["agent", "binary"],
    decisions: ["D-080"],
  }),
  open(
    "BIN-SELL-01",
    "Whether SELL from flat takes the opposite side (accepted, or refused for funds)",
    { section: "Order place request", needs: ["agent", "binary"], decisions: ["D-074"] },
  ),
  either("BIN-SELL-02", "A SELL while long reduces the long first", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-074"],
  }),
  open("BIN-COLL-01", "Whether a BUY at price p reserves p per contract", {
    section: "What the service does",
    needs: ["agent", "binary"],
    decisions: ["D-074", "D-035"],
  }),
  must("PERP-LEV-01", "leverage 1 is accepted on a perp", {
    section: "What the service does",
    needs: ["agent", "perp"],
    decisions: ["D-064"],
  }),
  open("PERP-LEV-02", "Whether effective_leverage stays at or below the requested leverage", {
    section: "OrderPlaceResult",
    needs: ["agent", "perp"],
    decisions: ["D-075"],
  }),
  must("PERP-MM-01", "margin_mode CROSS is accepted from flat", {
    section: "What the service does",
    needs: ["agent", "perp"],
    decisions: ["D-075"],
  }),
  must("PERP-MM-02", "margin_mode ISOLATED is accepted from flat", {
    section: "What the service does",
    needs: ["agent", "perp"],
    decisions: ["D-075"],
  }),
  open("PERP-MM-03", "What margin_mode sent with an open position does", {
    section: "Order place request",
    needs: ["two-owners", "perp", "quiet"],
    decisions: ["D-079"],
  }),
  open("PERP-MARG-01", "Whether higher leverage needs less free cash for the same order", {
    section: "Reject codes",
    needs: ["agent", "perp"],
    decisions: ["D-075"],
  }),
  must("PARLAY-ORD-01", "A good LIMIT order on an open parlay is processed like any other", {
    section: "Order place request",
    needs: ["agent", "parlay"],
    decisions: ["D-077"],
  }),
  open("PARLAY-LEV-01", "What leverage or margin_mode on a parlay does", {
    section: "(contradictory)",
    needs: ["agent", "parlay"],
    decisions: ["D-077"],
  }),
];
