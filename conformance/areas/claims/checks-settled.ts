/** What settlement puts back into free cash: exactly, by the claims. */

import { ControlError } from "../../../scenarios/deployment/control-endpoint.ts";
import { statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import { marketRecord } from "../../check/market-record.ts";
import { type Amount, collateralOf, type Stake, settledFor, together } from "../../model/money.ts";
import { Cash, feeFor, unevenPrice } from "./cash.ts";
import { restUntilTheEnd } from "./ended-orders.ts";

const QTY = 3;
/** As many of them are closed again. */
const CLOSED = 1;

/** As many are traded back where the position is turned round. */
const TURNING = QTY + CLOSED;
const TRADED_BACK = [CLOSED, TURNING] as const;

const PAID = { YES: "CLAIM-PAY-01", NO: "CLAIM-PAY-02" } as const;
type WinningSide = keyof typeof PAID;

/** From OPEN, or with a part closed and once the market has expired. */
function settles(outcome: WinningSide, from: "OPEN" | "EXPIRED" = "OPEN"): Check {
  const since = from === "OPEN" ? "" : ", but for what was closed, of a market that had expired";
  return {
    title: `settlement as ${outcome} pays one side the payout, the other nothing${since}`,
    proves: [PAID[outcome]],
    needs: ["two-owners", "market", "operator"],
    async body(t) {
      const payout = t.claim("payout");
      const price = await unevenPrice(t, payout);
      const cash = await cashOf(t, [t.agent, t.other]);
      let stakes: readonly Held[] = await tradeAt(t, price);
      if (from === "EXPIRED") {
        const qty = inTurnOf(t.cell, TRADED_BACK);
        const back = await tradeAt(t, price, { side: opposite(t.side), qty });
        stakes = stakes.map((held, index) => leftOf(held, back[index]!));
      }
      const kept = await restUntilTheEnd(t, stakes[0]!.stake.side);
      if (from === "EXPIRED") await end(t, { status: "EXPIRED" });
      await end(t, { status: "RESOLVED", outcome });
      await judgePaid({ outcome, payout, stakes, cash, kept: await kept() });
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
      const [second] = await tradeAt(t, price, { taker: t.sibling });
      await end(t, { status: "RESOLVED", outcome });
      const both = { stake: { ...given.stake, qty: 2 * QTY }, fee: together(given.fee, given.fee) };
      await judgePaid({ outcome, payout, stakes: [first, second, both], cash });
    },
  };
}

/**
 * Stakes in the order of those who hold them, their cash before, and what may be held of orders that
 * rested until the market ended.
 */
interface PaidStakes {
  outcome: WinningSide;
  payout: number;
  stakes: readonly Held[];
  cash: readonly Cash[];
  kept?: readonly Amount[];
}

/** A stake and the fees that were paid for it. */
interface Held {
  stake: Stake;
  fee: Amount;
}

/** What is left of a stake, closed in part at the price of opening or turned round there. */
function leftOf({ stake, fee }: Held, back: Held): Held {
  const qty = stake.qty - back.stake.qty;
  const left = qty < 0 ? { ...back.stake, qty: -qty } : { ...stake, qty };
  return { stake: left, fee: together(fee, back.fee) };
}

async function judgePaid(paidStakes: PaidStakes): Promise<void> {
  const { outcome, payout, stakes, cash, kept = [] } = paidStakes;
  for (const [index, { stake, fee }] of stakes.entries()) {
    const paid = settledFor(stake, { outcome, payout });
    const cost = together(collateralOf(stake, payout), fee, -paid, kept[index] ?? 0);
    await cash[index]?.isLessBy(PAID[outcome], cost, `${stake.side}, then ${outcome}`);
  }
}

const voids: Check = {
  title:
    "a VOID market gives both sides back what they paid for what is left, at one price and at two",
  proves: ["CLAIM-PAY-03"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const prices = await t.market.inside(2);
    const cash = await cashOf(t, [t.agent, t.other]);
    const [first = 0, second = 0] = prices;
    const qty = inTurnOf(t.cell, TRADED_BACK);
    const ends = qty === TURNING ? opposite(t.side) : t.side;
    const trades = [
      await tradeAt(t, first),
      await tradeAt(t, first, { side: opposite(t.side), qty }),
      await tradeAt(t, second, { side: ends }),
    ];
    const kept = await restUntilTheEnd(t, ends);
    if (qty === CLOSED) await expire(t);
    await end(t, { status: "VOID" });
    const held = await kept();
    for (const index of [0, 1] as const) {
      const whose = index === 0 ? t.side : opposite(t.side);
      const why = `${whose} at ${prices}, ${qty} of them the other way between, then VOID`;
      const fees = feesAtMost(trades.map((trade) => trade[index].fee));
      await cash[index]?.isLessBy("CLAIM-PAY-03", together(fees, held[index] ?? 0), why);
    }
  },
};

/** Errors: Missing where the operator cannot, or the market is not told to be EXPIRED. */
async function expire(t: CheckContext): Promise<void> {
  await end(t, { status: "EXPIRED" });
  const read = async () => statusOf((await marketRecord(t.agent, t.market.id)) ?? {});
  if ((await t.reading(read, is<string | null>("EXPIRED"))) === "EXPIRED") return;
  throw new Missing("did not arise: a market that is told to be EXPIRED");
}

const voidsSiblings: Check = {
  title: "a VOID market gives each of an owner's agents back what it paid itself",
  proves: ["CLAIM-PAY-03"],
  needs: ["two-owners", "sibling", "market", "operator"],
  once: true,
  async body(t) {
    const price = await unevenPrice(t, t.claim("payout"));
    const cash = await cashOf(t, [t.agent, t.sibling]);
    const [first] = await tradeAt(t, price);
    const [second] = await tradeAt(t, price, { taker: t.sibling });
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

/** Who takes, on which side, and how much. */
interface Taking {
  taker?: AgentClient;
  side?: Side;
  qty?: number;
}

/** The agent, unless told otherwise, takes what the other rests: both stakes with their fees. */
async function tradeAt(
  t: CheckContext,
  price: number,
  { taker = t.agent, side = t.side, qty = QTY }: Taking = {},
): Promise<[taker: Held, maker: Held]> {
  const { other, market } = t;
  await other.rests(market.limit(opposite(side), price, { qty }));
  await taker.takes(market.limit(side, price, { qty }));
  const held = (whose: Side, as: "maker_bps" | "taker_bps"): Held => {
    const stake = { side: whose, price, qty };
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
