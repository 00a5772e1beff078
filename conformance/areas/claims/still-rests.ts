/** What an amendment leaves alone: the other orders of its agent. */

import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { contains } from "../../expect/answers.ts";

/**
 * Waits for an order that rests beside one that was amended to be listed as open.
 * Errors: StandsOn where it is not: the amendment took it along.
 */
export async function stillRests(
  t: CheckContext,
  agent: AgentClient,
  orderId: string,
): Promise<void> {
  const isListed = contains(orderId);
  const listing = await t.reading(() => agent.openOrders(t.market.id), isListed);
  if (isListed.judge(listing).ok) return;
  throw new StandsOn("PROP-STATEFUL-02", "an amendment took another order of the agent along");
}
