/** Two orders of one agent at the same moment: each may be looked at as if the other were not there. */

import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { How } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";

/** What a venue may answer while another order of the agent is under way (D-045). */
const MEANWHILE = statusesOf("D-045");

/** Places both; `another` is the way of the second. Errors: Missing where neither is taken. */
export async function placeAtOnce(
  { agent }: CheckContext,
  [first, second]: readonly [OrderBody, OrderBody],
  another: How = {},
): Promise<void> {
  await agent.ready(first);
  const both = await Promise.all([
    agent.place(first, { tolerates: MEANWHILE }),
    agent.place(second, { tolerates: MEANWHILE, ...another }),
  ]);
  if (both.some(({ fate }) => fate === "accepted")) return;
  throw new Missing("did not arise: one of two orders at once that is taken");
}
