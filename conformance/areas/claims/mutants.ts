/** Venues that do not keep to what they claim. */
import {
  type Arriving,
  ask,
  changeAnswer,
  changeOrder,
  changeRequest,
  changeResult,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import {
  type Behind,
  unchanged,
  type WireAnswer,
  type WireRequest,
} from "../../interposer/interposer.ts";
import { rowsOf } from "../../interposer/lists.ts";
import { kindOf, levelsAgainst, steppedBack, touchOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines } from "../../interposer/refusals.ts";
import { barsOf } from "../../model/bars.ts";
import { moneyMutants } from "./mutants-money.ts";
import { queueMutants } from "./mutants-queue.ts";
import { riskMutants } from "./mutants-risk.ts";

/** What traded is told at another price; `of` gets the average and the order. */
function tradesAt(of: (result: Fields, order: Fields) => number | null): Mutant["wire"] {
  return () =>
    changeResult((result, order) => {
      const price = Number(result["filled_qty"]) > 0 ? of(result, order) : null;
      if (price === null) return false;
      const fills = (result["fills"] as Fields[]).map((fill) => ({ ...fill, price }));
      return { avg_fill_price_cents: price, fills };
    });
}

/** How much of the best opposite level is the caller's own, and how much there is. */
async function atTouch(order: Fields, arriving: Arriving): Promise<{ own: number; all: number }> {
  const touch = await touchOf(order, arriving);
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  const own = (orders as Fields[]).filter(
    ({ market_id, side, price }) =>
      market_id === order["market_id"] && side !== order["side"] && price === touch,
  );
  const [level] = await levelsAgainst(order, arriving);
  const total = own.reduce((sum, one) => sum + Number(one["remaining_qty"]), 0);
  return { own: total, all: level?.qty ?? 0 };
}

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

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...queueMutants,
  {
    name: "sells-trade-at-their-own-limit",
    breaks: ["CLAIM-PRICE-01"],
    defect: "A SELL that trades is filled at its own limit; a BUY at the resting price.",
    wire: tradesAt((_, { side, type, price }) =>
      side === "SELL" && type === "LIMIT" ? Number(price) : null,
    )!,
  },
  {
    name: "sweep-at-one-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "All fills of an order that takes several levels are at the last of their prices.",
    wire: tradesAt(({ fills }) => {
      const prices = (fills as Fields[]).map(({ price }) => Number(price));
      return new Set(prices).size > 1 ? (prices.at(-1) ?? null) : null;
    })!,
  },
  {
    name: "amended-orders-trade-at-their-own-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "An order that was amended is told to have traded at its own price.",
    wire: () => {
      const amended = new Set<string>();
      const remember = changeAnswer("PATCH /orders/*", (given, { path }) => {
        amended.add(path);
        return given;
      });
      const told = changeAnswer("GET /orders/*", (given, { path }) => {
        const { price, filled_qty, ...order } = fieldsOf(given.body);
        if (!amended.has(path) || !filled_qty) return given;
        const at = { price, filled_qty, avg_fill_price_cents: price };
        return { ...given, body: { ...order, ...at } };
      });
      return inFrontOf(told, remember);
    },
  },
  {
    name: "ladders-trade-at-their-own-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "Who rested is told to have traded at the price of the order of a ladder that took it.",
    wire: () => {
      let rung: Fields = {};
      const remember = changeRequest("POST /orders/replace-ladder", (request) => {
        const { orders = [] } = fieldsOf(request.body);
        rung = (orders as Fields[]).at(-1) ?? rung;
        return request;
      });
      const told = changeAnswer("GET /orders/*", (given) => {
        const order = fieldsOf(given.body);
        const isMet = order["market_id"] === rung["market_id"] && order["side"] !== rung["side"];
        if (!isMet || !order["filled_qty"]) return given;
        return { ...given, body: { ...order, avg_fill_price_cents: rung["price"] } };
      });
      return inFrontOf(told, remember);
    },
  },
  ...moneyMutants,
  ...riskMutants,
  {
    name: "claims-to-allow-self-trades",
    breaks: ["CLAIM-SELF-01"],
    defect: "It claims that an agent may trade with itself, and cancels the resting order.",
    wire: () => unchanged,
    profile: ({ claims }) => ({ claims: { ...claims, self_trade: "allow" } }),
  },
  {
    name: "sells-rest-beside-their-own",
    breaks: ["CLAIM-SELF-01"],
    defect: "A SELL that meets a bid of its own agent, and nobody else's, rests a tick above it.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["side"] !== "SELL" || order["type"] !== "LIMIT") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && own === all && steppedBack(order, arriving);
      }),
  },
  {
    name: "perps-decline-before-others",
    breaks: ["CLAIM-SELF-02"],
    defect: "On a perp an order that meets its own is declined where another's stands behind it.",
    wire: () =>
      declines("SELF_TRADE", async (order, arriving) => {
        if ((await kindOf(order, arriving)) !== "BTC_PERP") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && all > own;
      }),
  },
  {
    name: "ioc-orders-decline-before-others",
    breaks: ["CLAIM-SELF-02"],
    defect: "An IOC order that meets its own is declined where another's stands behind it.",
    wire: () =>
      declines("SELF_TRADE", async (order, arriving) => {
        if (order["tif"] !== "IOC") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && all > own;
      }),
  },
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
    name: "candles-count-both-sides",
    breaks: ["CLAIM-CANDLE-02"],
    defect: "The volume of a candle counts each trade for both sides.",
    wire: rowsOf("GET /markets/*/candles", (rows) =>
      rows.map((row) => ({ ...row, volume: 2 * Number(row["volume"]) })),
    ),
  },
];
