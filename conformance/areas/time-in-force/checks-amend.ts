/** POST_ONLY orders that are amended, or come with a ladder. Spec: Reject codes; D-025, D-030, D-031. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import { amend, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, is, that } from "../../check/expectation.ts";
import { restingOf } from "../../properties/readings.ts";

const postOnlyAmended: Check = {
  title: "a POST_ONLY order that is amended to the opposite best price takes nothing there",
  proves: ["TIF-PO-07"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, other: maker, market, side } = t;
    const [own = 0, better = 0, touch = 0] = await market.ladder(3);
    const offer = await maker.rests(market.limit(opposite(side), touch));
    const { orderId } = await agent.rests(market.limit(side, own, { tif: "POST_ONLY" }));
    await amend(agent, orderId, { price: better, qty: 1 });
    const read = () => agent.priceOf(orderId);
    amended(await t.reading(read, priced(better)), better);
    await amend(agent, orderId, { price: touch, qty: 1 });
    await t.settle();
    t.expect("TIF-PO-07", await maker.executed(offer.orderId), nothing);
  },
};

/** Errors: Missing where a PATCH does not change the price, as is the venue's own to say (D-030). */
function amended(shown: number | null, asked: number): void {
  if (shown !== asked) throw new Missing("needs PATCH of an order");
}

function priced(asked: number): Expectation<number | null> {
  return that(`a price of ${asked}`, (price) => price === asked);
}

const nothing: Expectation<number | null> = that("none of the order there taken", (qty) => !qty);

/** The check of ladders by a rule on POST_ONLY orders. */
export function postOnlyRung(rule: string): Check {
  return {
    title: "a POST_ONLY order of a ladder that would cross takes nothing",
    proves: [rule],
    needs: ["two-owners", "market", "quiet"],
    once: true,
    async body(t) {
      try {
        await judgeRung(t, rule);
      } finally {
        // What came with a ladder has no id here to be cancelled by.
        await t.agent.cancelAll(t.market.id);
      }
    },
  };
}

async function judgeRung(t: CheckContext, rule: string): Promise<void> {
  const { agent, other: maker, market, side } = t;
  await laddersKnowTifs(t);
  const [touch = 0, beyond = 0] = await market.ladder(2);
  const offer = await maker.rests(market.limit(opposite(side), touch));
  const crossing = market.limit(side, beyond, { tif: "POST_ONLY" });
  await agent.ready(crossing);
  await replaceLadder(agent, market.id, [crossing]);
  await t.settle();
  t.expect(rule, await maker.executed(offer.orderId), nothing);
}

/** Errors: Missing unless a GTC order of a ladder rests and an IOC one in its place does not (D-031). */
async function laddersKnowTifs(t: CheckContext): Promise<void> {
  const { agent, market, side } = t;
  for (const [tif, qty] of [
    ["GTC", 1],
    ["IOC", 0],
  ] as const) {
    const rung = market.resting(side, { tif, qty: 1 });
    await agent.ready(rung);
    await replaceLadder(agent, market.id, [rung]);
    await t.settle();
    const left = async () => {
      return restingOf((await agent.openOrders(market.id)).response?.body, market.id);
    };
    if ((await t.reading(left, is<number | null>(qty))) === qty) continue;
    throw new Missing("the body of a ladder is not shown, and no tif of its orders is known");
  }
}

/** Checks of amends. */
export const amends: readonly Check[] = [postOnlyAmended];
