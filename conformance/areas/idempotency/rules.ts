/** Rules on client_order_id: replays, conflicts, concurrent and declined requests. */
import { ENDED, KINDS, ORDERS, SIDES } from "../../check/cell.ts";
import { either, must, type Rule } from "../../check/rule.ts";

/** In how little two ids differ. */
export const LETTER_CASE = "letter case";
export const LAST_CHARACTER = "the last character";
export const LENGTH = "length";
export const PUNCTUATION = "punctuation";
export const LAST_DIGIT = "the last of thirty digits";
export const LEADING_ZERO = "a zero before digits";
export const LAST_OF_MANY = "the last of 64 characters";

/** Times in force of LIMIT orders that take what they find. */
export const TIFS_THAT_TAKE = ["GTC", "IOC", "FOK"] as const;

/** What befalls a venue and passes. */
export const PASSED = ["the kill switch", "a feed cut off", "a closed gate"] as const;

/** What the engine declines as things stand. */
const DECLINED = [
  ...["FOK", "MARKET", "reduce_only", "POST_ONLY", "want of cash", "a cooldown"],
  ...["want of a mark", "a far mark", "the cap"],
];
/** How a request ends before the engine, beside a kill switch (OPS-KILL-06). */
const UNHEARD = [
  ...["a malformed body", "no price", "a made-up key", "no credentials", "no CSRF header"],
];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("IDEM-REPLAY-01", "The same agent, body and client_order_id give the same order_id", {
    section: "Behaviour 2",
    over: { ...ORDERS, tif: ["GTC", "POST_ONLY"] },
    decisions: ["D-040"],
    fix:
      "Store the order's id under agent and client_order_id when it is accepted, look there " +
      "before admission, and answer from it.",
  }),
  must("IDEM-REPLAY-02", "After a replay exactly one order exists", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01"],
    over: ORDERS,
    decisions: ["D-040"],
    fix:
      "Return right after the look-up. Code that answers from the cache but still runs the " +
      "handler places a second order.",
  }),
  either(
    "IDEM-REPLAY-03",
    "A replay shows the original status and quantities, or the order's present ones",
    {
      section: "Behaviour 2",
      follows: ["IDEM-REPLAY-01"],
      over: ORDERS,
      decisions: ["D-040"],
      fix:
        "Answer with the stored result, or with the order's record as it is now: never with " +
        "one assembled from request and defaults.",
    },
  ),
  either("IDEM-REPLAY-04", "A replay is answered 200 or 201", {
    section: "Behaviour 2",
    over: ORDERS,
    decisions: ["D-041"],
    fix:
      "Answer a replay 201 like the first time, or 200. 202 and 409 make a client think that " +
      "something else happened.",
  }),
  must("IDEM-REPLAY-05", "A replay with a second key of the same agent is a replay", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01"],
    over: { caller: ["second-key", "session"], ...ORDERS },
    decisions: ["D-046"],
    fix:
      "Key by agent, not by API key: a bot that rotates its key in the middle of a retry " +
      "must not trade twice.",
  }),
  must("IDEM-REPLAY-06", "The same client_order_id from another agent is a new order", {
    section: "Behaviour 2",
    over: { caller: ["sibling", "other"], ...ORDERS },
    decisions: ["D-046"],
    fix:
      "Put the agent into the key. A global unique index on client_order_id lets one agent " +
      "read, or block, another's orders.",
  }),
  must("IDEM-REPLAY-07", "A replay after the cancel is answered with its order, places nothing", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01", "OAPI-CXL-02"],
    over: ORDERS,
    decisions: ["D-046"],
    fix:
      "Keep the record after the cancel. Looking for the id among open orders only sets it " +
      "free too early.",
  }),
  must(
    "IDEM-REPLAY-08",
    "A replay after a full fill is answered with its order and leaves the position unchanged",
    {
      section: "Behaviour 2",
      follows: ["IDEM-REPLAY-01", "IDEM-REPLAY-10", "OAPI-OPEN-03"],
      over: ORDERS,
      decisions: ["D-046"],
      fix:
        "Keep the record after the fill. Looking for the id in the live book only lets a late " +
        "retry trade again.",
    },
  ),
  either("IDEM-REPLAY-09", "A replay of a filled order returns its fill totals", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01", "IDEM-REPLAY-03", "IDEM-REPLAY-10"],
    over: ORDERS,
    decisions: ["D-040"],
    fix:
      "Store the result after matching has finished, or read the record anew: a result " +
      "stored on arrival shows nothing filled.",
  }),
  must("IDEM-CONF-01", "The same client_order_id with another price places no second order", {
    section: "Errors gaps",
    follows: ["IDEM-REPLAY-01"],
    over: ORDERS,
    decisions: ["D-044"],
    fix:
      "Look up by agent and client_order_id alone. A key that includes a hash of the body " +
      "turns every changed body into a new order.",
  }),
  must(
    "IDEM-CONF-02",
    "The same client_order_id with another side or market places no second order",
    {
      section: "Errors gaps",
      follows: ["IDEM-REPLAY-01", "IDEM-CONF-01"],
      over: ORDERS,
      decisions: ["D-044"],
      fix:
        "Look up by agent and client_order_id alone: neither side nor market is part of the " +
        "key, so one store serves all markets.",
    },
  ),
  either("IDEM-CONF-03", "A conflicting replay is answered or refused within the allowed set", {
    section: "Errors gaps",
    follows: ["IDEM-CONF-01", "IDEM-CONF-02", "IDEM-CONF-04"],
    over: ORDERS,
    decisions: ["D-044"],
    fix:
      "Answer 409 with a code of its own, or the first order's result. Other statuses, 404 " +
      "above all, make clients send it again under a new id.",
  }),
  must("IDEM-CONC-01", "Ten identical requests at once place at most one order", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01", "GEN-PREFIX-07"],
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-045"],
    fix:
      "Claim the id atomically before admission, by a unique index or one writer per agent. " +
      "Look first and insert later leaves a gap that retries find.",
  }),
  either(
    "IDEM-CONC-02",
    "Each of ten identical requests at once is answered within the allowed set",
    {
      section: "Behaviour 2",
      follows: ["IDEM-CONC-01", "IDEM-REPLAY-04"],
      over: { kind: KINDS, side: SIDES },
      decisions: ["D-045"],
      fix:
        "While the first request is under way, hold the second until the result is there, or " +
        "answer 409. A validation error tells the client to give up.",
    },
  ),
  must("IDEM-REJ-01", "A replay of an order that the engine declined places nothing", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-05", "IDEM-REPLAY-10", "IDEM-REPLAY-11", "GEN-PREFIX-07"],
    over: { value: DECLINED, ...ORDERS },
    decisions: ["D-042"],
    fix:
      "Store declines under agent and client_order_id like every other result, and answer from " +
      "there: what is in the way of an order may be gone when a retry comes.",
  }),
  must("IDEM-REJ-02", "What never reached the engine binds no client_order_id", {
    section: "Behaviour 2, 4",
    follows: ["ORD-FIELD-25", "ORD-FIELD-08"],
    over: { value: UNHEARD, ...ORDERS },
    decisions: ["D-042"],
    fix:
      "Claim the id in the engine, behind credentials, limits and validation. Claimed on arrival " +
      "it is lost to whoever corrects the request.",
  }),
  must("IDEM-FRESH-01", "A replay after the freshness window places no second order", {
    section: "Behaviour 2, 3",
    over: ORDERS,
    follows: ["IDEM-REPLAY-01"],
    decisions: ["D-048"],
    fix:
      "Keep ids at least as long as clients may retry, well beyond any recv_window_ms, and " +
      "look them up before freshness is checked.",
  }),
  must("IDEM-ID-01", "Ids that differ in case, in one character or in length are different ids", {
    section: "Behaviour 2",
    over: {
      value: [
        ...[LETTER_CASE, LAST_CHARACTER, LENGTH, PUNCTUATION],
        ...[LAST_DIGIT, LEADING_ZERO, LAST_OF_MANY],
      ],
      ...ORDERS,
    },
    decisions: ["D-046"],
    fix:
      "Compare ids byte by byte and store them whole. A column with a collation that ignores " +
      "case, or too short for the longest id, makes two orders one; so does a number.",
  }),
  must("IDEM-CONF-04", "The same client_order_id with another qty, tif or type places no second", {
    section: "Errors gaps",
    follows: ["IDEM-REPLAY-01", "IDEM-REPLAY-10", "IDEM-CONF-01", "IDEM-CONF-02"],
    over: { value: ["qty", "tif", "type"], ...ORDERS },
    decisions: ["D-044"],
    fix:
      "Look up by agent and client_order_id alone, for MARKET orders and every time in force, " +
      "before the order takes the path of its type.",
  }),
  must(
    "IDEM-REPLAY-10",
    "A replay of an order that was filled at once is answered with it, and takes no more",
    {
      section: "Behaviour 2",
      follows: ["IDEM-REPLAY-01"],
      over: { ...ORDERS, tif: TIFS_THAT_TAKE, type: ["MARKET"] },
      decisions: ["D-046"],
      fix:
        "Store ids of orders that never rest, too: a unique index on resting orders knows nothing " +
        "of a MARKET or an IOC order. Store and compare the whole id, however long.",
    },
  ),
  must("IDEM-REPLAY-11", "A replay a minute or hours later is answered with its order", {
    section: "Behaviour 2",
    over: ORDERS,
    follows: ["IDEM-REPLAY-01", "IDEM-REPLAY-08", "IDEM-REPLAY-10"],
    decisions: ["D-046"],
    fix:
      "Keep ids in the store of orders, not in a cache that forgets: the replay of a caller that " +
      "lost its connection may come late.",
  }),
  must("IDEM-REPLAY-12", "A replay after its market has closed is answered with its order", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01", "IDEM-REPLAY-07", "IDEM-REPLAY-08", "IDEM-REPLAY-10"],
    over: { value: ENDED, ...ORDERS },
    decisions: ["D-046", "D-048"],
    fix:
      "Keep the ids of a market when it ends, and look them up before its status: MARKET_CLOSED is " +
      "for new orders, and a replay is none.",
  }),
  must("IDEM-REPLAY-13", "A replay after an outage of the venue is answered with its order", {
    section: "Behaviour 2",
    follows: ["IDEM-REPLAY-01", "OPS-KILL-04", "OPS-KILL-06"],
    over: { value: PASSED, ...ORDERS },
    decisions: ["D-046", "D-170"],
    fix:
      "Keep ids through a freeze, a gate and a lost feed: what comes back afterwards is the venue " +
      "of before, and retries of that time come now.",
  }),
];
