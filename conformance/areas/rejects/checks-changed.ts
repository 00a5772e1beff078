/** Prices outside the band that an order is to have by an amendment or a ladder. Spec: Behaviour 1. */

import { listOf, priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { KINDS } from "../../check/cell.ts";
import { amend, amends, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { CONFIRMED } from "../reserve.ts";
import { demandSameBand } from "./band.ts";

const STAYS = "REJ-PRICE-06";

const amendedBeyondBand: Check = {
  title: "an amendment to a price a tick beyond the band leaves no order there",
  proves: [STAYS],
  needs: ["agent", "market"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, market, side } = t;
    // Both, as a kind is looked at on one side where there is little time.
    // Confirmed, as a price far from the mark may meet FAT_FINGER, which says nothing of the band.
    for (const one of [side, opposite(side)]) {
      const { orderId, sent } = await agent.rests(market.resting(one));
      const qty = Number(sent["qty"]);
      const inwards = market.tickTowardsFill(one);
      const price = Number(sent["price"]) + inwards;
      if (!(await amends(t, agent, { orderId, price, qty, ...CONFIRMED }))) {
        return t.moot(STAYS, "the venue does not amend orders");
      }
      await amend(agent, orderId, { price: beyond(t, one), qty, ...CONFIRMED });
      await t.settle();
      await expectNoneAt(t, beyond(t, one));
    }
  },
};

const ladderBeyondBand: Check = {
  title: "a rung of a ladder a tick beyond the band rests nowhere",
  proves: [STAYS],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const inside = market.resting(side);
    await replaceLadder(agent, market.id, [inside]);
    await t.settle();
    if (!(await openPrices(t)).includes(Number(inside["price"]))) {
      throw new Missing("needs ladders of a market_id and orders");
    }
    const outside = market.limit(side, beyond(t, side), CONFIRMED);
    await replaceLadder(agent, market.id, [market.resting(side), outside]);
    await t.settle();
    await expectNoneAt(t, beyond(t, side));
  },
};

/** A tick beyond the band where an order of this side meets nobody. */
function beyond({ market }: CheckContext, side: Side): number {
  const { tick } = market.info;
  return side === "BUY" ? market.lowest - tick : market.highest + tick;
}

/** The prices of the agent's open orders in the market, as far as they can be read. */
async function openPrices({ agent, market }: CheckContext): Promise<(number | null)[]> {
  const { response } = await agent.openOrders(market.id);
  return (listOf(response?.body) ?? []).map(priceOf);
}

/** Errors: Missing where the band has moved meanwhile, so that a price may lie within it now. */
async function expectNoneAt(t: CheckContext, price: number): Promise<void> {
  const open = await openPrices(t);
  if (open.includes(price)) await demandSameBand(t);
  t.expect(STAYS, open, without(price));
}

function without(price: number) {
  return that<(number | null)[]>(`no open order at ${price}`, (open) => !open.includes(price));
}

/** Checks of the band where orders are changed. */
export const changedPrices: readonly Check[] = [amendedBeyondBand, ladderBeyondBand];
