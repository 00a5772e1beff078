/** The same client_order_id twice: the first answer comes again, and never a second order. */
import { agentOf } from "../lib/agents.ts";
import { duplicates } from "../lib/metrics.ts";
import { moment } from "../lib/moment.ts";
import { cancel, marketOf, place, resting } from "../lib/orders.ts";

export function replayKey(): void {
  const at = moment("replay-key");
  const agent = agentOf(at.turn);
  const order = resting(at, marketOf(at));
  const first = place(at, agent, { order });
  if (first.outcome !== "accepted") return;
  const again = place(at, agent, { order, again: true });
  const isSecond =
    again.outcome === "accepted" && again.body["order_id"] !== first.body["order_id"];
  if (isSecond) {
    duplicates.add(1);
    cancel(at, agent, again);
  }
  cancel(at, agent, first);
}
