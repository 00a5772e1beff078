/** Venues whose candles are not those of their trades. */
import { changeAnswer, type Fields, fieldsOf, inFrontOf } from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest } from "../../interposer/interposer.ts";
import { rowsOf } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { barsOf } from "../../model/bars.ts";

/** The candles of minutes that a market's trades make, each a millisecond before it happened. */
async function aMillisecondEarlier(given: WireAnswer, request: WireRequest, venue: Behind) {
  if (given.status !== 200 || request.query["period_seconds"] !== "60") return given;
  const path = request.path.replace(/candles$/, "trades");
  const { trades = [] } = fieldsOf((await venue({ ...request, path, query: {} })).body);
  const earlier = (trades as Fields[]).toReversed().map(({ ts_ms, price, qty }) => ({
    tsMs: Number(ts_ms) - 1,
    price: Number(price),
    qty: Number(qty),
  }));
  const bars = barsOf(earlier, 60_000);
  const candles = bars.map(({ startMs, ...bar }) => ({ start_ts_ms: startMs, ...bar }));
  return { ...given, body: { ...fieldsOf(given.body), candles } };
}

/** Known-bad venues of candles. */
export const candleMutants: readonly Mutant[] = [
  {
    name: "candles-open-at-the-close",
    breaks: ["CLAIM-CANDLE-01"],
    defect: "A candle opens at the last price of its period.",
    wire: rowsOf("GET /markets/*/candles", (rows) =>
      rows.map((row) => ({ ...row, open: row["close"] })),
    ),
  },
  {
    name: "candles-reach-for-quotes",
    breaks: ["CLAIM-CANDLE-01"],
    defect: "The high of a candle is that of the quotes, a price above its trades.",
    wire: rowsOf("GET /markets/*/candles", (rows) =>
      rows.map((row) => ({ ...row, high: Number(row["high"]) + 1 })),
    ),
  },
  {
    name: "first-millisecond-in-the-candle-before",
    breaks: ["CLAIM-CANDLE-01"],
    // A trade that is told of another period counts there.
    alsoBreaks: ["CLAIM-CANDLE-02"],
    // A clock that stands still puts a trade into the first millisecond.
    controlled: true,
    defect: "A trade in the first millisecond of a minute is in the candle of the minute before.",
    wire: () => changeAnswer("GET /markets/*/candles", aMillisecondEarlier),
  },
  {
    name: "longer-candles-stay-at-their-open",
    breaks: ["CLAIM-CANDLE-01"],
    defect: "The high of a candle of more than a minute is its open, whatever was paid later.",
    wire: rowsOf("GET /markets/*/candles", (rows, { query }) =>
      Number(query["period_seconds"]) > 60
        ? rows.map((row) => ({ ...row, high: row["open"] }))
        : rows,
    ),
  },
  {
    name: "candles-without-amended-trades",
    breaks: ["CLAIM-CANDLE-02"],
    defect: "The volume of a candle leaves out what an order traded as it was amended.",
    wire: () => {
      const amended = new Map<unknown, number>();
      const remember = changeAnswer("PATCH /orders/*", (given) => {
        const { market_id, filled_qty } = fieldsOf(given.body);
        amended.set(market_id, (amended.get(market_id) ?? 0) + Number(filled_qty ?? 0));
        return given;
      });
      const told = rowsOf("GET /markets/*/candles", (rows, { path }) => {
        const left = amended.get(path.split("/")[2]) ?? 0;
        const last = rows.length - 1;
        return rows.map((row, index) =>
          index === last ? { ...row, volume: Number(row["volume"]) - left } : row,
        );
      });
      return inFrontOf(told(), remember);
    },
  },
  {
    name: "candles-count-both-sides",
    breaks: ["CLAIM-CANDLE-02"],
    defect: "The volume of a candle counts each trade for both sides.",
    wire: rowsOf("GET /markets/*/candles", (rows) =>
      rows.map((row) => ({ ...row, volume: 2 * Number(row["volume"]) })),
    ),
  },
];
