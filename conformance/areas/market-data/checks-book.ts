/** A market's book and trades, which tell one story. Spec: Markets and data; D-104, D-105. */

import { tradesOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { type BookReading, bookOf } from "../../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { readData, readTrades, tradePriceOf } from "../data-route.ts";
import { judgePages } from "../defaults.ts";

const answers: Check = {
  title: "GET of a market's book answers 200",
  proves: ["MKT-BOOK-01"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    t.expect("MKT-BOOK-01", await bookAnswer(t), http(200));
  },
};

const depthOne: Check = {
  title: "a book of two levels a side shows one of each with depth=1, and both best first",
  proves: ["MKT-BOOK-02", "MKT-BOOK-04"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    for (const side of ["BUY", "SELL"] as const) await twoLevels(t, side);
    const whole = await t.reading(() => readBook(t), atLeastTwo);
    if (whole === null || !atLeastTwo.judge(whole).ok) {
      for (const rule of this.proves)
        t.moot(rule, "two levels a side could not be told in the book");
      return;
    }
    const sent = bookOf((await bookAnswer(t)).response?.body, true);
    t.expect("MKT-BOOK-04", sent ?? whole, bestFirst);
    t.expect("MKT-BOOK-02", await bookAnswer(t, { depth: "1" }), atMostOne);
  },
};

/** Rests an order at the far end of the band and one a tick nearer. */
async function twoLevels({ agent, market }: CheckContext, side: Side): Promise<void> {
  const nearer = side === "BUY" ? market.info.tick : -market.info.tick;
  await agent.rests(market.resting(side));
  await agent.rests(market.limit(side, market.far(side) + nearer));
}

const atLeastTwo: Expectation<BookReading | null> = that(
  "two levels a side",
  (book) => book !== null && book.bids.length >= 2 && book.asks.length >= 2,
);

const atMostOne: Expectation<Exchange> = that(
  "at most one level a side",
  ({ response }) => {
    const { bids = [], asks = [] } = bookOf(response?.body) ?? {};
    return response?.status === 200 && bids.length <= 1 && asks.length <= 1;
  },
  ({ response }) => {
    const { bids = [], asks = [] } = bookOf(response?.body) ?? {};
    return `HTTP ${response?.status} with ${bids.length} bids and ${asks.length} asks`;
  },
);

const restingShows: Check = {
  title: "whether a resting order's level shows in an uncrossed book, and goes with its cancel",
  proves: ["MKT-BOOK-03", "MKT-BOOK-04"],
  needs: ["agent", "market", "quiet"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, market } = t;
    const [bid, ask] = [market.far("BUY"), market.far("SELL")];
    const orders = [await agent.rests(market.limit("BUY", bid, { qty: 2 }))];
    orders.push(await agent.rests(market.limit("SELL", ask, { qty: 2 })));
    const read = async () => readable(await readBook(t), "both sides of the book");
    const levels = async () => qtysAt(await read(), { bid, ask });
    const shown = await t.reading(levels, atLeast(2));
    t.expect("MKT-BOOK-03", shown, atLeast(2));
    t.expect("MKT-BOOK-04", await read(), uncrossed);
    for (const { orderId } of orders) await agent.cancels(orderId);
    await t.eventually("MKT-BOOK-03", levels, isQtys({ bid: shown.bid - 2, ask: shown.ask - 2 }));
  },
};

/** What the book has at two prices. Units: contracts. */
interface AtBoth {
  bid: number;
  ask: number;
}

function qtysAt({ bids, asks }: BookReading, { bid, ask }: AtBoth): AtBoth {
  const at = (levels: BookReading["bids"], price: number) =>
    levels.find((level) => level.price === price)?.qty ?? 0;
  return { bid: at(bids, bid), ask: at(asks, ask) };
}

const atLeast = (qty: number): Expectation<AtBoth> =>
  that(
    `at least ${qty} at the price of a resting BUY among the bids and of a SELL among the asks`,
    ({ bid, ask }) => bid >= qty && ask >= qty,
  );

const isQtys = (wanted: AtBoth): Expectation<AtBoth> =>
  that(
    `${wanted.bid} and ${wanted.ask} at those prices once the orders are cancelled`,
    ({ bid, ask }) => bid === wanted.bid && ask === wanted.ask,
  );

const bestFirst: Expectation<BookReading> = that(
  "the highest bid and the lowest ask first",
  ({ bids, asks }) => isAscending(asks) && isAscending(bids.toReversed()),
  ({ bids, asks }) => `bids ${pricesOf(bids)}, asks ${pricesOf(asks)}`,
);

const pricesOf = (levels: BookReading["bids"]) => levels.map(({ price }) => price).join(", ");

const isAscending = (levels: BookReading["bids"]): boolean =>
  levels.every(({ price }, at) => at === 0 || (levels[at - 1]?.price ?? price) <= price);

const uncrossed: Expectation<BookReading> = that(
  "the best bid below the best ask",
  ({ bids: [bid], asks: [ask] }) => bid === undefined || ask === undefined || bid.price < ask.price,
  ({ bids: [bid], asks: [ask] }) => `best bid ${bid?.price}, best ask ${ask?.price}`,
);

function bookAnswer({ agent, market }: CheckContext, query: Record<string, string> = {}) {
  return agent.get(`/markets/${market.id}/book`, query);
}

async function readBook(t: CheckContext): Promise<BookReading | null> {
  return bookOf((await bookAnswer(t)).response?.body);
}

/** Where what is asked of the check's market is found. */
export function marketPath({ market }: CheckContext, what: string): string {
  return `/markets/${market.id}/${what}`;
}

const TRADES_DEFAULT = 100;

const trades: Check = {
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
    await t.eventually("MKT-TRD-02", () => pricesShown(t), twoAt(price));
    for (const prefix of PREFIXES) {
      const page = await readData(t, marketPath(t, "trades"), { limit: "1" }, { prefix });
      t.expect("MKT-TRD-01", page, rowsIfTold(1));
    }
  },
};

/** Prices of the trades listed. Errors: Missing where they cannot be read. */
async function pricesShown(t: CheckContext): Promise<(number | null)[]> {
  const prices = (await readTrades(t)).map(tradePriceOf);
  const isReadable = prices.length === 0 || prices.some((price) => price !== null);
  return readable(isReadable ? prices : null, "the prices of a market's trades");
}

function twoAt(price: number): Expectation<(number | null)[]> {
  return that(
    `two trades at ${price}`,
    (prices) => prices.filter((one) => one === price).length >= 2,
    (prices) => `${prices.filter((one) => one === price).length} of ${prices.length} trades at it`,
  );
}

/** Two trades at one price, `between` them something else; returns the price. */
export async function tradeTwice(t: CheckContext, between: () => Promise<void>): Promise<number> {
  const { agent, other, market } = t;
  const [price = 0] = await market.inside();
  await other.rests(market.limit("SELL", price));
  await agent.takes(market.limit("BUY", price));
  await between();
  await agent.rests(market.limit("SELL", price));
  await other.takes(market.limit("BUY", price));
  return price;
}

const oneStory: Check = {
  title: "book, trades and positions tell of a partly filled order what its own record tells",
  proves: ["MKT-BOOK-03", "MKT-TRD-02", "ACC-POS-03"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    await t.settle();
    const held = readable(await maker.position(market), "a position");
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit(side, price, { qty: 3 }));
    const before = await readTrades(t);
    await taker.takes(market.limit(opposite(side), price));
    const executed = await t.reading(() => maker.executed(orderId), oneFilled);
    const filled = readable(executed, "the executed quantity of an order");
    const inBook = () => shownAt(t, price);
    await t.eventually("MKT-BOOK-03", inBook, beside(filled, "left in the book", 3 - filled));
    const traded = async () => tradedAt(price, missingFrom(before, await readTrades(t)));
    await t.eventually("MKT-TRD-02", traded, beside(filled, "more traded at its price", 1));
    const moved = async () => (await maker.position(market)) ?? held;
    const longer = side === "BUY" ? filled : -filled;
    await t.eventually("ACC-POS-03", moved, beside(filled, "held", held + longer));
    await taker.takes(market.limit(opposite(side), price, { qty: 3 - filled }));
    await t.eventually("MKT-BOOK-03", inBook, beside(3, "left in the book", 0));
  },
};

const restCancelled: Check = {
  title: "the cancel of a partly filled order takes off its level what was left of it alone",
  proves: ["MKT-BOOK-03"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit(side, price, { qty: 3 }));
    await maker.rests(market.limit(side, price, { qty: 2 }));
    await taker.takes(market.limit(opposite(side), price));
    const executed = await t.reading(() => maker.executed(orderId), oneFilled);
    const filled = readable(executed, "the executed quantity of an order");
    await maker.cancels(orderId);
    // Whichever of the two was met: of both together one was.
    const left = beside(filled, "left in the book", 2 - (1 - filled));
    await t.eventually("MKT-BOOK-03", () => shownAt(t, price), left);
  },
};

const sweptTogether: Check = {
  title: "what one order takes of several at one price is listed as traded, whole",
  proves: ["MKT-TRD-02", "MKT-TRD-01"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    const [price = 0] = await market.inside();
    for (const qty of [1, 2]) await maker.rests(market.limit(side, price, { qty }));
    const before = await readTrades(t);
    await taker.takes(market.limit(opposite(side), price, { qty: 3 }));
    const traded = async () => qtyTradedAt(price, missingFrom(before, await readTrades(t)));
    const seen = await t.reading(traded, threeTraded);
    t.expect("MKT-TRD-02", seen, threeTraded);
    t.expect("MKT-TRD-01", market.info.own ? seen : 0, notOneOfTheTwo);
  },
};

const threeTraded = that<number>("3 contracts more traded at the price of two orders", (qty) => {
  return qty === 3;
});

/** That trades are listed at all is open (D-105), that of fewer than a page all come is not. */
const notOneOfTheTwo = that<number>("both trades of an order or none, not one alone", (qty) => {
  return qty !== 1 && qty !== 2;
});

/** Errors: Missing where the quantity of a trade cannot be read. */
function qtyTradedAt(price: number, rows: readonly unknown[]): number {
  const trades = readable(tradesOf(rows), "price and quantity of a market's trades");
  return trades.reduce((sum, trade) => sum + (trade.price === price ? trade.qty : 0), 0);
}

const oneFilled = that<number | null>("one filled", (qty) => qty === 1);

/** A figure told elsewhere of an order whose own record tells how much was filled. */
function beside(filled: number, what: string, wanted: number): Expectation<number> {
  return that(
    `${wanted} ${what}, as the order's record tells ${filled} filled`,
    (shown) => shown === wanted,
    (shown) => `${shown} ${what}`,
  );
}

/** What the book shows at a price on the side that is looked at. Units: contracts. */
async function shownAt({ market, side }: CheckContext, price: number): Promise<number> {
  const { bids, asks } = await market.book();
  return (side === "BUY" ? bids : asks).find((level) => level.price === price)?.qty ?? 0;
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

function tradedAt(price: number, rows: readonly unknown[]): number {
  return rows.filter((row) => tradePriceOf(row) === price).length;
}

/** Checks of book and trades. */
export const bookAndTrades: readonly Check[] = [
  answers,
  depthOne,
  restingShows,
  trades,
  ownTrades,
  oneStory,
  restCancelled,
  sweptTogether,
];
