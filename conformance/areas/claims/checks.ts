/** Whose turn it is, and at what price: price, then time, each fill at the resting order's price. */

import { objectOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, odd, that } from "../../check/expectation.ts";
import { isMean } from "../averages.ts";
import { candles } from "./checks-candles.ts";
import { cooldown } from "./checks-cooldown.ts";
import { feeChecks } from "./checks-fees.ts";
import { crossesLater } from "./checks-later.ts";
import { leverage } from "./checks-leverage.ts";
import { money } from "./checks-money.ts";
import { risk } from "./checks-risk.ts";
import { selfTrade } from "./checks-self.ts";
import { settlement } from "./checks-settled.ts";
import { slippage } from "./checks-slippage.ts";
import { slips } from "./checks-slips.ts";
import { type Executed, gave, Queue } from "./queue.ts";

const PRICE = "CLAIM-PRICE-01";
const AMENDED = "CLAIM-PRIO-04";
const REPRICED = "CLAIM-PRIO-05";
const NO_AMENDS = "the venue does not amend orders";

const inTurn: Check = {
  title: "resting orders are taken in turn, each at its own price",
  proves: ["CLAIM-PRIO-01", "CLAIM-PRIO-02", "CLAIM-PRIO-03", PRICE, AMENDED, REPRICED],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const queue = await Queue.before(t);
    const [best = 0] = queue.prices;
    await queue.rest("oldest", "worse");
    await queue.rest("first", "best", { qty: 2 });
    await queue.rest("second", "best", { qty: 3 });
    const one = await queue.take(1);
    const given = await queue.executed();
    t.expect("CLAIM-PRIO-01", given, gave("nothing of the worse price first", { oldest: 0 }));
    t.expect("CLAIM-PRIO-02", given, gave("the older first at one price", { first: 1, second: 0 }));
    const another = await queue.take(1);
    const kept = gave("the rest of the order that was begun", { first: 2, second: 0 });
    t.expect("CLAIM-PRIO-03", await queue.executed(), kept);
    t.expect(PRICE, traded(one), at(best));
    t.expect(PRICE, traded(another), at(best));
    await requeued(t, queue);
  },
};

/** The one order left at the best price is amended, and has to stand behind one that came later. */
async function requeued(t: CheckContext, queue: Queue): Promise<void> {
  const [best = 0, worse = 0] = queue.prices;
  await queue.rest("third", "best");
  if (!(await queue.amend("second", { qty: 4 }))) return moot(t);
  await queue.stillRests("third");
  await queue.take(1);
  const third = gave("the later order before the one amended up", { third: 1, second: 0 });
  t.expect(AMENDED, await queue.executed(), third);
  await queue.rest("fourth", "worse");
  await queue.rest("fifth", "best");
  if (!(await queue.amend("second", { at: "worse", qty: 4 }))) return t.moot(REPRICED, NO_AMENDS);
  for (const name of ["fourth", "fifth"]) await queue.stillRests(name);
  const swept = await queue.take(3);
  const fourth = gave("those of that price before the one repriced", { fourth: 1, second: 0 });
  const given = await queue.executed();
  t.expect(REPRICED, given, fourth);
  // Whom it meets where is for the rules of turns to tell.
  if (given["fifth"] === 1) t.expect(PRICE, traded(swept), at(best, worse, worse));
}

const restsInPlace: Check = {
  title: "an order filled in part stays before one that comes later, alone at its price or not",
  proves: ["CLAIM-PRIO-03"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const queue = await Queue.before(t);
    const before = async (later: string, wanted: Executed) => {
      await queue.rest(later, "best", { qty: 2 });
      await queue.take(1);
      const kept = gave(`the order that was begun before ${later}`, wanted);
      t.expect("CLAIM-PRIO-03", await queue.executed(), kept);
    };
    await queue.rest("first", "best", { qty: 2 });
    await queue.take(1);
    await before("second", { first: 2, second: 0 });
    await queue.rest("third", "best", { qty: 2 });
    await queue.take(1);
    await before("fourth", { second: 2, third: 0, fourth: 0 });
  },
};

const cancelledBefore: Check = {
  title: "those behind an order that is cancelled keep their turns",
  proves: ["CLAIM-PRIO-02"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const queue = await Queue.before(t);
    // The older of those left is the larger one.
    await queue.rest("first", "best");
    await queue.rest("second", "best", { qty: 2 });
    await queue.rest("third", "best");
    await queue.cancel("first");
    await queue.take(1);
    const second = gave("the older of those left", { first: 0, second: 1, third: 0 });
    t.expect("CLAIM-PRIO-02", await queue.executed(), second);
  },
};

const ofSeveral: Check = {
  title:
    "orders of several agents at one price are taken in turn, whosever and of whatever time in force",
  proves: ["CLAIM-PRIO-02"],
  needs: ["two-owners", "sibling", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, sibling, other } = t;
    const queue = await Queue.before(t);
    await queue.rest("first", "best", { owner: agent });
    await queue.rest("second", "best", { owner: sibling, tif: "POST_ONLY" });
    await queue.rest("third", "best", { owner: agent, tif: "POST_ONLY" });
    await queue.take(1, other);
    const one = gave("the oldest", { first: 1, second: 0, third: 0 });
    t.expect("CLAIM-PRIO-02", await queue.executed(), one);
    await queue.take(1, other);
    const another = gave("the older one of those left", { first: 1, second: 1, third: 0 });
    t.expect("CLAIM-PRIO-02", await queue.executed(), another);
  },
};

function moot(t: CheckContext): void {
  t.moot(AMENDED, NO_AMENDS);
  t.moot(REPRICED, NO_AMENDS);
}

/** Errors: Missing where the average cannot be read. */
function traded(placed: PlaceResponse): PlaceResponse {
  readable(placed.avgPrice, "the average fill price");
  return placed;
}

/** Prices of fills may come as floats: what is lost on the way. Units: market price units. */
const EXACTNESS = 1e-4;

const HUNDREDTHS = "in hundredths of the unit of orders";

/** Filled at these prices, one contract each; average and fills may be in other units (D-033). */
function at(...prices: number[]): Expectation<PlaceResponse> {
  const either = (of: (scale: number) => Expectation<PlaceResponse>) =>
    anyOf(of(1), odd(of(0.01), HUNDREDTHS));
  const judged = allOf(
    either((scale) => average(prices, scale)),
    either((scale) => each(prices, scale)),
  );
  return { ...judged, says: `fills at ${[...new Set(prices)].join(" and ")}` };
}

function average(prices: readonly number[], scale: number): Expectation<PlaceResponse> {
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  return that(
    `an average price of ${mean * scale}`,
    ({ avgPrice }) => isMean(avgPrice ?? 0, mean, scale),
    ({ avgPrice }) => `an average price of ${avgPrice}`,
  );
}

/** Shape: fills whose price cannot be read say nothing (D-034). */
function each(prices: readonly number[], scale: number): Expectation<PlaceResponse> {
  const told = prices.map((price) => price * scale);
  const isOne = (seen: number) => told.some((price) => Math.abs(price - seen) <= EXACTNESS);
  const pricesIn = ({ fills }: PlaceResponse) =>
    (fills ?? []).map((fill) => priceOf(objectOf(fill))).filter((price) => price !== null);
  return that(
    `fills at ${told.join(", ")}`,
    (placed) => pricesIn(placed).every(isOne),
    (placed) => `fills at ${pricesIn(placed).join(", ")}`,
  );
}

/** Cash and positions are counted to the last cent and contract. */
const inEmptyBook = (check: Check): Check => ({ ...check, emptyBook: true });

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  inTurn,
  restsInPlace,
  cancelledBefore,
  ofSeveral,
  crossesLater(PRICE),
  ...[...money, ...settlement, ...feeChecks, ...risk].map(inEmptyBook),
  ...slips,
  ...leverage,
  ...cooldown,
  ...slippage,
  ...selfTrade,
  ...candles,
];
