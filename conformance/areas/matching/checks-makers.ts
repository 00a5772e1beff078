/** What becomes of an order that rests as others meet it, one after another. Spec: States. */

import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { allOf, type Expectation, that } from "../../check/expectation.ts";
import { lacks, recordExecuted, recordStatus } from "../../expect/answers.ts";
import { noFill, partlyFilled } from "../../expect/placed.ts";

const filledBitByBit: Check = {
  title: "an order met by three takers is PARTIAL, then FILLED, and the third finds nothing",
  proves: ["MATCH-PART-03"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit(opposite(side), price, { qty: 3 }));
    const read = () => maker.order(orderId);
    const told = (status: string, qty: number) =>
      allOf(recordStatus(orderId, status), recordExecuted(orderId, qty));
    await taker.takes(market.limit(side, price));
    await t.eventually("MATCH-PART-03", read, told("PARTIAL", 1));
    await taker.takes(market.limit(side, price, { qty: 2 }));
    await t.eventually("MATCH-PART-03", read, told("FILLED", 3));
    await t.eventually("MATCH-PART-03", () => maker.openOrders(market.id), lacks(orderId));
    t.expect("MATCH-PART-03", await taker.place(market.limit(side, price)), noFill);
  },
};

const wholeLevel: Check = {
  title: "an order for a whole level and more fills every order there, and rests with what is left",
  proves: ["MATCH-SWEEP-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    const ids: string[] = [];
    for (const qty of [1, 2, 1]) {
      ids.push((await maker.rests(market.limit(opposite(side), price, { qty }))).orderId);
    }
    // An order of five may have to be confirmed (D-062).
    const large = { qty: 5, tif: "GTC", confirm_fat_finger: true };
    const swept = await taker.place(market.limit(side, price, large));
    t.expect("MATCH-SWEEP-02", swept, partlyFilled(4));
    await t.eventually("MATCH-SWEEP-02", () => maker.openOrders(market.id), lacks(...ids));
    const executed = async () => Promise.all(ids.map((id) => maker.executed(id)));
    await t.eventually("MATCH-SWEEP-02", executed, addUpTo(4));
  },
};

/** Quantities that come to this together, where all of them can be read. Units: contracts. */
function addUpTo(qty: number): Expectation<readonly (number | null)[]> {
  const sum = (each: readonly (number | null)[]) =>
    each.reduce<number>((total, one) => total + (one ?? 0), 0);
  return that(
    `${qty} contracts executed of all makers together`,
    (each) => each.includes(null) || sum(each) === qty,
    (each) => each.join(" + "),
  );
}

/** Checks of orders that rest while others meet them. */
export const makers: readonly Check[] = [filledBitByBit, wholeLevel];
