/** Rules on what is told of a market: book, trades, candles, mids, events, series. */
import { ENDED, KINDS, PREFIXES, SIDES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";

/** In the spec's order; ids are permanent. */
export const DATA_RULES: readonly Rule[] = [
  must("MKT-BOOK-01", "GET of a market's book answers 200", {
    section: "Markets and data",
    over: { kind: KINDS, prefix: PREFIXES },
    decisions: ["D-104"],
    fix: "Answer 200 also for an empty book: two empty sides are a book.",
  }),
  conditional(
    "MKT-BOOK-02",
    "A book with depth=1 has at most one level a side, where sides are recognisable",
    {
      section: "Markets and data",
      over: { kind: KINDS, prefix: PREFIXES },
      decisions: ["D-104"],
      fix:
        "Cut each side to depth levels, and aggregate by price before cutting: entries of " +
        "single orders make a level count twice.",
    },
  ),
  open("MKT-BOOK-03", "Whether a resting order's price level shows in the book", {
    section: "(silent)",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-104"],
  }),
  open("MKT-BOOK-04", "Whether the book is uncrossed, the best prices first", {
    section: "(silent)",
    over: { kind: KINDS },
    decisions: ["D-104"],
  }),
  either(
    "MKT-BOOK-05",
    "Book, trades, candles and mid-history of an unknown market: 404 (an empty 200 warns)",
    {
      section: "HTTP statuses",
      over: { value: ["book", "trades", "candles", "mid-history"], prefix: PREFIXES },
      fix:
        "Look the market up before its data. Empty structures made on first access answer for " +
        "markets that never were; an unknown UUID is 404, not 400.",
    },
  ),
  must("MKT-BOOK-06", "Of more than 50 levels on a side the book shows exactly 50 without depth", {
    section: "Markets and data",
    follows: ["MKT-BOOK-02"],
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-104", "D-113"],
    fix: "Apply 50 to each side where depth is absent, after levels are aggregated by price.",
  }),
  must(
    "MKT-TRD-01",
    "GET of a market's trades answers 200, at most 100 by default, and honours limit",
    {
      section: "Markets and data",
      over: { kind: KINDS, prefix: PREFIXES },
      decisions: ["D-105"],
      fix: "Apply limit, and a default of 100, and return the newest trades when cutting.",
    },
  ),
  open("MKT-TRD-02", "Whether an own trade appears in the market's trades within 3 s", {
    section: "(silent)",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-105"],
  }),
  must("MKT-TRD-03", "Of more than 100 trades of a market exactly 100 come without limit", {
    section: "Markets and data",
    follows: ["MKT-TRD-01"],
    over: { kind: KINDS },
    decisions: ["D-105", "D-113"],
    fix: "Apply 100 where limit is absent, and keep more trades than that.",
  }),
  must("MKT-TRD-04", "A market that has ended lists the trades that it listed while it was OPEN", {
    section: "Markets and data",
    over: { kind: KINDS, status: ENDED },
    decisions: ["D-105"],
    fix: "Serve trades by the market alone, whatever its status: what was traded stays traded.",
  }),
  must("MKT-TRD-05", "Hours later a market lists the trades that it listed before", {
    section: "Markets and data",
    follows: ["MKT-TRD-01"],
    over: { kind: KINDS, prefix: PREFIXES },
    decisions: ["D-105"],
    fix:
      "Cut the list of trades by limit alone: it has no window of time, and of a quiet market the " +
      "last trade may be days old.",
  }),
  must("MKT-TRD-06", "A price among a market's trades is an integer in the market's own scale", {
    section: "Resources",
    over: { kind: KINDS, prefix: PREFIXES },
    decisions: ["D-105"],
    fix:
      "Tell prices of trades as orders have them, in the market's own units: what a page shows in " +
      "dollars it can divide itself.",
  }),
  must(
    "MKT-CDL-01",
    "GET of a market's candles answers 200, at most 500 by default, and honours limit",
    {
      section: "Markets and data",
      over: { kind: KINDS, prefix: PREFIXES },
      decisions: ["D-106"],
      fix: "Apply limit, and a default of 500, after candles are formed from trades.",
    },
  ),
  open("MKT-CDL-03", "How candles are computed, aligned and continued over gaps", {
    section: "(silent)",
    decisions: ["D-106"],
  }),
  must("MKT-CDL-04", "Of more than 500 candles exactly 500 come without limit", {
    section: "Markets and data",
    follows: ["MKT-CDL-01"],
    decisions: ["D-106", "D-113"],
    fix: "Apply 500 where limit is absent, whatever the period.",
  }),
  must("MKT-CDL-05", "Candles without period_seconds are those of period_seconds=60", {
    section: "Markets and data",
    over: { kind: KINDS, prefix: PREFIXES },
    decisions: ["D-106"],
    fix: "Form candles of 60 seconds where period_seconds is absent: the feed's default is another.",
  }),
  must(
    "MKT-CDL-06",
    "Candles of a market with trades throughout are of the period_seconds asked for",
    {
      section: "Markets and data",
      follows: ["MKT-CDL-05"],
      over: { kind: KINDS, side: SIDES, prefix: PREFIXES },
      decisions: ["D-106"],
      fix:
        "Form candles of as many seconds as are asked for, and refuse a period that you do not have: " +
        "candles of another are no answer.",
    },
  ),
  must(
    "MKT-MID-01",
    "GET of a market's mid-history answers 200, at most 3600 points, and honours limit",
    {
      section: "Markets and data",
      over: { kind: KINDS, prefix: PREFIXES },
      decisions: ["D-107"],
      fix: "Apply limit, and a default of 3600 points, newest kept.",
    },
  ),
  conditional("MKT-MID-02", "Of more than 3600 mids exactly 3600 come without limit", {
    section: "Markets and data",
    follows: ["MKT-MID-01"],
    decisions: ["D-107", "D-113"],
    fix: "Apply 3600 where limit is absent, newest kept.",
  }),
  must("MKT-EVT-01", "GET /markets/event-history is not taken for a market id", {
    section: "Markets and data",
    over: { prefix: PREFIXES },
    decisions: ["D-108"],
    fix:
      "Register /markets/event-history before /markets/{market_id}, or constrain the id to " +
      "UUIDs.",
  }),
  open("MKT-EVT-02", "What GET /markets/event-history answers without parameters", {
    section: "Markets and data",
    decisions: ["D-108"],
  }),
  conditional(
    "MKT-EVT-03",
    "Of many points of an event's market 240 come without limit, or as many as it says",
    {
      section: "Markets and data",
      follows: ["MKT-EVT-05"],
      decisions: ["D-108", "D-113"],
      fix: "Apply limit, and 240 where it is absent, to the points of each market, of any period.",
    },
  ),
  must("MKT-EVT-04", "Event history is that of period_seconds, which is 60 by default", {
    section: "Markets and data",
    follows: ["MKT-EVT-05"],
    decisions: ["D-108"],
    fix:
      "Sample as often as period_seconds says, every 60 seconds where it is absent, and take no " +
      "fixture_key for none.",
  }),
  either("MKT-EVT-05", "The history of an event has its own markets; of an unknown one, none", {
    section: "Markets and data",
    over: { value: ["event_id", "fixture_key"], prefix: PREFIXES },
    decisions: ["D-108"],
    fix:
      "Narrow by equality: a market that is part of no event matches no event_id. Answer an " +
      "unknown event 404, or with an empty 200.",
  }),
  either("MKT-SER-01", "The context of an unknown series is answered 404 or an empty 200", {
    section: "Markets and data",
    over: { prefix: PREFIXES },
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
      over: { prefix: PREFIXES },
      decisions: ["D-109"],
      fix: "Apply history_limit and upcoming_limit to their own lists, with defaults of 8 and 5.",
    },
  ),
  conditional("MKT-SER-03", "Of more past and coming markets of a series exactly 8 and 5 come", {
    section: "Markets and data",
    follows: ["MKT-SER-02"],
    decisions: ["D-109", "D-113"],
    fix: "Apply 8 to the past and 5 to the coming markets, each where its own parameter is absent.",
  }),
  open("MKT-PUB-01", "Which data routes answer without credentials", {
    section: "Authentication gaps",
    decisions: ["D-112"],
  }),
];
