/** Rules on market data and the reference feed. */
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("MKT-LIST-01", "GET /markets answers 200", {
    section: "Markets and data",
    decisions: ["D-100"],
    fix:
      "Serve GET /markets under every prefix, with credentials at least. An empty venue " +
      "answers 200 and an empty list.",
  }),
  must(
    "MKT-LIST-02",
    "GET /markets gives at most 50 records by default and at most one with limit=1",
    {
      section: "Markets and data",
      fix: "Apply limit, and a default of 50, in the query, before records are enriched or cached.",
    },
  ),
  open("MKT-LIST-03", "Whether offset moves the page of GET /markets", {
    section: "Markets and data",
    decisions: ["D-114"],
  }),
  must("MKT-LIST-04", "GET /markets with status=OPEN gives only OPEN records", {
    section: "Markets and data",
    decisions: ["D-101"],
    fix:
      "Filter by status as it is now. Accept all four statuses, since VOID is the one most " +
      "often missing from the enum.",
  }),
  must("MKT-LIST-05", "GET /markets with a kind gives only markets of that kind", {
    section: "Markets and data",
    decisions: ["D-101"],
    fix:
      "Hand kind to the query. Check that the cache key of the listing includes every " +
      "parameter.",
  }),
  open("MKT-LIST-06", "What GET /markets does with an unknown status or kind", {
    section: "Gaps",
    decisions: ["D-101"],
  }),
  must("MKT-REC-01", "A market record carries id, status and kind", {
    section: "Gaps",
    decisions: ["D-103"],
    fix:
      "Put id, status and kind into every record of every listing, id as a UUID text. A " +
      "short form for lists often drops one.",
  }),
  must("MKT-REC-02", "A market's status is OPEN, EXPIRED, RESOLVED or VOID", {
    section: "States",
    fix:
      "Map internal states to the four words where the record is made; ACTIVE or TRADING are " +
      "for the inside.",
  }),
  must("MKT-REC-03", "A market's kind is BTC_BINARY, BTC_PERP or BTC_PARLAY", {
    section: "What the service does",
    fix: "Send the three kinds in the spec's spelling, with BTC_ in front.",
  }),
  open("MKT-REC-04", "Whether a market record carries its geometry", {
    section: "Gaps",
    decisions: ["D-069"],
  }),
  must(
    "MKT-ACT-01",
    "GET /markets/active answers 200, at most 50 records by default, and honours limit",
    {
      section: "Markets and data",
      decisions: ["D-102"],
      fix:
        "Register /markets/active before /markets/{market_id}, and apply limit with a default " +
        "of 50.",
    },
  ),
  open("MKT-ACT-02", "Whether GET /markets/active holds only OPEN markets", {
    section: "(silent)",
    decisions: ["D-102"],
  }),
  must("MKT-GET-01", "GET of a listed market answers 200 with the same id and kind", {
    section: "Markets and data",
    fix:
      "Build the single record by the same code as the listed one, and find every market " +
      "that any listing shows.",
  }),
  must("MKT-GET-02", "GET of a random market UUID is answered 404", {
    section: "HTTP statuses",
    fix:
      "Answer 404 with an envelope when the market does not exist. Serializing a missing " +
      "record gives 200 and null.",
  }),
  must("MKT-BOOK-01", "GET of a market's book answers 200", {
    section: "Markets and data",
    decisions: ["D-104"],
    fix: "Answer 200 also for an empty book: two empty sides are a book.",
  }),
  conditional(
    "MKT-BOOK-02",
    "A book with depth=1 has at most one level a side, where sides are recognisable",
    {
      section: "Markets and data",
      decisions: ["D-104"],
      fix:
        "Cut each side to depth levels, and aggregate by price before cutting: entries of " +
        "single orders make a level count twice.",
    },
  ),
  open("MKT-BOOK-03", "Whether a resting order's price level shows in the book", {
    section: "(silent)",
    decisions: ["D-104"],
  }),
  open("MKT-BOOK-04", "Whether the book is uncrossed", {
    section: "(silent)",
    decisions: ["D-104"],
  }),
  either(
    "MKT-BOOK-05",
    "Book, trades, candles and mid-history of an unknown market: 404 (an empty 200 warns)",
    {
      section: "HTTP statuses",
      fix:
        "Look the market up before its data. Empty structures made on first access answer for " +
        "markets that never were; an unknown UUID is 404, not 400.",
    },
  ),
  must(
    "MKT-TRD-01",
    "GET of a market's trades answers 200, at most 100 by default, and honours limit",
    {
      section: "Markets and data",
      decisions: ["D-105"],
      fix: "Apply limit, and a default of 100, and return the newest trades when cutting.",
    },
  ),
  open("MKT-TRD-02", "Whether an own trade appears in the market's trades within 3 s", {
    section: "(silent)",
    decisions: ["D-105"],
  }),
  must(
    "MKT-CDL-01",
    "GET of a market's candles answers 200, at most 500 by default, and honours limit",
    {
      section: "Markets and data",
      decisions: ["D-106"],
      fix: "Apply limit, and a default of 500, after candles are formed from trades.",
    },
  ),
  open("MKT-CDL-03", "How candles are computed, aligned and continued over gaps", {
    section: "(silent)",
    decisions: ["D-106"],
  }),
  must(
    "MKT-MID-01",
    "GET of a market's mid-history answers 200, at most 3600 points, and honours limit",
    {
      section: "Markets and data",
      decisions: ["D-107"],
      fix: "Apply limit, and a default of 3600 points, newest kept.",
    },
  ),
  must("MKT-EVT-01", "GET /markets/event-history is not taken for a market id", {
    section: "Markets and data",
    decisions: ["D-108"],
    fix:
      "Register /markets/event-history before /markets/{market_id}, or constrain the id to " +
      "UUIDs.",
  }),
  open("MKT-EVT-02", "What GET /markets/event-history answers without parameters", {
    section: "Markets and data",
    decisions: ["D-108"],
  }),
  either("MKT-SER-01", "The context of an unknown series is answered 404 or an empty 200", {
    section: "Markets and data",
    decisions: ["D-109"],
    fix:
      "Answer 404 for a series that does not exist, or an empty 200: no markets of another " +
      "series, and no complaint about the id's form.",
  }),
  either(
    "MKT-SER-02",
    "The context of a known series: 200, within history_limit and upcoming_limit",
    {
      section: "Markets and data",
      decisions: ["D-109"],
      fix: "Apply history_limit and upcoming_limit to their own lists, with defaults of 8 and 5.",
    },
  ),
  open("MKT-PUB-01", "Which data routes answer without credentials", {
    section: "Authentication gaps",
    decisions: ["D-112"],
  }),
];
