/** A limit order far from the touch, then its cancel: the book keeps its size. */
import { agentOf } from "../lib/agents.ts";
import { moment } from "../lib/moment.ts";
import { cancel, marketOf, place, resting } from "../lib/orders.ts";

export function restAndCancel(): void {
  const at = moment("rest-and-cancel");
  const agent = agentOf(at.turn);
  cancel(at, agent, place(at, agent, { order: resting(at, marketOf(at)) }));
}
