/** One order's life is one story, whoever tells it: record, book, trades, positions. D-104, D-105. */

import { readable } from "../../scenarios/deployment/stops.ts";
import { readTradePrices } from "../areas/data-route.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";

const oneStory: Check = {
  title: "book, trades and positions tell of a partly filled order what its own record tells",
  proves: ["MKT-BOOK-03", "MKT-TRD-02", "ACC-POS-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent: maker, other: taker, market } = t;
    await t.settle();
    const held = readable(await maker.position(market), "a position");
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit("SELL", price, { qty: 3 }));
    const before = await tradedAt(t, price);
    await taker.takes(market.limit("BUY", price));
    const executed = await t.reading(() => maker.executed(orderId), oneFilled);
    const filled = readable(executed, "the executed quantity of an order");
    const inBook = () => askAt(t, price);
    await t.eventually("MKT-BOOK-03", inBook, beside(filled, "left in the book", 3 - filled));
    const traded = async () => (await tradedAt(t, price)) - before;
    await t.eventually("MKT-TRD-02", traded, beside(filled, "more traded at its price", 1));
    const moved = async () => (await maker.position(market)) ?? held;
    await t.eventually("ACC-POS-03", moved, beside(filled, "held", held - filled));
  },
};

const oneFilled = that<number | null>("one filled", (qty) => qty === 1);

/** A figure told elsewhere of an order whose own record tells how much was filled. */
function beside(filled: number, what: string, wanted: number): Expectation<number> {
  return that(
    `${wanted} ${what}, as the order's record tells ${filled} filled`,
    (told) => told === wanted,
    (told) => `${told} ${what}`,
  );
}

/** What the book offers at a price. Units: contracts. */
async function askAt({ market }: CheckContext, price: number): Promise<number> {
  const { asks } = await market.book();
  return asks.find((level) => level.price === price)?.qty ?? 0;
}

/** Trades listed at a price. Errors: Missing where they cannot be read. */
async function tradedAt(t: CheckContext, price: number): Promise<number> {
  return (await readTradePrices(t)).filter((one) => one === price).length;
}

/** Checks across channels. */
export const marketDataAgreement: readonly Check[] = [oneStory];
