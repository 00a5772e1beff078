/** What orders take out of free cash, and what settlement puts back: exactly, by the claims. */

import { ControlError } from "../../../scenarios/deployment/control-endpoint.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import {
  type Amount,
  collateralOf,
  marginOf,
  type Stake,
  settledFor,
  together,
} from "../../model/money.ts";
import { Cash, feeFor, LEVERAGE, multiplierOf, pricedAt, pricesAtMark } from "./cash.ts";
import { amendedCollateral, amendedMargin } from "./checks-amended.ts";
import { cutOff, cutOffPerp } from "./checks-cut-off.ts";

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

/** A price inside the spread at which both sides of a contract do not cost the same. */
async function unevenPrice({ market }: CheckContext, payout: number): Promise<number> {
  const prices = await market.inside(2);
  return prices.find((price) => 2 * price !== payout) ?? 0;
}

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
    await agent.rests(market.limit(arriving.side, price));
    const held = collateralOf(arriving, payout);
    await cash.isLessBy("CLAIM-COLL-03", held, `${QTY} cancelled by the own one that rests now`);
  },
};

/** Errors: Missing where what rests stays, or trades with its own agent. */
function demandMakersGiveWay({ claims }: CheckContext): void {
  if (claims.self_trade === "cancel-maker") return;
  throw new Missing("needs a venue that claims self_trade: cancel-maker");
}

const margin: Check = {
  title: "free cash holds the initial margin of what rests",
  proves: ["CLAIM-IM-01", "CLAIM-IM-02"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market, side } = t;
    const terms = { multiplier: await multiplierOf(t), leverage: LEVERAGE };
    const price = await priceAtMark(t);
    const cash = await Cash.of(t, agent);
    const fields = { qty: QTY + 1, leverage: LEVERAGE };
    const { orderId } = await agent.rests(market.limit(side, price, fields));
    const held = marginOf({ side, price, qty: QTY + 1 }, terms);
    await cash.isLessBy("CLAIM-IM-01", held, `${QTY + 1} resting at leverage ${LEVERAGE}`);
    await agent.cancels(orderId);
    await cash.isLessBy("CLAIM-IM-02", 0, "cancelled");
  },
};

/** The margin of one of them is no whole number of cents, where there is one. */
async function priceAtMark(t: CheckContext): Promise<number> {
  const high = await pricesAtMark(t);
  return high.find((price) => (price * (QTY + 1)) % LEVERAGE !== 0) ?? high[0] ?? 0;
}

const PAID = { YES: "CLAIM-PAY-01", NO: "CLAIM-PAY-02" } as const;

/** From OPEN, or once the market has expired. */
function settles(outcome: "YES" | "NO", from: "OPEN" | "EXPIRED" = "OPEN"): Check {
  const since = from === "OPEN" ? "" : ", of a market that had expired";
  return {
    title: `settlement as ${outcome} pays one side the payout, the other nothing${since}`,
    proves: [PAID[outcome]],
    needs: ["two-owners", "market", "operator"],
    async body(t) {
      const payout = t.claim("payout");
      const { stakes, cash } = await tradeOnce(t, payout);
      if (from === "EXPIRED") await end(t, { status: "EXPIRED" });
      await end(t, { status: "RESOLVED", outcome });
      for (const [index, { stake, fee }] of stakes.entries()) {
        const paid = settledFor(stake, { outcome, payout });
        const cost = together(collateralOf(stake, payout), fee, -paid);
        await cash[index]?.isLessBy(PAID[outcome], cost, `${stake.side}, then ${outcome}`);
      }
    },
  };
}

const voids: Check = {
  title: "a VOID market gives both sides back what they paid, at one price and at two",
  proves: ["CLAIM-PAY-03"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const prices = await t.market.inside(2);
    const cash = await cashOfBoth(t);
    const fees: Amount[][] = [[], []];
    for (const price of prices) {
      const stakes = await tradeAt(t, price);
      for (const [index, { fee }] of stakes.entries()) fees[index]?.push(fee);
    }
    await end(t, { status: "VOID" });
    for (const [index, paid] of fees.entries()) {
      const { least, most } = together(...paid);
      const cost = { least: Math.min(0, least), most: Math.max(0, most) };
      const whose = index === 0 ? t.side : opposite(t.side);
      await cash[index]?.isLessBy("CLAIM-PAY-03", cost, `${whose} at ${prices}, then VOID`);
    }
  },
};

/** The agent takes what the other rests; both stakes with their fees, and the cash before. */
async function tradeOnce(t: CheckContext, payout: number) {
  const price = await unevenPrice(t, payout);
  const cash = await cashOfBoth(t);
  return { stakes: await tradeAt(t, price), cash };
}

const cashOfBoth = async (t: CheckContext) => [
  await Cash.of(t, t.agent),
  await Cash.of(t, t.other),
];

/** The agent takes what the other rests at a price. Returns both stakes with their fees. */
async function tradeAt(t: CheckContext, price: number) {
  const { agent, other, market, side } = t;
  await other.rests(market.limit(opposite(side), price, { qty: QTY }));
  await agent.takes(market.limit(side, price, { qty: QTY }));
  const stake = (whose: Stake["side"], as: "maker_bps" | "taker_bps") => {
    const one = { side: whose, price, qty: QTY };
    return { stake: one, fee: feeFor(t, one, { as }) };
  };
  return [stake(side, "taker_bps"), stake(opposite(side), "maker_bps")];
}

/** Errors: Missing where the operator cannot end such a market. */
async function end({ control, market }: CheckContext, change: Record<string, unknown>) {
  await control.setMarket(market.id, change).catch((error) => {
    if (!(error instanceof ControlError)) throw error;
    throw new Missing(`needs an operator who ends a ${market.info.kind}: ${error.message}`);
  });
}

/** Checks of collateral, margin and settlement. */
export const money: readonly Check[] = [
  collateral,
  improved,
  amendedCollateral("CLAIM-COLL-01"),
  amendedMargin("CLAIM-IM-01"),
  cutOff("CLAIM-COLL-02"),
  cutOffPerp("CLAIM-IM-02"),
  gaveWay,
  margin,
  settles("YES"),
  settles("NO"),
  settles("YES", "EXPIRED"),
  settles("NO", "EXPIRED"),
  voids,
];
