import { conditional, either, must, open, type Rule } from "../../check/rule.ts";
import { DECLINED, ON_BINARIES, ON_PERPS } from "./ranges.ts";

/** The rules of leverage, margin mode, fat fingers and changed prices, in the spec's order. */
export const RULES_OF_KINDS: readonly Rule[] = [
  either(
    "REJ-LEV-01",
    "leverage on a launch binary is refused with INVALID_LEVERAGE (200 REJECTED or 422)",
    {
      section: "Reject codes",
      over: ON_BINARIES,
      decisions: ["D-008"],
      fix:
        "Decline leverage on a launch binary with INVALID_LEVERAGE. Silently dropping it tells " +
        "the agent that it got what it asked for.",
    },
  ),
  either(
    "REJ-LEV-02",
    "leverage above the account cap (1000000) on a perp is refused with INVALID_LEVERAGE",
    {
      section: "Reject codes",
      over: ON_PERPS,
      decisions: ["D-008", "D-064"],
      fix:
        "Decline what is above the account's cap; never cut it to the cap, since the agent " +
        "sized its order by the leverage it named.",
    },
  ),
  conditional(
    "REJ-LEV-03",
    "An INVALID_LEVERAGE error details requested_leverage and effective_leverage as integers",
    {
      section: "Error envelope",
      follows: ["REJ-LEV-01", "REJ-LEV-02"],
      over: DECLINED,
      decisions: ["D-008"],
      fix:
        "Where the refusal is a 422, put requested_leverage and effective_leverage into " +
        "details as integers. A generic error page drops details.",
    },
  ),
  either("REJ-LEV-04", "leverage 0 or -1 on a perp is refused", {
    section: "(silent)",
    follows: ["REJ-LEV-02"],
    over: ON_PERPS,
    decisions: ["D-064"],
    fix:
      "Refuse leverage below 1, in the schema or as INVALID_LEVERAGE. Falsy zeros often " +
      "become the default of 1.",
  }),
  must("REJ-MM-01", "margin_mode on a launch binary is REJECTED with INVALID_MARGIN_MODE", {
    section: "Reject codes",
    over: ON_BINARIES,
    fix:
      "Decline margin_mode on a launch binary with INVALID_MARGIN_MODE rather than ignoring " +
      "it.",
  }),
  must("REJ-MM-02", "A margin_mode other than CROSS or ISOLATED is refused", {
    section: "Order place request",
    over: ON_PERPS,
    fix:
      "Refuse values other than CROSS and ISOLATED in the schema. An unknown one must not " +
      "fall back on CROSS.",
  }),
  open(
    "REJ-FF-01",
    "What a resting SELL at 6 times mark meets: FAT_FINGER, PRICE_OUT_OF_RANGE or acceptance",
    { section: "Reject codes", decisions: ["D-062"] },
  ),
  conditional(
    "REJ-FF-02",
    "A FAT_FINGER order sent again confirmed, under a new id, is not FAT_FINGER",
    {
      section: "Reject codes",
      over: { ...DECLINED, type: ["LIMIT", "MARKET"] },
      decisions: ["D-043", "D-062"],
      fix:
        "Skip the fat-finger gate when confirm_fat_finger is true. The other gates stay. Check " +
        "that the flag reaches the gate.",
    },
  ),
  must(
    "REJ-VOCAB-02",
    "An order is refused for what it asks alone: leverage, margin mode, type, tif, reduce_only",
    {
      section: "Reject codes",
      decisions: ["D-074"],
      fix:
        "Say INVALID_LEVERAGE, INVALID_MARGIN_MODE and REDUCE_ONLY_VIOLATION of orders with that " +
        "member alone, FOK_NOT_FILLABLE and POST_ONLY_WOULD_CROSS of that tif, MARKET_NO_LIQUIDITY " +
        "of what trades at once: bots mend what the code names.",
    },
  ),
  conditional("REJ-PRICE-06", "An amendment or a ladder leaves no order outside the band", {
    section: "Behaviour 1",
    follows: ["REJ-PRICE-01", "REJ-PRICE-02", "REJ-PRICE-03"],
    over: DECLINED,
    decisions: ["D-030", "D-031"],
    fix:
      "Send an amended order and every rung through the gates of a new one. Where a change goes " +
      "straight to the book, it rests at prices that no order may name.",
  }),
];
