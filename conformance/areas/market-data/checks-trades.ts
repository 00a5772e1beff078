/** What a market's trades tell. Spec: Markets and data; D-105. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { tradesOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { isObject } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import { KINDS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { marketPath, readData, readTrades, tradePriceOf } from "../data-route.ts";
import { judgePages } from "../defaults.ts";

const TRADES_DEFAULT = 100;

const limited: Check = {
  title: "GET of a market's trades gives at most 100, or as many as limit says",
  proves: ["MKT-TRD-01"],
  needs: ["agent", "market"],
  each: true,
  body: (t) =>
    judgePages(t, "MKT-TRD-01", { path: marketPath(t, "trades"), byDefault: TRADES_DEFAULT }),
};

const ownTrades: Check = {
  title: "own trades appear in the market's trades, and limit=1 gives one of the two",
  proves: ["MKT-TRD-02", "MKT-TRD-01"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS },
  async body(t) {
    const price = await tradeTwice(t, async () => {});
    await t.eventually("MKT-TRD-02", async () => pricesIn(await readTrades(t)), twoAt(price));
    for (const prefix of PREFIXES) {
      const page = await readData(t, marketPath(t, "trades"), { limit: "1" }, { prefix });
      t.expect("MKT-TRD-01", page, rowsIfTold(1));
    }
  },
};

/** Of each trade listed; null of one whose price cannot be read. */
type TradePrices = (number | null)[];

/** Errors: Missing where no price can be read. */
function pricesIn(rows: readonly unknown[]): TradePrices {
  const prices = rows.map(tradePriceOf);
  const isReadable = prices.length === 0 || prices.some((price) => price !== null);
  return readable(isReadable ? prices : null, "the prices of a market's trades");
}

function twoAt(price: number): Expectation<TradePrices> {
  return that(
    `two trades at ${price}`,
    (prices) => prices.filter((one) => one === price).length >= 2,
    (prices) => `${prices.filter((one) => one === price).length} of ${prices.length} trades at it`,
  );
}

/** Two trades at one price, `between` them something else; returns the price. */
export async function tradeTwice(t: CheckContext, between: () => Promise<void>): Promise<number> {
  return (await tradedTwice(t, between)).price;
}

/** The price of the makers, and those that the takers were told, who may ask for ticks more. */
async function tradedTwice(t: CheckContext, between: () => Promise<void>, beyond = 0) {
  const { agent, other, market } = t;
  const [price = 0] = await market.inside();
  const most = Math.min(price + beyond * market.info.tick, market.highest);
  await other.rests(market.limit("SELL", price));
  const first = await agent.takes(market.limit("BUY", most));
  await between();
  await agent.rests(market.limit("SELL", price));
  const second = await other.takes(market.limit("BUY", most));
  const told = [first, second].map(({ avgPrice }) => avgPrice ?? most);
  return { price, prices: [price, ...told] };
}

const inScale: Check = {
  title: "what traded at one price is listed in whole units of its market, at that price",
  proves: ["MKT-TRD-06"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const before = await readTrades(t);
    const { price, prices } = await tradedTwice(t, async () => {}, 1);
    // Of what others trade in a shared market the price is not known.
    const demand = t.market.info.own ? allAt(prices) : ofScale(t.market, price);
    const added = async () => pricesListedIn(missingFrom(before, await readTrades(t)));
    await t.settle();
    const seen = await t.reading(added, demand);
    if (seen.length === 0) throw new Missing("did not arise: listed trades");
    t.expect("MKT-TRD-06", seen, demand);
  },
};

/** Of each trade listed all numbers that it tells as a price: a venue may tell dollars beside. */
type PricesListed = readonly (readonly number[])[];

/** Errors: Missing where no price can be read of any. */
function pricesListedIn(rows: readonly unknown[]): PricesListed {
  const told = rows.map((row) => {
    const named = isObject(row) ? Object.entries(row).filter(([name]) => PRICE.test(name)) : [];
    const prices = [tradePriceOf(row), ...named.map(([, price]) => price)];
    return prices.filter((price) => typeof price === "number");
  });
  const isReadable = told.length === 0 || told.some((prices) => prices.length > 0);
  return readable(isReadable ? told : null, "the prices of a market's trades");
}

const PRICE = /price|px|cents/i;

/** Integers in the band; where that is too wide to tell dollars from cents, near what has just traded. */
function ofScale({ lowest, highest }: TradableMarket, price: number): Expectation<PricesListed> {
  const isWide = highest > lowest * 100;
  const [low, high] = isWide ? [price / 10, price * 10] : [lowest, highest];
  const isSuch = (one: number) => Number.isInteger(one) && one >= low && one <= high;
  return that(`integers from ${low} to ${high}`, (trades) => trades.every(anyOr(isSuch)));
}

function allAt(wanted: readonly number[]): Expectation<PricesListed> {
  const says = `each at ${[...new Set(wanted)].join(" or ")}`;
  return that(says, (trades) => trades.every(anyOr((one) => wanted.includes(one))));
}

/** Where a trade tells none, nothing is wrong with it. */
const anyOr = (isSuch: (price: number) => boolean) => (told: readonly number[]) =>
  told.length === 0 || told.some(isSuch);

const sweptTogether: Check = {
  title: "what one order takes of several at one price is listed as traded, whole",
  proves: ["MKT-TRD-02", "MKT-TRD-01"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    const [price = 0] = await market.inside();
    const atFirst = await readTrades(t);
    const all: number[] = [];
    for (const tif of ["GTC", "FOK", "IOC"]) {
      for (const qty of [1, 2]) await maker.rests(market.limit(side, price, { qty }));
      const before = await readTrades(t);
      await taker.takes(market.limit(opposite(side), price, { qty: 3, tif }));
      const seen = await t.reading(() => tradedSince(t, before, price), threeTraded);
      t.expect("MKT-TRD-02", seen, threeTraded);
      all.push(seen);
    }
    // Where trades come late, what is not there may be on its way.
    const isPrompt = market.info.own && all[0] === 3 && all.at(-1) === 3;
    if (!isPrompt) return t.moot("MKT-TRD-01", "trades that are listed at once, and nobody else's");
    const total = await t.reading(() => tradedSince(t, atFirst, price), nineTraded);
    t.expect("MKT-TRD-01", total, nineTraded);
  },
};

const threeTraded = that<number>("3 contracts more traded at the price of two orders", (qty) => {
  return qty === 3;
});

/** That trades are listed at all is open (D-105), that of fewer than a page all come is not. */
const nineTraded = that<number>("9 contracts more traded, 3 by an order of each tif", (qty) => {
  return qty === 9;
});

const tradedSince = async (t: CheckContext, before: readonly unknown[], price: number) =>
  qtyTradedAt(price, missingFrom(before, await readTrades(t)));

/** Errors: Missing where the quantity of a trade cannot be read. */
function qtyTradedAt(price: number, rows: readonly unknown[]): number {
  const trades = readable(tradesOf(rows), "price and quantity of a market's trades");
  return trades.reduce((sum, trade) => sum + (trade.price === price ? trade.qty : 0), 0);
}

/** What is listed now and was not before: a full page loses a trade with each new one. */
function missingFrom(before: readonly unknown[], now: readonly unknown[]): unknown[] {
  const known = before.map((row) => JSON.stringify(row));
  return now.filter((row) => {
    const at = known.indexOf(JSON.stringify(row));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Checks of trades. */
export const trades: readonly Check[] = [limited, ownTrades, inScale, sweptTogether];
