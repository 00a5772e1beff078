/** Orders that rest until their market ends, and what free cash may hold of them from then on (D-032). */
import { statusIn } from "../../../scenarios/deployment/reading/reading.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { type Amount, collateralOf } from "../../model/money.ts";

/** An order, and what it took out of free cash. Units: cents. */
interface RestingToTheEnd {
  owner: AgentClient;
  orderId: string;
  taken: number;
}

/** Whether an order is told to be CANCELLED, now or soon. */
export async function isCancelled(
  t: CheckContext,
  agent: AgentClient,
  orderId: string,
): Promise<boolean> {
  const read = async () => statusIn((await agent.order(orderId)).response?.body, orderId) ?? "";
  const demand = that<string>("CANCELLED", (status) => /^CANCEL/i.test(status));
  return demand.judge(await t.reading(read, demand)).ok;
}

/**
 * Rests an order of the agent far away on this side, and one of the other agent on the opposite side.
 * What is returned reads what is held of each once the market has ended: nothing of one that is
 * cancelled, at most what it took of one that outlives its market.
 */
export async function restUntilTheEnd(
  t: CheckContext,
  side: Side,
): Promise<() => Promise<Amount[]>> {
  const { agent, other, market } = t;
  const payout = t.claims.payout ?? market.highest;
  const resting: RestingToTheEnd[] = [];
  for (const [owner, way] of [[agent, side] as const, [other, opposite(side)] as const]) {
    const price = market.far(way);
    const { orderId } = await owner.rests(market.limit(way, price));
    resting.push({ owner, orderId, taken: collateralOf({ side: way, price, qty: 1 }, payout) });
  }
  const heldOf = async ({ owner, orderId, taken }: RestingToTheEnd) => {
    const most = (await isCancelled(t, owner, orderId)) ? 0 : taken;
    return { least: 0, most };
  };
  return () => Promise.all(resting.map(heldOf));
}
