/** Rules on matching: crossing, priority, partial fills. */
import { ORDERS } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "MATCH-CROSS-01",
    "A LIMIT order that crosses a resting order trades at once, on every kind",
    {
      section: "What the service does",
      over: ORDERS,
      decisions: ["D-026"],
      fix:
        "Match before resting: a BUY at or above the best ask, a SELL at or below the best " +
        "bid. Where one side alone fails, its comparison is turned the wrong way.",
    },
  ),
  must("MATCH-CROSS-02", "No fill is worse than the taker's limit", {
    section: "Order place request",
    follows: ["MATCH-SWEEP-01", "RES-SHAPE-09", "ORD-FIELD-10"],
    over: ORDERS,
    decisions: ["D-026"],
    fix:
      "Trade at the resting order's price and check it against the taker's limit. Fees, " +
      "spreads or marks must not move the execution price.",
  }),
  must("MATCH-CROSS-04", "No fill is worse than the limit of the order that rested", {
    section: "Order place request",
    follows: ["RES-SHAPE-09"],
    over: ORDERS,
    decisions: ["D-026"],
    fix:
      "Hold every trade against both limits. A price improved for the taker beyond what the maker " +
      "asked, or a mid that lies behind it, is worse than the maker's limit.",
  }),
  must(
    "MATCH-PART-01",
    "A GTC larger than the opposite quantity is PARTIAL and its rest is in /orders/open",
    {
      section: "States 3",
      follows: ["RES-STATE-01", "RES-STATE-02", "MATCH-CROSS-01"],
      over: ORDERS,
      fix:
        "Rest what a GTC order could not fill. Sharing the code of IOC, which drops the rest, " +
        "is the usual cause.",
    },
  ),
  either(
    "MATCH-PART-02",
    "The resting side's record shows the same executed quantity as the taker's result",
    {
      section: "States",
      follows: ["MATCH-CROSS-01"],
      over: ORDERS,
      decisions: ["D-090"],
      fix:
        "Update the maker's record in the same step as the taker's. A projection that listens " +
        "to taker events alone leaves it stale.",
    },
  ),
  must(
    "MATCH-PART-03",
    "A resting order filled bit by bit is PARTIAL, then FILLED, and no more is filled",
    {
      section: "States",
      follows: ["RES-STATE-01", "RES-STATE-02", "MATCH-CROSS-01"],
      over: ORDERS,
      decisions: ["D-090"],
      fix:
        "Count what is left of a resting order at every fill, and take it out of the book with the " +
        "last one. Look for a status set at the first fill alone, or a quantity taken from qty anew.",
    },
  ),
  must("MATCH-PART-04", "What a GTC order could not fill at once is filled by who meets it later", {
    section: "States 3",
    follows: ["MATCH-CROSS-01"],
    over: ORDERS,
    fix:
      "Put into the book what remained, not what was ordered and not nothing: the rest of a taker " +
      "is a maker like any other.",
  }),
  must(
    "MATCH-SWEEP-02",
    "Orders together at one price are all filled before an order rests there",
    {
      section: "What the service does",
      follows: ["RES-STATE-01", "RES-STATE-02", "MATCH-PART-01", "MATCH-SWEEP-01"],
      over: ORDERS,
      decisions: ["D-026"],
      fix:
        "Go on within a level from order to order, and book each maker's part with it: together they " +
        "have given what the taker was told.",
    },
  ),
  must("MATCH-SWEEP-01", "An order crossing several levels fills all of them up to its qty", {
    section: "What the service does",
    follows: ["RES-STATE-03", "MATCH-CROSS-01"],
    over: ORDERS,
    decisions: ["D-036"],
    fix:
      "Go on level by level until the quantity is filled or the limit no longer crosses, " +
      "rather than stopping after the touch.",
  }),
  open("MATCH-SELF-01", "What happens when an agent crosses its own order", {
    section: "(silent)",
    over: ORDERS,
    decisions: ["D-027"],
  }),
];
