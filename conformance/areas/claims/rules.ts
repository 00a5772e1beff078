/** Rules on what a venue claims of itself where the spec leaves it open. */
import { ORDERS } from "../../check/cell.ts";
import { claimed, type Rule } from "../../check/rule.ts";
import { MARKETS, PERPS } from "./ranges.ts";
import { moneyRules } from "./rules-money.ts";

const PRIORITY = {
  claim: "price_time_priority",
  over: MARKETS,
  section: "What the service does",
  decisions: ["D-026"],
} as const;
const MAKER_PRICE = {
  claim: "trades_at_maker_price",
  over: MARKETS,
  section: "(silent)",
  decisions: ["D-026", "D-030", "D-031"],
} as const;
const AMENDING = {
  claim: "price_time_priority",
  over: MARKETS,
  section: "(silent)",
  decisions: ["D-030"],
} as const;
const POSITION_CAP = {
  claim: "position_cap",
  over: MARKETS,
  section: "Order reject codes",
  decisions: ["D-063"],
} as const;
const LEVERAGE_CAP = {
  claim: "leverage_cap",
  over: PERPS,
  section: "Order reject codes",
  decisions: ["D-064"],
} as const;
const FAT_FINGER = {
  claim: "fat_finger_times",
  over: PERPS,
  section: "Order reject codes",
  decisions: ["D-062"],
} as const;
const COOLDOWN = {
  claim: "cooldown",
  over: MARKETS,
  section: "Order reject codes",
  decisions: ["D-061"],
} as const;
const SLIPPAGE = {
  claim: "default_slippage",
  over: MARKETS,
  section: "Order place request",
  decisions: ["D-065"],
} as const;
const SELF_TRADE = {
  claim: "self_trade",
  over: MARKETS,
  section: "(silent)",
  decisions: ["D-027"],
} as const;
const CANDLES = {
  claim: "candles_from_trades",
  over: { ...ORDERS, caller: ["sibling"] },
  section: "(silent)",
  decisions: ["D-106"],
} as const;

/** The rules of this area, in the order of the claims; ids are permanent. */
export const RULES: readonly Rule[] = [
  claimed(
    "CLAIM-PRIO-01",
    "Of resting orders the better price is filled first, though it came later",
    {
      ...PRIORITY,
      fix:
        "Walk the levels from the touch outwards: the lowest ask for a BUY, the highest bid " +
        "for a SELL. Where one side alone fails, its levels are sorted the wrong way round.",
    },
  ),
  claimed("CLAIM-PRIO-02", "Of resting orders at one price the older is filled first", {
    ...PRIORITY,
    fix:
      "Keep a level as a queue: append at the end, take from the front. A stack, or a share " +
      "for everybody, is another priority than the one claimed.",
  }),
  claimed("CLAIM-PRIO-03", "A resting order that was filled in part keeps its place", {
    follows: ["CLAIM-PRIO-02"],
    ...PRIORITY,
    fix:
      "Shrink the order where it stands. Taking it off the level and adding its rest again " +
      "puts it behind those that came later.",
  }),
  claimed("CLAIM-PRICE-01", "Every fill happens at the price of the resting order", {
    follows: ["RES-SHAPE-09", "RES-SHAPE-10"],
    ...MAKER_PRICE,
    fix:
      "Take the price of each fill from the maker. The taker's limit, a mid or one price " +
      "for a whole sweep is not what is claimed.",
  }),
  claimed("CLAIM-PRIO-04", "A resting order that is amended up loses its place", {
    ...AMENDING,
    fix:
      "Give an order that grows a new place at the end of its level: else a small order " +
      "holds the front for a large one.",
  }),
  claimed(
    "CLAIM-PRIO-05",
    "A resting order that is repriced stands behind those of its new price",
    {
      ...AMENDING,
      fix:
        "Append a repriced order to the new level, and do not sort that level by the time of " +
        "placing.",
    },
  ),
  ...moneyRules,
  claimed(
    "CLAIM-CAP-01",
    "From flat an order of the position cap is taken, one above it is POSITION_CAP",
    {
      follows: ["REJ-PRICE-05", "TIF-IOC-01"],
      ...POSITION_CAP,
      fix:
        "Compare the position that the order could lead to with the cap: equal passes, one " +
        "contract more does not.",
    },
  ),
  claimed("CLAIM-CAP-02", "What rests on a side counts towards the position cap", {
    follows: ["CLAIM-CAP-01", "REJ-PRICE-05"],
    ...POSITION_CAP,
    fix:
      "Add the resting quantity of that side to the arriving order before comparing with " +
      "the cap: all of it may be filled.",
  }),
  claimed("CLAIM-CAP-03", "What is held counts towards the position cap, beside what rests", {
    follows: ["CLAIM-CAP-01", "CLAIM-CAP-02", "REJ-PRICE-05"],
    ...POSITION_CAP,
    fix:
      "Add the signed position to what rests and what arrives on that side: a long for BUY, " +
      "a short for SELL.",
  }),
  claimed("CLAIM-CAP-04", "What is held widens the room of the other side by as much", {
    follows: ["CLAIM-CAP-01", "CLAIM-CAP-02", "REJ-PRICE-05", "ORD-FIELD-27"],
    ...POSITION_CAP,
    fix:
      "Compare the signed position with the cap: a SELL closes a long before it opens a short, " +
      "so the long is room for it, and a short is room for a BUY.",
  }),
  claimed(
    "CLAIM-LEV-01",
    "A leverage at the claimed cap is taken, one above it is INVALID_LEVERAGE",
    {
      follows: ["REJ-LEV-02"],
      ...LEVERAGE_CAP,
      fix:
        "Compare the requested leverage with the cap of the account, equal passing, on both " +
        "sides.",
    },
  ),
  claimed(
    "CLAIM-FAT-01",
    "A price beyond the claimed times of the mark is FAT_FINGER, one at it is not",
    {
      follows: ["REJ-PRICE-03"],
      ...FAT_FINGER,
      fix:
        "Compare the limit price with the mark times the bound, for BUY and for SELL, and " +
        "decline only what lies above it.",
    },
  ),
  claimed(
    "CLAIM-FAT-02",
    "A price beyond the claimed times of the mark is taken when it is confirmed",
    {
      follows: ["CLAIM-FAT-01", "REJ-FF-02"],
      ...FAT_FINGER,
      fix:
        "Leave the sanity bounds out where confirm_fat_finger is true, and judge the order by " +
        "all other gates.",
    },
  ),
  claimed(
    "CLAIM-COOL-01",
    "The cooldown starts with the claimed number of declines, and not with one fewer",
    {
      follows: ["RES-SHAPE-11"],
      ...COOLDOWN,
      fix:
        "Count declines for each agent, market and side, and pause from the last of the " +
        "claimed number on.",
    },
  ),
  claimed("CLAIM-COOL-02", "The cooldown ends when the claimed time is over, and not before", {
    follows: ["REJ-COOL-02", "REJ-COOL-03", "CLAIM-COOL-01"],
    ...COOLDOWN,
    fix:
      "Measure the pause from the decline that started it. Declines during the pause " +
      "neither lengthen nor end it.",
  }),
  claimed(
    "CLAIM-COOL-03",
    "Declines further apart than claimed do not count together, those within do",
    {
      follows: ["CLAIM-COOL-01"],
      ...COOLDOWN,
      fix: "Forget a decline once it is older than the window, and count all that are not.",
    },
  ),
  claimed(
    "CLAIM-SLIP-01",
    "A MARKET order without a cap trades up to the claimed distance past the touch",
    {
      follows: ["TIF-MKT-04", "TIF-MKT-05"],
      ...SLIPPAGE,
      fix:
        "Count the default from the opposite best price as it was on arrival, and include the " +
        "price at the very end of it.",
    },
  ),
  claimed(
    "CLAIM-SLIP-02",
    "A MARKET order without a cap trades no further than the claimed distance",
    {
      follows: ["TIF-MKT-04", "TIF-MKT-05"],
      ...SLIPPAGE,
      fix: "Stop at the first price beyond the default, and drop the rest of the order.",
    },
  ),
  claimed("CLAIM-SELF-01", "An order that meets one of the same agent alone ends as claimed", {
    follows: ["RES-SHAPE-05"],
    ...SELF_TRADE,
    fix:
      "Handle it by the one claimed policy on both sides and all kinds: allow, " +
      "cancel-taker, cancel-maker or skip.",
  }),
  claimed(
    "CLAIM-SELF-02",
    "An order that meets one of the same agent and another's ends as claimed",
    {
      follows: ["MATCH-SWEEP-01", "CLAIM-SELF-01", "CLAIM-PRIO-01", "CLAIM-PRIO-02"],
      ...SELF_TRADE,
      fix:
        "Apply the policy to the own order and go on, or stop, as claimed: the other agent's " +
        "order behind it shows which.",
    },
  ),
  claimed(
    "CLAIM-CANDLE-01",
    "Open, high, low and close of a candle are those of the trades of its period",
    {
      // They are read as a list, of as many as come by default, by the minute and by others.
      follows: ["MKT-CDL-01", "MKT-CDL-06"],
      ...CANDLES,
      fix:
        "Build candles from trades alone, in the order in which they happened: quotes and " +
        "mids do not belong in them.",
    },
  ),
  claimed("CLAIM-CANDLE-02", "The volume of a candle is the quantity of the trades of its period", {
    follows: ["CLAIM-CANDLE-01"],
    ...CANDLES,
    fix: "Add the quantity of each trade once. Counting both sides of it doubles the volume.",
  }),
];
