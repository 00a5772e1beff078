/** Rules on times in force: GTC, IOC, FOK, POST_ONLY, MARKET. */
import { ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("TIF-GTC-01", "A non-crossing GTC is NEW and in /orders/open", {
    section: "Order place request",
    over: ORDERS,
    fix:
      "Keep a GTC order that does not cross on the book until it is filled or cancelled. " +
      "Expiry timers and self-trade rules must leave it alone.",
  }),
  must("TIF-IOC-01", "An IOC without a match never rests", {
    section: "OrderPlaceResult",
    over: ORDERS,
    decisions: ["D-022"],
    fix:
      "Cancel what an IOC order leaves over before the answer is sent, also when nothing was " +
      "filled.",
  }),
  either("TIF-IOC-02", "An unmatched IOC is CANCELLED or REJECTED", {
    section: "States",
    follows: ["TIF-IOC-01", "RES-STATE-01"],
    over: ORDERS,
    decisions: ["D-022"],
    fix:
      "Answer CANCELLED, or REJECTED, when nothing traded. FILLED is not the word for " +
      "finished.",
  }),
  must(
    "TIF-IOC-03",
    "An IOC matched in part has filled_qty < qty, remaining_qty 0, and nothing rests",
    {
      section: "OrderPlaceResult",
      follows: ["TIF-IOC-01", "MATCH-CROSS-01"],
      over: ORDERS,
      decisions: ["D-021"],
      fix: "Cut the rest after the first pass: remaining_qty 0, and no entry in the book.",
    },
  ),
  either("TIF-IOC-04", "A partly filled IOC is CANCELLED or PARTIAL", {
    section: "States",
    follows: ["TIF-IOC-03", "RES-STATE-01"],
    over: ORDERS,
    decisions: ["D-021"],
    fix:
      "Answer CANCELLED with filled_qty above zero, or PARTIAL. NEW means that nothing was " +
      "filled.",
  }),
  must("TIF-IOC-05", "A fully matchable IOC is FILLED", {
    section: "Order place request",
    follows: ["RES-STATE-03", "MATCH-CROSS-01", "RES-STATE-01"],
    over: ORDERS,
    fix: "Set FILLED when filled_qty reaches qty, before the rule that cancels IOC orders runs.",
  }),
  must("TIF-FOK-01", "A fully matchable FOK is FILLED", {
    section: "Order place request",
    follows: ["RES-STATE-03", "MATCH-CROSS-01", "MATCH-SWEEP-01", "RES-STATE-01", "RES-STATE-02"],
    over: ORDERS,
    fix:
      "Sum the quantity within the limit over all levels, not just the touch, and trade when " +
      "it is enough.",
  }),
  must("TIF-FOK-02", "A FOK not fully matchable is REJECTED with FOK_NOT_FILLABLE and no fill", {
    section: "Reject codes",
    over: ORDERS,
    fix:
      "Look before trading: sum what crosses, and decline with FOK_NOT_FILLABLE when it is " +
      "less than qty. Test both sides, since the sum is often written twice.",
  }),
  must("TIF-FOK-03", "A FOK refused as not fillable leaves the resting order untouched", {
    section: "Reject codes",
    follows: ["TIF-FOK-02", "MATCH-CROSS-01"],
    over: ORDERS,
    fix:
      "Decide on a dry run that changes nothing. Trading first and rolling back leaves " +
      "fills, or a changed queue, behind.",
  }),
  must("TIF-PO-01", "A POST_ONLY that does not cross rests as NEW", {
    section: "Order place request",
    over: ORDERS,
    fix:
      "Let a POST_ONLY order rest when its price does not reach the opposite best. An empty " +
      "opposite side never crosses.",
  }),
  must("TIF-PO-02", "A POST_ONLY that crosses is REJECTED with POST_ONLY_WOULD_CROSS and no fill", {
    section: "Reject codes",
    over: ORDERS,
    decisions: ["D-025"],
    fix:
      "Compare with the opposite best before matching, and decline with " +
      "POST_ONLY_WOULD_CROSS. Test both sides, since the comparison is written for each.",
  }),
  must("TIF-PO-03", "A POST_ONLY priced at the opposite best also crosses", {
    section: "Reject codes",
    follows: ["TIF-PO-02"],
    over: ORDERS,
    decisions: ["D-025"],
    fix: "Use >= for a BUY and <= for a SELL: a price equal to the opposite best would trade.",
  }),
  must("TIF-PO-04", "A crossing POST_ONLY is not repriced and leaves the book untouched", {
    section: "Reject codes",
    follows: ["TIF-PO-02"],
    over: ORDERS,
    decisions: ["D-025", "D-031"],
    fix:
      "Decline and stop. Do not slide the price a tick away, and place nothing in the book " +
      "before the decision.",
  }),
  must("TIF-PO-06", "A POST_ONLY order that rests is filled by an order that meets it", {
    section: "Order place request",
    follows: ["TIF-PO-01", "MATCH-CROSS-01", "RES-STATE-01"],
    over: ORDERS,
    fix:
      "Put a POST_ONLY order that does not cross into the same book as any other: only its arrival " +
      "differs.",
  }),
  must("TIF-PO-07", "A POST_ONLY order amended to the opposite best price takes nothing", {
    section: "Reject codes",
    follows: ["TIF-PO-02", "TIF-PO-03"],
    over: ORDERS,
    decisions: ["D-025", "D-030"],
    fix:
      "Keep the time in force with the order, and judge an amended order by it as one that " +
      "arrives: what may not match on arrival may not match later of its own accord.",
  }),
  open("TIF-PO-05", "What POST_ONLY together with MARKET does", {
    section: "(silent)",
    decisions: ["D-024"],
  }),
  must("TIF-MKT-01", "A MARKET order fills against resting orders", {
    section: "Order place request",
    follows: ["RES-STATE-01", "RES-STATE-02", "RES-STATE-03"],
    over: ORDERS,
    fix:
      "Match a MARKET order as if its price were the worst possible one. A missing price " +
      "read as 0 or null never crosses for a BUY.",
  }),
  either(
    "TIF-MKT-02",
    "MARKET against an empty side is REJECTED: MARKET_NO_LIQUIDITY or NO_REFERENCE_PRICE",
    {
      section: "Reject codes",
      over: ORDERS,
      decisions: ["D-023", "D-071"],
      fix:
        "Check for an empty opposite side first and decline with MARKET_NO_LIQUIDITY, or " +
        "NO_REFERENCE_PRICE where there is no mark.",
    },
  ),
  either(
    "TIF-MKT-03",
    "A MARKET order beyond the liquidity keeps its fills, leaves 0, is CANCELLED or PARTIAL",
    {
      section: "OrderPlaceResult",
      follows: ["ORD-FIELD-15", "TIF-MKT-01"],
      over: ORDERS,
      decisions: ["D-023"],
      fix:
        "Keep the fills, cancel the rest. Neither decline the whole order for want of depth " +
        "nor let its rest become a LIMIT order.",
    },
  ),
  either(
    "TIF-MKT-07",
    "A MARKET order with tif FOK fills what there is like an IOC order, or is refused",
    {
      section: "Order place request",
      follows: ["TIF-MKT-03"],
      over: ORDERS,
      decisions: ["D-024"],
      fix:
        "Look at the type before the time in force: a MARKET order behaves as IOC, so it keeps " +
        "what it can fill. Who will not have FOK there refuses it.",
    },
  ),
  must(
    "TIF-MKT-04",
    "slippage_cap_cents: no fill beyond the opposite touch (or mid, if looser) plus the cap",
    {
      section: "Order place request",
      follows: ["RES-SHAPE-09"],
      over: { side: SIDES, prefix: PREFIXES, position: ["long", "short"] },
      decisions: ["D-065"],
      fix:
        "Bound each fill by the opposite touch on arrival plus the cap, minus it for a SELL. A " +
        "cap read but not handed to matching has no effect.",
    },
  ),
  must("TIF-MKT-05", "slippage_cap_bps: no fill beyond the touch by more than the cap", {
    section: "Order place request",
    follows: ["TIF-MKT-04"],
    over: { side: SIDES, prefix: PREFIXES, position: ["long", "short"] },
    decisions: ["D-065"],
    fix:
      "For a BUY take no price above the touch times (1 + bps/10000), for a SELL none below the " +
      "touch times (1 - bps/10000), rounded towards the touch. The touch is the best opposite " +
      "price on arrival: a bound taken from the mark is wrong where the mark lies further on.",
  }),
  must("TIF-MKT-08", "A slippage cap wider than a default: fills as far as the cap allows", {
    section: "Order place request",
    follows: ["TIF-MKT-01", "TIF-MKT-04"],
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-065"],
    fix:
      "Take the venue's default only where no cap is given: the smaller of the two leaves orders " +
      "alone that the agent asked for.",
  }),
  open("TIF-MKT-06", "How far from the touch a MARKET order without a cap may trade", {
    section: "Limits",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-065"],
  }),
];
