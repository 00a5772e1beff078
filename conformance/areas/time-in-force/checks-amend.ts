/** POST_ONLY orders that are amended: they still take nothing. Spec: Reject codes; D-025, D-030. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";

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
    const amend = (price: number): Promise<Exchange> => {
      const ask = { method: "PATCH", path: `/orders/${orderId}`, body: { price, qty: 1 } };
      return agent.request({ ...ask, tolerates: [501] });
    };
    await amend(better);
    const read = () => agent.priceOf(orderId);
    amended(await t.reading(read, priced(better)), better);
    await amend(touch);
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

/** Checks of amends. */
export const amends: readonly Check[] = [postOnlyAmended];
