/** GET /markets/{id}/book. Spec: Markets and data; D-104. */

import type { Side } from "../../scenarios/deployment/market.ts";
import { type BookReading, bookOf } from "../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";
import { http } from "../expect/answers.ts";

const answers: Check = {
  title: "GET of a market's book answers 200",
  proves: ["MKT-BOOK-01"],
  needs: ["agent", "market"],
  async body(t) {
    t.expect("MKT-BOOK-01", await bookAnswer(t), http(200));
  },
};

const depthOne: Check = {
  title: "a book of two levels a side shows one of each with depth=1",
  proves: ["MKT-BOOK-02"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    for (const side of ["BUY", "SELL"] as const) await twoLevels(t, side);
    const whole = await t.reading(() => readBook(t), atLeastTwo);
    if (whole === null || !atLeastTwo.judge(whole).ok) {
      t.moot("MKT-BOOK-02", "two levels a side could not be told in the book");
    } else {
      t.expect("MKT-BOOK-02", await bookAnswer(t, { depth: "1" }), atMostOne);
    }
  },
};

/** Rests an order at the far end of the band and one a tick nearer. */
async function twoLevels({ agent, market }: CheckContext, side: Side): Promise<void> {
  const nearer = side === "BUY" ? market.seat.tick : -market.seat.tick;
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
  title: "whether a resting order's level shows in the book, which is not crossed",
  proves: ["MKT-BOOK-03", "MKT-BOOK-04"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market } = t;
    const [bid, ask] = [market.far("BUY"), market.far("SELL")];
    await agent.rests(market.limit("BUY", bid));
    await agent.rests(market.limit("SELL", ask));
    const read = async () => readable(await readBook(t), "both sides of the book");
    const shows = that<BookReading>(
      "the price of a resting BUY among the bids and of a resting SELL among the asks",
      ({ bids, asks }) =>
        bids.some(({ price }) => price === bid) && asks.some(({ price }) => price === ask),
    );
    const book = await t.reading(read, shows);
    t.expect("MKT-BOOK-03", book, shows);
    t.expect("MKT-BOOK-04", book, uncrossed);
  },
};

const uncrossed: Expectation<BookReading> = that(
  "the best bid below the best ask",
  ({ bids: [bid], asks: [ask] }) => bid === undefined || ask === undefined || bid.price < ask.price,
  ({ bids: [bid], asks: [ask] }) => `best bid ${bid?.price}, best ask ${ask?.price}`,
);

/** Checks of the book. */
export const marketDataBook: readonly Check[] = [answers, depthOne, restingShows];

function bookAnswer({ agent, market }: CheckContext, query: Record<string, string> = {}) {
  return agent.get(`/markets/${market.id}/book`, query);
}

async function readBook(t: CheckContext): Promise<BookReading | null> {
  return bookOf((await bookAnswer(t)).response?.body);
}
