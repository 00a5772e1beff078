/** Venues that give other numbers of rows than are asked for, where more are there. */

import { changeAnswer, changeRequest, fieldsOf } from "../../interposer/changes.ts";
import { isCount, resized } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const BOOK = "GET /markets/*/book";

/** Defects of sizes that are asked for. */
export const sizes: readonly Mutant[] = [
  {
    name: "ended-markets-ignore-limit",
    breaks: ["MKT-LIST-02"],
    beside: ["MKT-LIST-03"],
    // An operator ends markets.
    controlled: true,
    defect: "GET /markets with the status of markets that have ended ignores limit.",
    wire: () =>
      changeRequest("GET /markets", (request) => {
        const { status = "OPEN" } = request.query;
        return status === "OPEN"
          ? request
          : resized(request, "limit", (size) => Math.max(size, 50));
      }),
  },
  {
    name: "trades-of-50-at-most-where-asked",
    breaks: ["MKT-TRD-01"],
    beside: ["MKT-TRD-03"],
    controlled: true,
    defect: "Trades with a limit are 50 at most, and without one 100.",
    wire: () =>
      changeRequest("GET /markets/*/trades", (request) =>
        resized(request, "limit", (size) => Math.min(size, 50)),
      ),
  },
  {
    name: "candles-of-100-at-most-where-asked",
    breaks: ["MKT-CDL-01"],
    beside: ["MKT-CDL-04"],
    controlled: true,
    defect: "Candles with a limit are 100 at most, and without one 500.",
    wire: () =>
      changeRequest("GET /markets/*/candles", (request) =>
        resized(request, "limit", (size) => Math.min(size, 100)),
      ),
  },
  {
    name: "depths-from-4-on-are-50",
    breaks: ["MKT-BOOK-02"],
    beside: ["MKT-BOOK-06"],
    controlled: true,
    defect: "The book takes any depth from 4 to 49 for 50.",
    wire: () =>
      changeRequest(BOOK, (request) =>
        resized(request, "depth", (size) => (size > 3 && size < 50 ? 50 : size)),
      ),
  },
  {
    name: "book-cut-by-its-contracts",
    breaks: ["MKT-BOOK-06"],
    controlled: true,
    defect: "A level of two contracts counts twice where the book is cut to its depth.",
    wire: () =>
      changeAnswer(BOOK, (given, { query }) => {
        const { bids, asks, ...body } = fieldsOf(given.body);
        if (!Array.isArray(bids) || !Array.isArray(asks)) return given;
        const cut = (levels: { qty: number }[]) => cutByQty(levels, Number(query["depth"] ?? 50));
        return { ...given, body: { ...body, bids: cut(bids), asks: cut(asks) } };
      }),
  },
  {
    name: "limits-of-a-series-together-are-one",
    breaks: ["MKT-SER-02"],
    defect:
      "With both limits of a series' context history_limit is that of the markets to come too.",
    wire: () =>
      changeRequest("GET /series/*/context", (request) => {
        const { history_limit = "", upcoming_limit = "" } = request.query;
        return isCount(history_limit) && isCount(upcoming_limit)
          ? { ...request, query: { ...request.query, upcoming_limit: history_limit } }
          : request;
      }),
  },
];

function cutByQty(levels: readonly { qty: number }[], depth: number) {
  let before = 0;
  return levels.filter(({ qty }) => {
    before += qty;
    return before - qty < depth;
  });
}
