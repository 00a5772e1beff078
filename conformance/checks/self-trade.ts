/** What becomes of two orders of one agent that would trade with each other. Spec: (silent). */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../scenarios/deployment/reading/reading.ts";
import type { Check } from "../check/check.ts";
import { anyOf, type Expectation, that } from "../check/expectation.ts";
import { outcomeOf } from "../expect/placed.ts";

/** How an own cross ended: the answer to the arriving order, and whether the other still rests. */
interface OwnCross {
  arriving: PlaceResponse;
  stillOpen: boolean;
}

function outcome(says: string, holds: (cross: OwnCross) => boolean): Expectation<OwnCross> {
  return that(says, holds, ({ arriving, stillOpen }) => {
    return `${outcomeOf(arriving)}, the earlier order ${stillOpen ? "open" : "gone"}`;
  });
}

/** Every way venues handle it (D-027), but for leaving both open in a crossed book. */
const anyHandling = anyOf(
  outcome("a trade with oneself", ({ arriving }) => Boolean(arriving.filledQty)),
  outcome("the arriving order dropped", (cross) => !cross.arriving.remainingQty && cross.stillOpen),
  outcome(
    "the resting order cancelled",
    (cross) => Boolean(cross.arriving.remainingQty) && !cross.stillOpen,
  ),
  outcome("both dropped", (cross) => !cross.arriving.remainingQty && !cross.stillOpen),
);

const ownCross: Check = {
  title: "what happens when an agent crosses its own order",
  proves: ["MATCH-SELF-01"],
  needs: ["agent", "binary"],
  async body(t) {
    const { agent, market } = t;
    const [price = 0] = await market.inside();
    const rested = await agent.rests(market.limit("BUY", price));
    const arriving = await agent.provoke(market.limit("SELL", price));
    await t.settle();
    const open = await agent.openOrders(market.id);
    const stillOpen = mentions(open.response?.body, rested.orderId);
    t.expect("MATCH-SELF-01", { arriving, stillOpen }, anyHandling);
  },
};

export const selfTrade: readonly Check[] = [ownCross];
