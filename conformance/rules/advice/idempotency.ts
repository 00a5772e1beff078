/** How to fix a venue that fails a rule on idempotency. */

/** By rule id, in the catalogue's order. */
export const IDEMPOTENCY_ADVICE: Readonly<Record<string, string>> = {
  "IDEM-REPLAY-01":
    "Store the order's id under agent and client_order_id when it is accepted, look there " +
    "before admission, and answer from it.",
  "IDEM-REPLAY-02":
    "Return right after the look-up. Code that answers from the cache but still runs the " +
    "handler places a second order.",
  "IDEM-REPLAY-03":
    "Answer with the stored result, or with the order's record as it is now: never with one " +
    "assembled from request and defaults.",
  "IDEM-REPLAY-04":
    "Answer a replay 201 like the first time, or 200. 202 and 409 make a client think that " +
    "something else happened.",
  "IDEM-REPLAY-05":
    "Key by agent, not by API key: a bot that rotates its key in the middle of a retry must not" +
    " trade twice.",
  "IDEM-REPLAY-06":
    "Put the agent into the key. A global unique index on client_order_id lets one agent read, " +
    "or block, another's orders.",
  "IDEM-REPLAY-07":
    "Keep the record after the cancel. Looking for the id among open orders only sets it free " +
    "too early.",
  "IDEM-REPLAY-08":
    "Keep the record after the fill. Looking for the id in the live book only lets a late retry" +
    " trade again.",
  "IDEM-REPLAY-09":
    "Store the result after matching has finished, or read the record anew: a result stored on " +
    "arrival shows nothing filled.",
  "IDEM-CONF-01":
    "Look up by agent and client_order_id alone. A key that includes a hash of the body turns " +
    "every changed body into a new order.",
  "IDEM-CONF-02":
    "Look up by agent and client_order_id alone: neither side nor market is part of the key, so" +
    " one store serves all markets.",
  "IDEM-CONF-03":
    "Answer 409 with a code of its own, or the first order's result. Other statuses, 404 above " +
    "all, make clients send it again under a new id.",
  "IDEM-CONC-01":
    "Claim the id atomically before admission, by a unique index or one writer per agent. Look " +
    "first and insert later leaves a gap that retries find.",
  "IDEM-CONC-02":
    "While the first request is under way, hold the second until the result is there, or answer" +
    " 409. A validation error tells the client to give up.",
  "IDEM-FRESH-01":
    "Keep ids at least as long as clients may retry, well beyond any recv_window_ms, and look " +
    "them up before freshness is checked.",
};
