/** How to fix a venue that fails a rule on markets, their data and the feed. */

/** By rule id, in the catalogue's order. */
export const MARKET_DATA_ADVICE: Readonly<Record<string, string>> = {
  "MKT-LIST-01":
    "Serve GET /markets under every prefix, with credentials at least. An empty venue answers " +
    "200 and an empty list.",
  "MKT-LIST-02":
    "Apply limit, and a default of 50, in the query, before records are enriched or cached.",
  "MKT-LIST-04":
    "Filter by status as it is now. Accept all four statuses, since VOID is the one most often " +
    "missing from the enum.",
  "MKT-LIST-05":
    "Hand kind to the query. Check that the cache key of the listing includes every parameter.",
  "MKT-LIST-07": "Validate limit and offset: text where a number is due is 422, not the default.",
  "MKT-REC-01":
    "Put id, status and kind into every record of every listing, id as a UUID text. A short " +
    "form for lists often drops one.",
  "MKT-REC-02":
    "Map internal states to the four words where the record is made; ACTIVE or TRADING are for " +
    "the inside.",
  "MKT-REC-03": "Send the three kinds in the spec's spelling, with BTC_ in front.",
  "MKT-ACT-01":
    "Register /markets/active before /markets/{market_id}, and apply limit with a default of " +
    "50.",
  "MKT-GET-01":
    "Build the single record by the same code as the listed one, and find every market that any" +
    " listing shows.",
  "MKT-GET-02":
    "Answer 404 with an envelope when the market does not exist. Serializing a missing record " +
    "gives 200 and null.",
  "MKT-BOOK-01": "Answer 200 also for an empty book: two empty sides are a book.",
  "MKT-BOOK-02":
    "Cut each side to depth levels, and aggregate by price before cutting: entries of single " +
    "orders make a level count twice.",
  "MKT-BOOK-05":
    "Look the market up before its data. Empty structures made on first access answer for " +
    "markets that never were; an unknown UUID is 404, not 400.",
  "MKT-TRD-01": "Apply limit, and a default of 100, and return the newest trades when cutting.",
  "MKT-CDL-01": "Apply limit, and a default of 500, after candles are formed from trades.",
  "MKT-CDL-02": "Validate period_seconds: text is 422, not the default.",
  "MKT-MID-01": "Apply limit, and a default of 3600 points, newest kept.",
  "MKT-EVT-01":
    "Register /markets/event-history before /markets/{market_id}, or constrain the id to UUIDs.",
  "MKT-SER-01":
    "Answer 404 for a series that does not exist, or an empty 200: no markets of another " +
    "series, and no complaint about the id's form.",
  "MKT-SER-02":
    "Apply history_limit and upcoming_limit to their own lists, with defaults of 8 and 5.",
  "SPOT-HIST-01":
    "Serve the feed's history under every prefix. While the feed is down answer 502 or 503 with" +
    " an envelope, not 404.",
  "SPOT-CDL-01": "Apply limit, and a default of 500, to the feed's candles.",
  "SPOT-HLT-01": "Serve the feed's health also when it is ill: that is when it is read.",
  "SPOT-VAL-01": "Validate seconds: text is 422, not the default.",
};
