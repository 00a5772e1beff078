/** How to fix a venue that fails a rule on listing and cancelling orders. */

/** By rule id, in the catalogue's order. */
export const ORDER_ENDPOINTS_ADVICE: Readonly<Record<string, string>> = {
  "OAPI-LIST-01":
    "Serve GET /orders under every prefix for keys with read scope. A router that knows POST " +
    "/orders alone answers 404 or 405.",
  "OAPI-LIST-02":
    "List orders of every status, resting ones included, and without a delay: a read replica " +
    "that lags shows up here.",
  "OAPI-LIST-03":
    "Apply a default of 200 where limit is absent, in the query rather than in the client.",
  "OAPI-LIST-04":
    "Hand limit to the query. A parameter that is validated but not used is the usual cause.",
  "OAPI-LIST-05":
    "Filter by market_id before the limit is applied. Check the name of the parameter too.",
  "OAPI-LIST-06": "Accept every status the result can carry, in the same spelling, as a filter.",
  "OAPI-LIST-08":
    "Scope the query by the agent of the credentials, in the one place that all order reads " +
    "share. A caller's parameter never widens it.",
  "OAPI-LIST-09":
    "Validate query parameters: text where a number is due is 422, not a silent default.",
  "OAPI-OPEN-01": "Register /orders/open before /orders/{order_id}, or constrain the id to UUIDs.",
  "OAPI-OPEN-02":
    "List NEW and PARTIAL orders straight from the book or from a projection that is up to date" +
    " when the 201 goes out.",
  "OAPI-OPEN-03":
    "Leave out orders that are done. Update the list when an order is filled as well as when it" +
    " is cancelled.",
  "OAPI-OPEN-04":
    "Hand market_id to the query of open orders too: it is often built apart from that of GET " +
    "/orders.",
  "OAPI-OPEN-05": "Apply limit, and a default of 500, to open orders too.",
  "OAPI-OPEN-06":
    "Scope open orders by the agent of the credentials. Reading them straight from the shared " +
    "book forgets it easily.",
  "OAPI-GET-01":
    "Look the order up where it lives in every state: an archive of finished orders does not " +
    "hold the resting ones, nor the book the finished.",
  "OAPI-GET-02":
    "Look up by id first, then compare owners and answer 403. A query that filters by owner " +
    "cannot tell foreign from missing.",
  "OAPI-GET-03":
    "Answer 404 with an envelope when the look-up finds nothing. Serializing a missing record " +
    "gives 200 and null.",
  "OAPI-CXL-01":
    "Answer 200 when the order was cancelled. A status set from a second look-up, after the " +
    "order is gone, turns into 404 or 409.",
  "OAPI-CXL-02":
    "Cancel before answering. If the engine is asynchronous, wait for its confirmation.",
  "OAPI-CXL-03":
    "Write CANCELLED for an order that was accepted once. REJECTED is for orders that never " +
    "were.",
  "OAPI-CXL-04":
    "Take the order out of the book itself, not only out of lists and records, before the 200 " +
    "goes out.",
  "OAPI-CXL-05":
    "Compare the owner before acting, not after. A 403 that is decided once the command was " +
    "sent comes too late.",
  "OAPI-CXL-06":
    "Answer 404 when nothing was found: a delete that affects no rows is not a success.",
  "OAPI-CXL-08":
    "Cancel only what is NEW or PARTIAL, in the same step as the check. An update without a " +
    "condition on the status rewrites history.",
  "OAPI-ALL-01":
    "Cancel every resting order of the agent, over all markets and pages. A loop that reads one" +
    " page, or one market, stops early.",
  "OAPI-ALL-02":
    "Hand market_id to the command. A parameter read from the body of a DELETE is lost on the " +
    "way.",
  "OAPI-ALL-03":
    "Scope the command by the agent of the credentials. Cancelling by market alone empties the " +
    "whole book.",
  "OAPI-ALL-04":
    "Answer 200 when there was nothing to cancel: cancel-all is what a client sends when it " +
    "does not know.",
  "OAPI-ALL-05":
    "Treat an unknown market_id as a filter that matches nothing, or refuse it. It must never " +
    "become no filter at all.",
  "OAPI-LADDER-02":
    "Put the route behind the same authentication as POST /orders. Routes added later are often" +
    " registered outside of it.",
};
