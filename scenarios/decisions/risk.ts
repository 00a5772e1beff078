/** Decisions on limits and risk. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const RISK_DECISIONS: readonly Decision[] = [
  {
    id: "D-060",
    question: "Several reasons to refuse at once",
    accepts:
      "Any code whose condition holds: the spec gives no order. Tests break one condition at " +
      "a time; where that cannot be, all that hold are accepted.",
    reference: "One order of gates, from the kill switch to the book",
  },
  {
    id: "D-061",
    question: "The cooldown after declines",
    accepts:
      "Any threshold and length: no number is shown. Where one is met, other sides, markets and" +
      " agents must stay free, and it must end within ten minutes.",
    reference: "10 declines in 10 s, for 5 s; reduce_only exempt",
  },
  {
    id: "D-062",
    question: "The fat-finger thresholds",
    accepts:
      "Any, or none: the spec gives an example only. A confirmed order must not meet it again.",
    reference: "Perps: a fifth to five times the mark; sizes on all kinds",
    declines: [{ code: "FAT_FINGER", http: [] }],
  },
  {
    id: "D-063",
    question: "The position cap",
    accepts:
      "Any number: none is shown. A hopeless size may also meet INSUFFICIENT_MARGIN, " +
      "FAT_FINGER, INVALID_QTY or validation.",
    reference: "100000 contracts on binaries and parlays, 1000 on perps",
    declines: [{ code: "POSITION_CAP", http: [] }],
    unshown: "Each venue speaks it by having some cap or none, all above what rules ask for",
  },
  {
    id: "D-064",
    question: "The leverage cap, zero and negative",
    accepts:
      "1000000 is INVALID_LEVERAGE in either form. 0 and -1: any refusal, since the schema may " +
      "hold them off first.",
    reference: "1 to 20",
  },
  {
    id: "D-065",
    question: "Default slippage, and the base of caps",
    accepts:
      "Any default. With a stated cap no fill beyond it, counted from the touch or the mid, " +
      "whichever is looser, as the base is not shown.",
    reference: "From the touch; 10 cents or 500 bps by default",
  },
  {
    id: "D-066",
    question: "A cap on the wrong kind",
    accepts:
      "bps on a binary: any refusal with any code, since none is given. Cents on perps, and caps" +
      " on LIMIT orders there, are noted.",
    reference: "VALIDATION_ERROR on binaries; ignored on LIMIT orders of perps",
  },
  {
    id: "D-067",
    question: "A quantity of zero, below it, or huge",
    accepts:
      "INVALID_QTY or a validation error: a schema may be the first to see it. Huge: any " +
      "refusal.",
    reference: "200 REJECTED with INVALID_QTY",
    declines: [{ code: "INVALID_QTY", http: [400, 422] }],
  },
  {
    id: "D-068",
    question: "A price off the grid",
    accepts:
      "Any refusal. Accepting it warns rather than fails, because the harness may have misread " +
      "the grid.",
    reference: "PRICE_OUT_OF_RANGE",
  },
  {
    id: "D-069",
    question: "What geometry holds",
    accepts:
      "Any names: they are not shown. Band and tick are read under the usual ones, else " +
      "binaries count as 1 to 99 and other rules are skipped.",
    reference: "min_price, max_price, tick_size and more",
  },
  {
    id: "D-070",
    question: "Cap, margin or fat finger first",
    accepts: "Any of the three: the spec gives no order among them.",
    reference: "Fat finger, then cap, then margin",
    declines: [{ together: ["POSITION_CAP", "INSUFFICIENT_MARGIN", "FAT_FINGER"] }],
    unshown: "Each rule breaks one condition alone",
  },
  {
    id: "D-071",
    question: "Where no reference price exists",
    accepts:
      "NO_REFERENCE_PRICE, or MARKET_NO_LIQUIDITY on an empty market, as either may be found " +
      "first. Where control has marked the market, a price exists.",
    reference: "The mark; on binaries else mid, last trade or index, unless marked with none",
    declines: [{ together: ["MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"] }],
    unshown: "The independent venue speaks it: it declines with either",
  },
  {
    id: "D-072",
    question: "reduce_only beyond the position",
    accepts:
      "A decline with REDUCE_ONLY_VIOLATION, trimming, or a cut at flat: venues do all three. " +
      "The position must never flip or grow.",
    reference: "Declined",
  },
  {
    id: "D-073",
    question: "reduce_only beside other resting orders",
    accepts: "Any bookkeeping: the spec is silent. Only the position must never flip or grow.",
    reference: "Resting ones count; the worst-priced excess is cancelled",
  },
  {
    id: "D-074",
    question: "What a SELL on a binary costs",
    accepts:
      "Observed: only full collateral is said. From flat it may also be refused, which warns.",
    reference: "(payout - price) for each contract beyond the long",
  },
  {
    id: "D-075",
    question: "Margin of a perp",
    accepts:
      "Any amount. effective_leverage is an integer of at least 1; above the requested one it " +
      "warns.",
    reference: "Notional at the worse of limit and mark by the leverage that opened from flat",
  },
  {
    id: "D-076",
    question: "Funding and liquidation",
    accepts: "Anything, untested: the spec never mentions them.",
    reference: "No funding; where a market has a maintenance margin, below it a position is closed",
  },
  {
    id: "D-077",
    question: "Parlays",
    accepts:
      "A good LIMIT order is processed as on other kinds. leverage and margin_mode may be " +
      "refused or taken: the spec says only that the kind exists.",
    reference: "A binary-style book; leverage refused",
  },
  {
    id: "D-078",
    question: "What is paid when a market ends",
    accepts:
      "Any amount: only the names of the statuses are shown. Statuses are judged, money is not.",
    reference: "100 cents for each winning contract; VOID gives back the entry cost",
  },
  {
    id: "D-079",
    question: "margin_mode with an open position",
    accepts: "With a position open it is ignored or declined: it is said to apply from flat.",
    reference: "Ignored",
  },
  {
    id: "D-080",
    question: "Older scales of price",
    accepts: "The harness uses the band it read; 55 cents only where 55 lies in it.",
    reference: "All binaries in cents",
  },
];
