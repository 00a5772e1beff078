/** Rules on market data and the reference feed. */
import { conditional, either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const MARKET_DATA_RULES: readonly Rule[] = [
  must("MKT-LIST-01", "GET /markets answers 200", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-100"],
  }),
  must(
    "MKT-LIST-02",
    "GET /markets gives at most 50 records by default and at most one with limit=1",
    { section: "Markets and data", needs: ["agent"] },
  ),
  open("MKT-LIST-03", "Whether offset moves the page of GET /markets", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-114"],
  }),
  must("MKT-LIST-04", "GET /markets with status=OPEN gives only OPEN records", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-101"],
  }),
  must("MKT-LIST-05", "GET /markets with a kind gives only markets of that kind", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-101"],
  }),
  open("MKT-LIST-06", "What GET /markets does with an unknown status or kind", {
    section: "Gaps",
    needs: ["agent"],
    decisions: ["D-101"],
  }),
  either(
    "MKT-LIST-07",
    "GET /markets with limit=abc or offset=abc is answered 422 (400 tolerated)",
    { section: "Markets and data", needs: ["agent"], decisions: ["D-002"] },
  ),
  must("MKT-REC-01", "A market record carries id, status and kind", {
    section: "Gaps",
    needs: ["agent"],
    decisions: ["D-103"],
  }),
  must("MKT-REC-02", "A market's status is OPEN, EXPIRED, RESOLVED or VOID", {
    section: "States",
    needs: ["agent"],
  }),
  must("MKT-REC-03", "A market's kind is BTC_BINARY, BTC_PERP or BTC_PARLAY", {
    section: "What the service does",
    needs: ["agent"],
  }),
  open("MKT-REC-04", "Whether a market record carries its geometry", {
    section: "Gaps",
    needs: ["agent"],
    decisions: ["D-069"],
  }),
  must(
    "MKT-ACT-01",
    "GET /markets/active answers 200, at most 50 records by default, and honours limit",
    { section: "Markets and data", needs: ["agent"], decisions: ["D-102"] },
  ),
  open("MKT-ACT-02", "Whether GET /markets/active holds only OPEN markets", {
    section: "(silent)",
    needs: ["agent"],
    decisions: ["D-102"],
  }),
  must("MKT-GET-01", "GET of a listed market answers 200 with the same id and kind", {
    section: "Markets and data",
    needs: ["agent"],
  }),
  must("MKT-GET-02", "GET of a random market UUID is answered 404", {
    section: "HTTP statuses",
    needs: ["agent"],
  }),
  must("MKT-BOOK-01", "GET of a market's book answers 200", {
    section: "Markets and data",
    needs: ["agent", "market"],
    decisions: ["D-104"],
  }),
  conditional(
    "MKT-BOOK-02",
    "A book with depth=1 has at most one level a side, where sides are recognisable",
    { section: "Markets and data", needs: ["agent", "market", "quiet"], decisions: ["D-104"] },
  ),
  open("MKT-BOOK-03", "Whether a resting order's price level shows in the book", {
    section: "(silent)",
    needs: ["agent", "market", "quiet"],
    decisions: ["D-104"],
  }),
  open("MKT-BOOK-04", "Whether the book is uncrossed", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-104"],
  }),
  either(
    "MKT-BOOK-05",
    "Book, trades, candles and mid-history of an unknown market: 404 (an empty 200 warns)",
    { section: "HTTP statuses", needs: ["agent"] },
  ),
  must(
    "MKT-TRD-01",
    "GET of a market's trades answers 200, at most 100 by default, and honours limit",
    { section: "Markets and data", needs: ["agent", "market"], decisions: ["D-105"] },
  ),
  open("MKT-TRD-02", "Whether an own trade appears in the market's trades within 3 s", {
    section: "(silent)",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-105"],
  }),
  must(
    "MKT-CDL-01",
    "GET of a market's candles answers 200, at most 500 by default, and honours limit",
    { section: "Markets and data", needs: ["agent", "market"], decisions: ["D-106"] },
  ),
  either("MKT-CDL-02", "Candles with period_seconds=abc are answered 422 (400 tolerated)", {
    section: "Markets and data",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  open("MKT-CDL-03", "How candles are computed, aligned and continued over gaps", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-106"],
  }),
  must(
    "MKT-MID-01",
    "GET of a market's mid-history answers 200, at most 3600 points, and honours limit",
    { section: "Markets and data", needs: ["agent", "market"], decisions: ["D-107"] },
  ),
  must("MKT-EVT-01", "GET /markets/event-history is not taken for a market id", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-108"],
  }),
  open("MKT-EVT-02", "What GET /markets/event-history answers without parameters", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-108"],
  }),
  either("MKT-SER-01", "The context of an unknown series is answered 404 or an empty 200", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-109"],
  }),
  either(
    "MKT-SER-02",
    "The context of a known series: 200, within history_limit and upcoming_limit",
    { section: "Markets and data", needs: ["agent"], decisions: ["D-109"] },
  ),
  open("MKT-PUB-01", "Which data routes answer without credentials", {
    section: "Authentication gaps",
    decisions: ["D-112"],
  }),
  either("SPOT-HIST-01", "GET btc-spot/history answers 200", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-110"],
  }),
  open("SPOT-HIST-02", "Whether btc-spot/history points are no older than the requested seconds", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-110"],
  }),
  either("SPOT-CDL-01", "GET btc-spot/candles answers 200 with at most limit candles", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-110"],
  }),
  either("SPOT-HLT-01", "GET btc-spot/health answers 200 (502 and 503 noted)", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-111"],
  }),
  either("SPOT-VAL-01", "GET btc-spot/history with seconds=abc is answered 422 (400 tolerated)", {
    section: "Markets and data",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
];
