/** How to fix a venue that fails a rule on freshness. */

/** By rule id, in the catalogue's order. */
export const FRESHNESS_ADVICE: Readonly<Record<string, string>> = {
  "FRESH-PAIR-01":
    "Require both fields or neither. Ignoring a lone stamp leaves a caller without the " +
    "protection it believes to have.",
  "FRESH-PAIR-02":
    "Require both fields or neither, in a check after the schema: each is optional alone.",
  "FRESH-RANGE-01":
    "Set the lower bound to 1. Truthiness tests take 0 for absent and switch the check off.",
  "FRESH-RANGE-02":
    "Refuse what is above 60000 rather than cutting it: the caller asked for something else " +
    "than it gets.",
  "FRESH-RANGE-03": "Make the upper bound inclusive.",
  "FRESH-RANGE-04":
    "Make the lower bound inclusive. An order with 1 may be stale, but its shape is good.",
  "FRESH-IN-01":
    "Compare milliseconds with milliseconds, and keep the venue's clock synchronised. Reading " +
    "the stamp as seconds makes every order stale.",
  "FRESH-OLD-01":
    "Decline when the server's time is past timestamp_ms + recv_window_ms. Mixed units and a " +
    "one-sided comparison are the usual causes.",
  "FRESH-FUT-01":
    "Check the other side too: decline when timestamp_ms is past the server's time + " +
    "recv_window_ms. A signed difference without its absolute value misses it.",
  "FRESH-FUT-02":
    "Make the window symmetric. A fixed allowance of one second into the future, known from " +
    "other venues, is not what this spec says.",
  "FRESH-NONE-01":
    "Run the check only when both fields are there: no default stamp, no required field.",
};
