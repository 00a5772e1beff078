/** Rules on matching and time in force: crossing, priority, IOC, FOK, POST_ONLY, MARKET. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const MATCHING_RULES: readonly Rule[] = [
  must("MATCH-CROSS-01", "A LIMIT order that crosses a resting order trades at once", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  must("MATCH-CROSS-02", "No fill is worse than the taker's limit", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  open("MATCH-CROSS-03", "Whether the trade happens at the resting order's price", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  open("MATCH-PRIO-01", "Whether better-priced resting orders fill first", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  open("MATCH-PRIO-02", "Whether the earlier of two orders at one price fills first", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  must(
    "MATCH-PART-01",
    "A GTC larger than the opposite quantity is PARTIAL and its rest is in /orders/open",
    { section: "States 3", needs: ["two-owners", "binary", "quiet"] },
  ),
  either(
    "MATCH-PART-02",
    "The resting side's record shows the same executed quantity as the taker's result",
    { section: "States", needs: ["two-owners", "binary", "quiet"], decisions: ["D-090"] },
  ),
  must("MATCH-SWEEP-01", "An order crossing several levels fills all of them up to its qty", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-036"],
  }),
  open("MATCH-SELF-01", "What happens when an agent crosses its own order", {
    section: "(silent)",
    needs: ["agent", "binary"],
    decisions: ["D-027"],
  }),
  must("MATCH-KIND-01", "A crossing LIMIT order trades on a perp as it does on a binary", {
    section: "What the service does",
    needs: ["two-owners", "perp", "quiet"],
  }),
  must("TIF-GTC-01", "A non-crossing GTC is NEW and in /orders/open", {
    section: "Order place request",
    needs: ["agent", "market"],
  }),
  must("TIF-IOC-01", "An IOC without a match never rests", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
    decisions: ["D-022"],
  }),
  either("TIF-IOC-02", "An unmatched IOC is CANCELLED or REJECTED", {
    section: "States",
    needs: ["agent", "market"],
    decisions: ["D-022"],
  }),
  must(
    "TIF-IOC-03",
    "An IOC matched in part has filled_qty < qty, remaining_qty 0, and nothing rests",
    { section: "OrderPlaceResult", needs: ["two-owners", "binary", "quiet"], decisions: ["D-021"] },
  ),
  either("TIF-IOC-04", "A partly filled IOC is CANCELLED or PARTIAL", {
    section: "States",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-021"],
  }),
  must("TIF-IOC-05", "A fully matchable IOC is FILLED", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("TIF-FOK-01", "A fully matchable FOK is FILLED", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("TIF-FOK-02", "A FOK not fully matchable is REJECTED with FOK_NOT_FILLABLE and no fill", {
    section: "Reject codes",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("TIF-FOK-03", "A FOK refused as not fillable leaves the resting order untouched", {
    section: "Reject codes",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("TIF-PO-01", "A POST_ONLY that does not cross rests as NEW", {
    section: "Order place request",
    needs: ["agent", "market"],
  }),
  must("TIF-PO-02", "A POST_ONLY that crosses is REJECTED with POST_ONLY_WOULD_CROSS and no fill", {
    section: "Reject codes",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-025"],
  }),
  must("TIF-PO-03", "A POST_ONLY priced at the opposite best also crosses", {
    section: "Reject codes",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-025"],
  }),
  must("TIF-PO-04", "A crossing POST_ONLY is not repriced and leaves the book untouched", {
    section: "Reject codes",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-025"],
  }),
  open("TIF-PO-05", "What POST_ONLY together with MARKET does", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-024"],
  }),
  must("TIF-MKT-01", "A MARKET order fills against resting orders", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
  }),
  either(
    "TIF-MKT-02",
    "MARKET against an empty side is REJECTED: MARKET_NO_LIQUIDITY or NO_REFERENCE_PRICE",
    { section: "Reject codes", needs: ["agent", "binary", "quiet"], decisions: ["D-023", "D-071"] },
  ),
  either(
    "TIF-MKT-03",
    "A MARKET order beyond the liquidity keeps its fills, leaves 0, is CANCELLED or PARTIAL",
    { section: "OrderPlaceResult", needs: ["two-owners", "binary", "quiet"], decisions: ["D-023"] },
  ),
  must(
    "TIF-MKT-04",
    "slippage_cap_cents: no fill beyond the opposite touch (or mid, if looser) plus the cap",
    {
      section: "Order place request",
      needs: ["two-owners", "binary", "quiet"],
      decisions: ["D-065"],
    },
  ),
  must("TIF-MKT-05", "slippage_cap_bps: no fill beyond the touch by more than the cap", {
    section: "Order place request",
    needs: ["two-owners", "perp", "quiet"],
    decisions: ["D-065"],
  }),
  open("TIF-MKT-06", "How far from the touch a MARKET order without a cap may trade", {
    section: "Limits",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-065"],
  }),
];
