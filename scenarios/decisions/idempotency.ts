/** Decisions on idempotency. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const IDEMPOTENCY_DECISIONS: readonly Decision[] = [
  {
    id: "D-040",
    question: "What a replay returns",
    accepts:
      "The same order_id. The rest as first answered, or as the order is now: the spec says " +
      "original, real venues do either.",
    reference: "The first result, but for the request id",
  },
  {
    id: "D-041",
    question: "The status of a replay",
    accepts: "200 or 201: the spec is silent.",
    reference: "The first one again, with Idempotent-Replayed",
  },
  {
    id: "D-042",
    question: "The replay of a declined order",
    accepts:
      "The same decline: it is a result. Another decline warns, an order placed fails. What " +
      "never reached the engine binds nothing; a resend that confirms a FAT_FINGER is " +
      "another request: a fresh look or a conflict.",
    reference: "Every decline binds its id; a confirmed or restamped resend is judged anew",
  },
  {
    id: "D-043",
    question: "Confirming under the same id",
    accepts: "Noted only; the rule uses a new id.",
    reference: "Works with either",
  },
  {
    id: "D-044",
    question: "The same id with another body",
    accepts:
      "The first order's result, 400, 409, 422, or a decline: the code is not shown, and venues" +
      " do all of these. A second order fails.",
    reference: "409 CLIENT_ORDER_ID_CONFLICT",
    statuses: [{ among: [409, 422, 400] }],
  },
  {
    id: "D-045",
    question: "Identical requests at once",
    accepts:
      "At most one order. Each is answered with it, or with 409, 425, 429 or 503: the spec does" +
      " not say what the second meets.",
    reference: "The second waits and gets the same result",
    statuses: [{ among: [409, 425, 429, 503] }],
  },
  {
    id: "D-046",
    question: "How far and how long an id binds",
    accepts:
      "Per agent, under all prefixes and keys, for the run at least, also after cancel and " +
      "fill: the spec says the same agent. Longer than a day is not tested.",
    reference: "For a day at least, by the venue's clock, or as long as it is told to",
  },
  {
    id: "D-047",
    question: "Long, empty and odd ids",
    accepts:
      "Characters outside the set must be refused. Length and the empty text are noted, since " +
      "no maximum is shown; where 64 characters are taken, the last of them counts.",
    reference: "1 to 64 characters",
  },
  {
    id: "D-048",
    question: "A replay that another gate would stop",
    accepts:
      "The first result or the gate's refusal: the spec gives no order. Never a second order. A" +
      " market that has closed refuses new orders, which a replay is not: the first result alone.",
    reference: "The id is looked up before freshness, market and risk",
  },
];
