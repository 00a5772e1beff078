/** What settlement puts back into free cash: exactly, by the claims. */

import { ControlError } from "../../../scenarios/deployment/control-endpoint.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Amount, collateralOf, type Stake, settledFor, together } from "../../model/money.ts";
import { Cash, feeFor, unevenPrice } from "./cash.ts";

const QTY = 3;

const PAID = { YES: "CLAIM-PAY-01", NO: "CLAIM-PAY-02" } as const;
type WinningSide = keyof typeof PAID;

/** From OPEN, or once the market has expired. */
function settles(outcome: WinningSide, from: "OPEN" | "EXPIRED" = "OPEN"): Check {
  const since = from === "OPEN" ? "" : ", of a market that had expired";
  return {
    title: `settlement as ${outcome} pays one side the payout, the other nothing${since}`,
    proves: [PAID[outcome]],
    needs: ["two-owners", "market", "operator"],
    async body(t) {
      const payout = t.claim("payout");
      const price = await unevenPrice(t, payout);
      const cash = await cashOf(t, [t.agent, t.other]);
      const stakes = await tradeAt(t, price);
      if (from === "EXPIRED") await end(t, { status: "EXPIRED" });
      await end(t, { status: "RESOLVED", outcome });
      await judgePaid({ outcome, payout, stakes, cash });
    },
  };
}

/** Two agents of one owner hold the same contracts. */
function settlesSiblings(outcome: WinningSide): Check {
  return {
    title: `settlement as ${outcome} pays each of an owner's agents for what it holds itself`,
    proves: [PAID[outcome]],
    needs: ["two-owners", "sibling", "market", "operator"],
    once: true,
    async body(t) {
      const payout = t.claim("payout");
      const price = await unevenPrice(t, payout);
      const cash = await cashOf(t, [t.agent, t.sibling, t.other]);
      const [first, given] = await tradeAt(t, price);
      const [second] = await tradeAt(t, price, t.sibling);
      await end(t, { status: "RESOLVED", outcome });
      const both = { stake: { ...given.stake, qty: 2 * QTY }, fee: together(given.fee, given.fee) };
      await judgePaid({ outcome, payout, stakes: [first, second, both], cash });
    },
  };
}

/** Stakes in the order of those who hold them, and their cash before. */
interface PaidStakes {
  outcome: WinningSide;
  payout: number;
  stakes: readonly Held[];
  cash: readonly Cash[];
}

/** A stake and the fees that were paid for it. */
interface Held {
  stake: Stake;
  fee: Amount;
}

async function judgePaid({ outcome, payout, stakes, cash }: PaidStakes): Promise<void> {
  for (const [index, { stake, fee }] of stakes.entries()) {
    const paid = settledFor(stake, { outcome, payout });
    const cost = together(collateralOf(stake, payout), fee, -paid);
    await cash[index]?.isLessBy(PAID[outcome], cost, `${stake.side}, then ${outcome}`);
  }
}

const voids: Check = {
  title: "a VOID market gives both sides back what they paid, at one price and at two",
  proves: ["CLAIM-PAY-03"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const prices = await t.market.inside(2);
    const cash = await cashOf(t, [t.agent, t.other]);
    const fees: Amount[][] = [[], []];
    for (const price of prices) {
      const stakes = await tradeAt(t, price);
      for (const [index, { fee }] of stakes.entries()) fees[index]?.push(fee);
    }
    await end(t, { status: "VOID" });
    for (const [index, paid] of fees.entries()) {
      const whose = index === 0 ? t.side : opposite(t.side);
      const why = `${whose} at ${prices}, then VOID`;
      await cash[index]?.isLessBy("CLAIM-PAY-03", feesAtMost(paid), why);
    }
  },
};

const voidsSiblings: Check = {
  title: "a VOID market gives each of an owner's agents back what it paid itself",
  proves: ["CLAIM-PAY-03"],
  needs: ["two-owners", "sibling", "market", "operator"],
  once: true,
  async body(t) {
    const price = await unevenPrice(t, t.claim("payout"));
    const cash = await cashOf(t, [t.agent, t.sibling]);
    const [first] = await tradeAt(t, price);
    const [second] = await tradeAt(t, price, t.sibling);
    await end(t, { status: "VOID" });
    for (const [index, { fee }] of [first, second].entries()) {
      const why = `${t.side} at ${price}, then VOID`;
      await cash[index]?.isLessBy("CLAIM-PAY-03", feesAtMost([fee]), why);
    }
  },
};

/** What VOID may keep: the fees that were paid, or nothing. */
function feesAtMost(paid: readonly Amount[]): Amount {
  const { least, most } = together(...paid);
  return { least: Math.min(0, least), most: Math.max(0, most) };
}

function cashOf(t: CheckContext, agents: readonly AgentClient[]): Promise<Cash[]> {
  return Promise.all(agents.map((agent) => Cash.of(t, agent)));
}

/** The agent, unless another one is named, takes what the other rests: both stakes with their fees. */
async function tradeAt(
  t: CheckContext,
  price: number,
  taker: AgentClient = t.agent,
): Promise<[taker: Held, maker: Held]> {
  const { other, market, side } = t;
  await other.rests(market.limit(opposite(side), price, { qty: QTY }));
  await taker.takes(market.limit(side, price, { qty: QTY }));
  const held = (whose: Stake["side"], as: "maker_bps" | "taker_bps"): Held => {
    const stake = { side: whose, price, qty: QTY };
    return { stake, fee: feeFor(t, stake, { as }) };
  };
  return [held(side, "taker_bps"), held(opposite(side), "maker_bps")];
}

/** Errors: Missing where the operator cannot end such a market. */
export async function end({ control, market }: CheckContext, change: Record<string, unknown>) {
  await control.setMarket(market.id, change).catch((error) => {
    if (!(error instanceof ControlError)) throw error;
    throw new Missing(`needs an operator who ends a ${market.info.kind}: ${error.message}`);
  });
}

/** Checks of settlement. */
export const settlement: readonly Check[] = [
  settles("YES"),
  settles("NO"),
  settles("YES", "EXPIRED"),
  settles("NO", "EXPIRED"),
  settlesSiblings("YES"),
  settlesSiblings("NO"),
  voids,
  voidsSiblings,
];
