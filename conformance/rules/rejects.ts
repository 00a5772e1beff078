/** Rules on reject codes and risk: price, quantity, status, margin, caps, cooldown, leverage. */
import { conditional, either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const REJECTS_RULES: readonly Rule[] = [
  either(
    "REJ-PRICE-01",
    "A price above the band is refused with PRICE_OUT_OF_RANGE or as validation",
    { section: "Behaviour 1", needs: ["agent", "binary"], decisions: ["D-004"] },
  ),
  either(
    "REJ-PRICE-02",
    "A price below the band is refused with PRICE_OUT_OF_RANGE or as validation",
    { section: "Behaviour 1", needs: ["agent", "binary"], decisions: ["D-004"] },
  ),
  either(
    "REJ-PRICE-03",
    "An absurd perp price is refused: PRICE_OUT_OF_RANGE, FAT_FINGER or validation",
    { section: "Behaviour 1", needs: ["agent", "perp"], decisions: ["D-004", "D-062"] },
  ),
  open("REJ-PRICE-04", "Whether a price off the tick grid is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-068"],
  }),
  either("REJ-QTY-01", "qty 0 is refused with INVALID_QTY or as validation", {
    section: "Reject codes",
    needs: ["agent", "market"],
    decisions: ["D-067"],
  }),
  either("REJ-QTY-02", "qty -1 is refused with INVALID_QTY or as validation", {
    section: "Reject codes",
    needs: ["agent", "market"],
    decisions: ["D-067"],
  }),
  either("REJ-QTY-03", "A qty far beyond any limit is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-063", "D-067"],
  }),
  either(
    "REJ-CLOSED-01",
    "An order on an EXPIRED market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    { section: "States 1", needs: ["agent", "expired-market"], decisions: ["D-006"] },
  ),
  either(
    "REJ-CLOSED-02",
    "An order on a RESOLVED market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    { section: "States 1", needs: ["agent", "resolved-market"], decisions: ["D-006"] },
  ),
  either(
    "REJ-CLOSED-03",
    "An order on a VOID market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    { section: "States 1", needs: ["agent", "void-market"], decisions: ["D-006"] },
  ),
  must("REJ-CLOSED-04", "An order refused on a closed market shows in no book and no order list", {
    section: "States 1",
    needs: ["agent", "closed-market"],
    decisions: ["D-006"],
  }),
  either(
    "REJ-UNK-01",
    "An order on a random market UUID is refused with UNKNOWN_MARKET (200 REJECTED or 404)",
    { section: "Reject codes", needs: ["agent"], decisions: ["D-007"] },
  ),
  conditional(
    "REJ-UNK-02",
    "An UNKNOWN_MARKET result with status 200 echoes the requested market_id",
    { section: "OrderPlaceResult", needs: ["agent"], decisions: ["D-007"] },
  ),
  either(
    "REJ-MARGIN-01",
    "An order beyond free cash is refused: INSUFFICIENT_MARGIN, POSITION_CAP or FAT_FINGER",
    { section: "Reject codes", needs: ["agent", "market"], decisions: ["D-070"] },
  ),
  open(
    "REJ-MARGIN-02",
    "Whether resting orders count, so a second order that fits only once is refused",
    { section: "Reject codes", needs: ["agent", "binary"], decisions: ["D-074"] },
  ),
  open("REJ-CAP-01", "Whether POSITION_CAP is met, and at what position", {
    section: "Reject codes",
    needs: ["agent", "market"],
    decisions: ["D-063"],
  }),
  open("REJ-COOL-01", "Whether a cooldown is seen, after how many declines and for how long", {
    section: "Reject codes",
    needs: ["agent", "market"],
    decisions: ["D-061"],
  }),
  conditional(
    "REJ-COOL-02",
    "A cooldown does not block the other side, another market or another agent",
    { section: "Reject codes", needs: ["two-owners", "two-markets"], decisions: ["D-061"] },
  ),
  open("REJ-COOL-03", "Whether a cooldown ends by itself within 10 minutes", {
    section: "Reject codes",
    needs: ["agent", "market", "wait"],
    decisions: ["D-061"],
  }),
  must("REJ-RO-01", "reduce_only from flat is REJECTED with REDUCE_ONLY_VIOLATION", {
    section: "Reject codes",
    needs: ["agent", "market"],
  }),
  must(
    "REJ-RO-02",
    "reduce_only in the direction of the position is REJECTED with REDUCE_ONLY_VIOLATION",
    { section: "Reject codes", needs: ["two-owners", "binary", "quiet"] },
  ),
  must("REJ-RO-03", "reduce_only against the position, and not larger, is accepted", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("REJ-RO-04", "reduce_only larger than the position never flips or grows it", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-072"],
  }),
  either(
    "REJ-RO-05",
    "reduce_only larger than the position is trimmed or refused within the allowed set",
    {
      section: "Order place request",
      needs: ["two-owners", "binary", "quiet"],
      decisions: ["D-072"],
    },
  ),
  must("REJ-RO-06", "A resting reduce_only order whose position has gone cannot open a new one", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-073"],
  }),
  must(
    "REJ-REF-01",
    "A MARKET order where no mark price exists is refused with NO_REFERENCE_PRICE",
    { section: "Reject codes", needs: ["agent", "perp", "operator"], decisions: ["D-071"] },
  ),
  either(
    "REJ-LEV-01",
    "leverage on a launch binary is refused with INVALID_LEVERAGE (200 REJECTED or 422)",
    { section: "Reject codes", needs: ["agent", "binary"], decisions: ["D-008"] },
  ),
  either(
    "REJ-LEV-02",
    "leverage above the account cap (1000000) on a perp is refused with INVALID_LEVERAGE",
    { section: "Reject codes", needs: ["agent", "perp"], decisions: ["D-008", "D-064"] },
  ),
  conditional(
    "REJ-LEV-03",
    "A 422 INVALID_LEVERAGE details requested_leverage and effective_leverage as integers",
    { section: "Error envelope", needs: ["agent", "binary"], decisions: ["D-008"] },
  ),
  either("REJ-LEV-04", "leverage 0 or -1 on a perp is refused", {
    section: "(silent)",
    needs: ["agent", "perp"],
    decisions: ["D-064"],
  }),
  must("REJ-MM-01", "margin_mode on a launch binary is REJECTED with INVALID_MARGIN_MODE", {
    section: "Reject codes",
    needs: ["agent", "binary"],
  }),
  must("REJ-MM-02", "A margin_mode other than CROSS or ISOLATED is refused", {
    section: "Order place request",
    needs: ["agent", "perp"],
  }),
  open(
    "REJ-FF-01",
    "What a resting SELL at 6 times mark meets: FAT_FINGER, PRICE_OUT_OF_RANGE or acceptance",
    { section: "Reject codes", needs: ["agent", "perp"], decisions: ["D-062"] },
  ),
  conditional(
    "REJ-FF-02",
    "A FAT_FINGER order sent again confirmed, under a new id, is not FAT_FINGER",
    { section: "Reject codes", needs: ["agent", "perp"], decisions: ["D-043", "D-062"] },
  ),
  must("REJ-SLIP-01", "slippage_cap_bps on a binary is refused, whatever the code", {
    section: "Behaviour 6",
    needs: ["agent", "binary"],
    decisions: ["D-066"],
  }),
  open("REJ-SLIP-02", "What slippage_cap_cents on a perp, caps on LIMIT and negative caps do", {
    section: "(silent)",
    needs: ["agent", "binary", "perp"],
    decisions: ["D-066"],
  }),
  must(
    "REJ-SHAPE-01",
    "Every decline with status 200 is an OrderPlaceResult, not an error envelope",
    { section: "Errors", needs: ["agent", "market"], decisions: ["D-001"] },
  ),
  open("REJ-VOCAB-01", "reject_reason values seen outside the spec's table", {
    section: "Reject codes",
    needs: ["agent", "market"],
    decisions: ["D-160"],
  }),
];
