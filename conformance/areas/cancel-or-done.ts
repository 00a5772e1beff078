/** A cancel of an order that its venue may have cancelled by itself a moment before. Spec: Orders; D-028, D-092. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import { cancelled, foundDone, lacks } from "../expect/answers.ts";

/** An order of a caller, and the rule that says how its cancel is answered. */
interface CancelOf {
  rule: string;
  caller: AgentClient;
  orderId: string;
}

/** Judges the answer by whether the order is open after it; those open in its market then. */
export async function judgeCancelOrDone(
  t: CheckContext,
  { rule, caller, orderId }: CancelOf,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const answer = await send();
  await t.settle();
  const gone = lacks(orderId);
  const listing = await t.reading(() => caller.openOrders(t.market.id), gone);
  t.expect(rule, answer, gone.judge(listing).ok ? foundDone : cancelled);
  return listing;
}
