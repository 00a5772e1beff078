/** A market's book, and whether positions tell the same story. Spec: Markets and data; D-104. */

import { type BookReading, bookOf } from "../../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";

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
  const nearer = market.tickTowardsFill(side);
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

const oneStory: Check = {
  title: "book and positions tell of a partly filled order what its own record tells",
  proves: ["MKT-BOOK-03", "ACC-POS-03"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    await t.settle();
    const held = readable(await maker.position(market), "a position");
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit(side, price, { qty: 3 }));
    await taker.takes(market.limit(opposite(side), price));
    const executed = await t.reading(() => maker.executed(orderId), oneFilled);
    const filled = readable(executed, "the executed quantity of an order");
    const inBook = () => shownAt(t, price);
    await t.eventually("MKT-BOOK-03", inBook, beside(filled, "left in the book", 3 - filled));
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

/** Checks of the book. */
export const book: readonly Check[] = [answers, depthOne, restingShows, oneStory, restCancelled];
