/** What orders take out of free cash: exactly, by the claims. */

import { TOO_MUCH } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { ENDED, inTurnOf, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { accepted, declined, notTaken } from "../../expect/placed.ts";
import { collateralOf, marginOf, NO_FEES, type Stake, together } from "../../model/money.ts";
import type { ModeShown } from "../margin-mode.ts";
import { CONFIRMED, measureReserve } from "../reserve.ts";
import {
  Cash,
  feeFor,
  LEVERAGE,
  multiplierOf,
  pricedAt,
  pricesAtMark,
  UNLEVERED,
  unevenPrice,
} from "./cash.ts";
import { amendedCollateral, amendedMargin } from "./checks-amended.ts";
import { amendedAcross, amendedAcrossPerp } from "./checks-amended-across.ts";
import { cutOff, cutOffPerp } from "./checks-cut-off.ts";
import { endedWith, endedWithPerp } from "./checks-ended.ts";
import { closePosition } from "./close-position.ts";

const COVERED = "CLAIM-COLL-05";
const QTY = 3;

const collateral: Check = {
  title: "free cash holds the full collateral of what rests and of what is filled",
  proves: ["CLAIM-COLL-01", "CLAIM-COLL-02", "CLAIM-COLL-03"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const payout = t.claim("payout");
    const own = { side, price: await unevenPrice(t, payout), qty: QTY };
    const [mine, theirs] = [await Cash.of(t, agent), await Cash.of(t, other)];
    const { orderId } = await agent.rests(market.limit(side, own.price, { qty: QTY }));
    const held = collateralOf(own, payout);
    await mine.isLessBy("CLAIM-COLL-01", held, `${QTY} resting`);
    const taken = { side: opposite(side), price: own.price, qty: 1 };
    await other.takes(market.limit(taken.side, taken.price));
    const asMaker = feeFor(t, { ...own, qty: 1 }, { as: "maker_bps" });
    await mine.isLessBy("CLAIM-COLL-02", together(held, asMaker), "1 filled, 2 resting");
    const asTaker = feeFor(t, taken, { as: "taker_bps" });
    const paid = together(collateralOf(taken, payout), asTaker);
    await theirs.isLessBy("CLAIM-COLL-02", paid, "1 filled");
    await agent.cancels(orderId);
    const left = together(collateralOf({ ...own, qty: 1 }, payout), asMaker);
    await mine.isLessBy("CLAIM-COLL-03", left, "1 filled, 2 cancelled");
  },
};

const improved: Check = {
  title: "a fill at a better price than the limit costs that price",
  proves: ["CLAIM-COLL-04"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const payout = t.claim("payout");
    const [price = 0, limit = 0] = await market.ladder(2);
    const cash = await Cash.of(t, agent);
    await other.rests(market.limit(opposite(side), price, { qty: QTY }));
    pricedAt(await agent.takes(market.limit(side, limit, { qty: QTY })), price);
    const taken = { side, price, qty: QTY };
    const cost = together(collateralOf(taken, payout), feeFor(t, taken, { as: "taker_bps" }));
    await cash.isLessBy("CLAIM-COLL-04", cost, `${QTY} filled at ${price}, the limit ${limit}`);
    await other.rests(market.limit(opposite(side), price));
    pricedAt(await agent.place(market.limit(side, limit, { qty: QTY })), price);
    const part = { side, price, qty: 1 };
    const rest = collateralOf({ side, price: limit, qty: QTY - 1 }, payout);
    const fee = feeFor(t, part, { as: "taker_bps" });
    const both = together(cost, collateralOf(part, payout), fee, rest);
    await cash.isLessBy("CLAIM-COLL-04", both, `1 more filled, ${QTY - 1} resting at ${limit}`);
  },
};

const gaveWay: Check = {
  title: "an order that an arriving one of its own agent cancelled gives its collateral back",
  proves: ["CLAIM-COLL-03"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market, side } = t;
    const payout = t.claim("payout");
    demandMakersGiveWay(t);
    const price = await unevenPrice(t, payout);
    const cash = await Cash.of(t, agent);
    await agent.rests(market.limit(side, price, { qty: QTY }));
    const arriving = { side: opposite(side), price, qty: 1 };
    await agent.rests(market.limit(arriving.side, price, { tif: "GTC" }));
    const held = collateralOf(arriving, payout);
    await cash.isLessBy("CLAIM-COLL-03", held, `${QTY} cancelled by the own one that rests now`);
  },
};

/** A contract that cash covers but for what floats do to it. */
const ALMOST = 1e-6;

const toTheLastContract: Check = {
  title:
    "an order that takes all of the free cash rests, one for a contract more does not, POST_ONLY or not",
  proves: [COVERED],
  needs: ["agent", "market", "quiet", "little-cash"],
  once: true,
  body: judgeLastContract,
};

const lastAfterwards: Check = {
  title: "the same where a position was closed at a gain, or a loss, of more than a contract takes",
  proves: [COVERED],
  needs: ["two-owners", "market", "quiet", "little-cash"],
  once: true,
  over: { side: SIDES },
  async body(t) {
    demandNoFees(t);
    await t.flat(t.agent);
    await closePosition(t);
    await judgeLastContract(t);
  },
};

async function judgeLastContract(t: CheckContext): Promise<void> {
  const { agent, market, side } = t;
  demandNoFees(t);
  await t.flat(agent);
  const [price = 0] = await market.inside();
  const { before, taken } = await measureReserve(t, market.limit(side, price));
  const most = Math.floor(before / taken + ALMOST);
  const order = (qty: number, fields: OrderBody = {}) =>
    market.limit(side, price, { qty, ...CONFIRMED, ...fields });
  t.expect(COVERED, await agent.provoke(order(most + 1)), uncovered);
  t.expect(COVERED, await agent.provoke(order(most + 1, { tif: "POST_ONLY" })), notTaken);
  const covered = await agent.place(order(most));
  if (!TOO_MUCH.includes(covered.reason)) return t.expect(COVERED, covered, accepted);
  throw new Missing(`needs an agent who may spend its cash: ${most} met ${covered.reason}`);
}

const uncovered = declined("INSUFFICIENT_MARGIN", ...TOO_MUCH.map(String));

/** Errors: Missing where an order has to cover a fee too. */
function demandNoFees({ claims }: CheckContext): void {
  const { maker_bps, taker_bps } = claims.fees ?? NO_FEES;
  if (maker_bps || taker_bps) throw new Missing("needs a venue that claims no fees");
}

/** Errors: Missing where what rests stays, or trades with its own agent. */
function demandMakersGiveWay({ claims }: CheckContext): void {
  if (claims.self_trade === "cancel-maker") return;
  throw new Missing("needs a venue that claims self_trade: cancel-maker");
}

const margin: Check = {
  title: "free cash holds the initial margin of what rests, and of another order beside it",
  proves: ["CLAIM-IM-01", "CLAIM-IM-02"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market, side } = t;
    const terms = { multiplier: await multiplierOf(t), leverage: LEVERAGE };
    const prices = await pricesAtMark(t);
    const price = unevenOf(prices);
    const cash = await Cash.of(t, agent);
    const mode = inTurnOf(t.cell, [null, "ISOLATED"] as const);
    const { orderId } = await restsAs(t, mode, market.limit(side, price, { qty: QTY + 1 }));
    const held = marginOf({ side, price, qty: QTY + 1 }, terms);
    await cash.isLessBy("CLAIM-IM-01", held, `${QTY + 1} resting ${worded(mode)}`);
    for (const more of besideIt({ side, price }, prices)) {
      const another = await restsAs(t, mode, market.limit(more.side, more.price, { qty: QTY }));
      const all = held + marginOf(more, terms);
      const why = `a ${side} of ${QTY + 1} and a ${more.side} of ${QTY} resting ${worded(mode)}`;
      // They may be rounded together.
      await cash.isLessBy("CLAIM-IM-01", { least: all - 1, most: all }, why);
      await agent.cancels(another.orderId);
    }
    await agent.cancels(orderId);
    await cash.isLessBy("CLAIM-IM-02", 0, "cancelled");
  },
};

const marginAfterwards: Check = {
  title: "after a gain and after a loss a perp is opened at its own leverage again",
  proves: ["CLAIM-IM-01"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const { agent, other, market, side } = t;
    const terms = { multiplier: await multiplierOf(t), leverage: LEVERAGE };
    const price = unevenOf(await pricesAtMark(t));
    const away =
      price + Math.ceil(GAIN_CENTS / (terms.multiplier * market.info.tick)) * market.info.tick;
    const mode = inTurnOf(t.cell, ["ISOLATED", null] as const);
    await t.flat(agent);
    for (const end of [away, price]) {
      const begin = end === price ? away : price;
      await other.rests(market.limit(opposite(side), begin));
      await agent.takes(market.limit(side, begin, UNLEVERED));
      await other.rests(market.limit(side, end));
      await agent.takes(market.limit(opposite(side), end));
      const cash = await Cash.of(t, agent);
      const { orderId } = await restsAs(t, mode, market.limit(side, price, { qty: QTY }));
      const held = marginOf({ side, price, qty: QTY }, terms);
      const why = `${QTY} resting ${worded(mode)}, an earlier position closed`;
      await cash.isLessBy("CLAIM-IM-01", held, why);
      await agent.cancels(orderId);
    }
  },
};

/** At the leverage of these checks. Errors: StandsOn where the mode is refused. */
function restsAs(
  { agent }: CheckContext,
  mode: ModeShown | null,
  order: OrderBody,
): Promise<PlaceResponse & { orderId: string }> {
  const asked = { leverage: LEVERAGE, ...(mode && { margin_mode: mode }) };
  return agent.rests({ ...order, ...asked }).catch((error) => {
    if (mode === null || !(error instanceof StandsOn)) throw error;
    throw new StandsOn("PERP-MM-02", `an order of margin_mode ${mode}: ${error.message}`);
  });
}

function worded(mode: ModeShown | null): string {
  return `at leverage ${LEVERAGE}${mode === null ? "" : `, ${mode}`}`;
}

/** What an earlier position gains or loses, far beyond what is rounded. Units: cents. */
const GAIN_CENTS = 10;

/** The margin of one of them is no whole number of cents, where there is one. */
function unevenOf(prices: readonly number[]): number {
  return prices.find((price) => (price * (QTY + 1)) % LEVERAGE !== 0) ?? prices[0] ?? 0;
}

/** An order beside one: of the other side where a price is clear of it, else of its own, if any. */
function besideIt(one: Pick<Stake, "side" | "price">, prices: readonly number[]): Stake[] {
  const clear = prices.find((price) =>
    one.side === "BUY" ? price > one.price : price < one.price,
  );
  const side = clear === undefined ? one.side : opposite(one.side);
  const price = clear ?? prices.find((other) => other !== one.price);
  return price === undefined ? [] : [{ side, price, qty: QTY }];
}

/** Checks of collateral and margin. */
export const money: readonly Check[] = [
  collateral,
  improved,
  amendedCollateral("CLAIM-COLL-01"),
  amendedMargin("CLAIM-IM-01"),
  amendedAcross("CLAIM-COLL-02"),
  amendedAcrossPerp("CLAIM-IM-01"),
  cutOff("CLAIM-COLL-02"),
  cutOffPerp("CLAIM-IM-02"),
  ...ENDED.map((ending) => endedWith("CLAIM-COLL-03", ending)),
  ...ENDED.map((ending) => endedWithPerp("CLAIM-IM-02", ending)),
  gaveWay,
  toTheLastContract,
  lastAfterwards,
  margin,
  marginAfterwards,
];
