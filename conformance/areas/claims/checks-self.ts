/** An order that meets one of the same agent: what is claimed of it, alone and before another's. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { type Cell, EVERY_KIND, perCell, unlessParlay } from "./cells.ts";

/** How it ended. Shape: `own` is the resting order of the arriving agent, `others` one behind it. */
interface Met {
  arriving: PlaceResponse;
  fills: number;
  own: boolean;
  others: boolean;
  /** Whether the arriving order rests; null where it is no matter. */
  rests: boolean | null;
}

/** Whether it trades and rests, and which of the resting orders are left. */
type Ending = Omit<Met, "arriving">;

/** With another agent's order behind the own one, at the same price. */
const BEHIND: Readonly<Record<string, Ending>> = {
  allow: { fills: 1, own: false, others: true, rests: false },
  "cancel-taker": { fills: 0, own: true, others: true, rests: false },
  "cancel-maker": { fills: 1, own: false, others: false, rests: false },
  skip: { fills: 1, own: true, others: false, rests: false },
};

/** With nothing behind it. */
const ALONE: Readonly<Record<string, Ending>> = {
  allow: { fills: 1, own: false, others: false, rests: false },
  "cancel-taker": { fills: 0, own: true, others: false, rests: false },
  "cancel-maker": { fills: 0, own: false, others: false, rests: true },
  skip: { fills: 0, own: true, others: false, rests: null },
};

const meetsOneself = perCell({
  title: "an order that meets one of the same agent",
  proves: ["CLAIM-SELF-01", "CLAIM-SELF-02"],
  kinds: EVERY_KIND,
  needs: (cell) => ["two-owners", "quiet", ...unlessParlay(cell)],
  async body(t, cell) {
    const handling = t.claim("self_trade");
    const alone = ending(handling, ALONE[handling]);
    await t.eventually("CLAIM-SELF-01", await meet(t, cell, false), alone);
    await t.agent.cancelAll(t.market.id);
    const before = ending(handling, BEHIND[handling]);
    await t.eventually("CLAIM-SELF-02", await meet(t, cell, true), before);
  },
});

/**
 * The agent rests, the other behind it if wanted, and the agent comes from the other side. Returns
 * what reads how it ended.
 */
async function meet(t: CheckContext, { side }: Cell, behind: boolean): Promise<() => Promise<Met>> {
  const { agent, other, market } = t;
  const [price = 0] = await market.inside();
  const resting = () => market.limit(opposite(side), price);
  const own = await agent.rests(resting());
  const others = behind ? await other.rests(resting()) : null;
  const arriving = await agent.provoke(market.limit(side, price));
  return async () => {
    const mine = (await agent.openOrders(market.id)).response?.body;
    const theirs = (await other.openOrders(market.id)).response?.body;
    return {
      arriving,
      fills: arriving.filledQty ?? 0,
      own: mentions(mine, own.orderId),
      others: others !== null && mentions(theirs, others.orderId),
      rests: arriving.fate === "accepted" && mentions(mine, String(arriving.orderId)),
    };
  };
}

function ending(handling: string, wanted: Ending | undefined): Expectation<Met> {
  return that(
    `${handling}: ${wanted ? worded(wanted) : "one of the four"}`,
    ({ fills, own, others, rests }) =>
      fills === wanted?.fills &&
      own === wanted.own &&
      others === wanted.others &&
      (wanted.rests ?? rests) === rests,
    worded,
  );
}

function worded({ fills, own, others, rests }: Ending): string {
  const left = [own ? "the own order" : "", others ? "the other agent's" : ""].filter(Boolean);
  const arriving = rests === null ? "" : `, the arriving one ${rests ? "rests" : "does not rest"}`;
  return `${fills} filled, ${left.join(" and ") || "none"} of the resting orders left${arriving}`;
}

/** Checks of orders that meet their own. */
export const selfTrade: readonly Check[] = [...meetsOneself];
