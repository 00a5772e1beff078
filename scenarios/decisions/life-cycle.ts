/** Decisions on the life cycle of an order, and matching. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const LIFE_CYCLE_DECISIONS: readonly Decision[] = [
  {
    id: "D-020",
    question: "Which changes of status happen",
    accepts:
      "Observed, since the spec shows none. A finished status that changes, or a filled " +
      "quantity that shrinks, warns.",
    reference: "NEW to PARTIAL, FILLED, CANCELLED; PARTIAL to FILLED, CANCELLED; the rest final",
  },
  {
    id: "D-021",
    question: "The status of an IOC order filled in part",
    accepts:
      "CANCELLED or PARTIAL; FILLED warns: venues differ in the word. remaining_qty must be 0 " +
      "and nothing may rest.",
    reference: "CANCELLED, with its fills",
  },
  {
    id: "D-022",
    question: "An IOC order without a match",
    accepts: "CANCELLED or REJECTED with any reason: venues do either. Resting fails.",
    reference: "CANCELLED, nothing filled, a real id",
  },
  {
    id: "D-023",
    question: "A MARKET order without liquidity, or out of its protection",
    accepts:
      "Empty side: REJECTED with MARKET_NO_LIQUIDITY, or NO_REFERENCE_PRICE where the market has " +
      "no mark, as either may be found first. Beyond the cap: CANCELLED or REJECTED. No fill beyond a stated cap.",
    reference: "REJECTED when nothing opposes, CANCELLED when only the cap stands between",
  },
  {
    id: "D-024",
    question: "MARKET with a tif, a price or POST_ONLY",
    accepts:
      "Any refusal, or IOC behaviour, as the spec says that MARKET behaves as IOC: FOK " +
      "honoured warns. It never rests.",
    reference: "IOC whatever tif is sent, price ignored",
  },
  {
    id: "D-025",
    question: "A POST_ONLY order that would cross",
    accepts:
      "The decline the spec names, and nothing else. Repricing fails, though some venues do it.",
    reference: "As the spec; a price equal to the opposite best crosses",
  },
  {
    id: "D-026",
    question: "Priority and the price of a trade",
    accepts:
      "Any, observed: the spec says only order-matching. Who claims price and time, or the " +
      "resting order's price, is held to it. No fill may be worse than the taker's limit.",
    reference: "Price, then arrival; the maker's price",
  },
  {
    id: "D-027",
    question: "Orders of one agent that meet",
    accepts:
      "Anything but both staying open crossed, which warns: the spec is silent, and venues " +
      "cancel the maker, the taker or both, or let them trade.",
    reference: "The resting order is cancelled, the arriving one goes on",
  },
  {
    id: "D-028",
    question: "Cancelling an order that is done",
    accepts:
      "200, 400, 404, 409 or 422: the spec is silent. A filled order must not become CANCELLED.",
    reference: "200 for a cancelled order, 409 for a filled one",
    statuses: [
      {
        on: /^DELETE \/orders\/\{id\}$/,
        among: [200, 400, 404, 409, 422],
        odd: [204],
        when: "over",
      },
    ],
  },
  {
    id: "D-029",
    question: "When a cancel has effect",
    accepts:
      "Within two seconds of its 200, for venues that cancel on another thread. A later fill " +
      "fails.",
    reference: "Before the answer",
  },
  {
    id: "D-030",
    question: "Amending an order",
    accepts: "Anything below 500: the spec mentions it without showing it.",
    reference: "PATCH of price and qty, as an extension",
    statuses: [{ on: /^PATCH \/orders/, among: [200, 400, 404, 405, 409, 422], odd: [503] }],
  },
  {
    id: "D-031",
    question: "Replacing a ladder",
    accepts:
      "Anything but 404 and 405 with credentials, since only the path is shown; 401 without " +
      "them.",
    reference: "Cancels the agent's orders in the market, then places the new ones; not atomic",
    statuses: [{ on: /replace-ladder$/, among: [200, 400, 409, 422], odd: [404, 503] }],
    unshown: "With credentials its answers are noted alone, as its body is not shown",
  },
  {
    id: "D-032",
    question: "What becomes of orders when a market closes",
    accepts:
      "Observed: the spec shows no transitions. An order that fills in a closed market warns.",
    reference: "They are cancelled and their reserve is released",
  },
  {
    id: "D-033",
    question: "The unit of avg_fill_price_cents",
    accepts:
      "The market's own price unit, within the caller's limit: the name says cents, prices are " +
      "in the market's scale. A value that fits after a factor of 100 warns. " +
      "Of one market all are in one unit; to one decimal at the least.",
    reference: "The market's own unit",
  },
  {
    id: "D-034",
    question: "The members of a fill",
    accepts:
      "Any: they are not shown. The list must be empty exactly when nothing was filled; sums " +
      "are judged where quantities and prices are recognised.",
    reference: "fill_id, price, qty, liquidity, ts_ms, trade_id, fee_cents",
  },
  {
    id: "D-035",
    question: "Fees",
    accepts: "Any: the spec never mentions them, so no amount of money fails a rule by itself.",
    reference: "None; the field is 0",
  },
  {
    id: "D-036",
    question: "An order that meets several levels",
    accepts:
      "It fills all that crosses, up to its quantity, in a quiet market: the plain meaning of " +
      "matching.",
    reference: "Level by level",
  },
];
