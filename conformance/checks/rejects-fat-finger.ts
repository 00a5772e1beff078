/** Sanity bounds and their confirmation. Spec: Reject codes, FAT_FINGER; D-062, D-043. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { outcomeOf, placedThat } from "../expect/placed.ts";

/** The spec's example is "more than 5 times the current mark price". */
const FACTOR = 6;

const farAboveMark: Check = {
  title: "a resting SELL at 6 times the mark",
  proves: ["REJ-FF-01"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    const order = market.limit("SELL", onGrid(market, FACTOR * markOf(market)));
    t.observe("REJ-FF-01", outcomeOf(await agent.provoke(order)));
  },
};

const confirmed: Check = {
  title: "an order declined as FAT_FINGER and sent again confirmed is not FAT_FINGER",
  proves: ["REJ-FF-02"],
  needs: ["agent", "perp"],
  async body(t) {
    await judgeConfirmed(t, await firstFatFinger(t));
  },
};

const notFatFinger = placedThat("an answer other than FAT_FINGER", ({ reason }) => {
  return reason !== "FAT_FINGER";
});

async function judgeConfirmed(t: CheckContext, order: OrderBody | null): Promise<void> {
  if (order === null) return t.moot("REJ-FF-02", "no price met FAT_FINGER");
  const again = { ...order, confirm_fat_finger: true, client_order_id: t.freshId() };
  t.expect("REJ-FF-02", await t.agent.provoke(again), notFatFinger);
}

/** Prices on the safe side of the mark, so that an order that is accepted cannot fill. */
async function firstFatFinger({ agent, market }: CheckContext): Promise<OrderBody | null> {
  const mark = markOf(market);
  const high = Math.min(onGrid(market, FACTOR * mark), market.highest);
  const low = Math.max(onGrid(market, mark / FACTOR), market.lowest);
  for (const order of [market.limit("BUY", low), market.limit("SELL", high)]) {
    const answer = await agent.provoke(order);
    if (answer.reason === "FAT_FINGER") return order;
  }
  return null;
}

/** Errors: Missing when the mark is not known. */
function markOf({ seat }: TradableMarket): number {
  if (seat.markPrice === null) throw new Missing("needs mark_price on a perp's markets entry");
  return seat.markPrice;
}

function onGrid({ seat }: TradableMarket, price: number): number {
  return Math.round(price / seat.tick) * seat.tick;
}

export const rejectsFatFinger: readonly Check[] = [farAboveMark, confirmed];
