/** Decisions on market data. */
import { DATA, type Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const MARKET_DATA_DECISIONS: readonly Decision[] = [
  {
    id: "D-100",
    question: "How lists are wrapped",
    accepts: "A list at the top, or an object with one list of objects: bodies are not shown.",
    reference: "An object with a named list",
  },
  {
    id: "D-101",
    question: "Values of status and kind in queries",
    accepts: "Documented ones filter; others may be 200, 400 or 422.",
    reference: "Exact case; others 422",
    statuses: [{ on: /^GET \/markets$/, among: [200, 400, 422], when: "filtered" }],
  },
  {
    id: "D-102",
    question: "What active means",
    accepts: "200; an entry that is not OPEN warns, since only the path is shown.",
    reference: "Status OPEN",
  },
  {
    id: "D-103",
    question: "The market record",
    accepts:
      "id (or market_id), status and kind are found in it; geometry missing is noted, because " +
      "nothing more is shown.",
    reference: "Those and more",
  },
  {
    id: "D-104",
    question: "The book",
    accepts: "At most depth levels a side where sides are recognised. Bad order or crossing warns.",
    reference: "Best first, 1 to 500 levels",
  },
  {
    id: "D-105",
    question: "Trades",
    accepts:
      "At most limit records; their members are not shown: a price may be told in dollars beside " +
      "one in the market's scale.",
    reference: "Newest first",
  },
  {
    id: "D-106",
    question: "Candles",
    accepts:
      "At most limit records. Other periods may be refused; a low above its high warns; gaps " +
      "are noted. The time told may be the beginning of the period or its end.",
    reference: "Aligned, oldest first, none for an empty period",
  },
  {
    id: "D-107",
    question: "Mid history",
    accepts: "At most limit points, none is fine: the book may have been empty.",
    reference: "One a second while both sides stand",
  },
  {
    id: "D-108",
    question: "Event history without parameters, and of an unknown event",
    accepts:
      "200, 400, 404 or 422: both default to nothing. Only the word must not be taken for a " +
      "market id. The same of an event that does not exist, and no record is in a 200 then.",
    reference: "200, empty",
    statuses: [{ on: /^GET \/markets\/event-history$/, among: [200, 400, 404, 422] }],
  },
  {
    id: "D-109",
    question: "The context of a series",
    accepts:
      "Unknown: 404, or an empty 200, as bodies are not shown: no record is in it, while " +
      "echoed parameters, counts, success, data null, texts and links are none. Known series " +
      "are read only where market records name one.",
    reference: "404",
  },
  {
    id: "D-110",
    question: "The spot feed's history and candles",
    accepts:
      "200, or 502 while control has the upstream cut off. Where nobody knows why, 503 is " +
      "inconclusive too. Points that are too old warn.",
    reference: "USD, points with ts_ms and price",
  },
  {
    id: "D-111",
    question: "The spot feed's health",
    accepts: "200, 502 or 503: it may tell of trouble in either way.",
    reference: "Always 200, with OK, STALE or DOWN",
    statuses: [{ on: /^GET \/feed\/btc-spot\/health$/, among: [200], odd: [502, 503] }],
  },
  {
    id: "D-112",
    question: "Whether reads are public",
    accepts: "200, 401 or 403 without credentials: which are public is not shown.",
    reference: "Public",
    statuses: [{ on: DATA, among: [200, 401, 403], when: "anonymous" }],
  },
  {
    id: "D-113",
    question: "Huge, zero or negative parameters",
    accepts:
      "200, 400 or 422, as no bounds are shown: a span or count below one may be empty as well as " +
      "refused. Never 5xx. The largest page may be smaller than what is asked for only where " +
      "that is above the default.",
    reference: "422 outside of its bounds",
    statuses: [{ on: DATA, among: [200, 400, 422], when: "filtered" }],
  },
  {
    id: "D-114",
    question: "Whether pages overlap",
    accepts:
      "They do not: an offset leaves out just so many rows, in whatever order. Judged only where two readings around it " +
      "are equal, because live data may shift.",
    reference: "Stable order: open markets by expiry, then what ended last",
  },
  {
    id: "D-115",
    question: "502 on data routes",
    accepts: "Under the feed and the context the result is inconclusive: the upstream is at fault.",
    reference: "UPSTREAM_UNAVAILABLE there alone",
    statuses: [{ on: DATA, among: [200, 400, 404, 422], odd: [502, 503] }],
  },
];
