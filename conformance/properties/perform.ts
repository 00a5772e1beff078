/** Plays one step: resolves its numbers against the model and sends what they mean. */
import { TROUBLES } from "../../scenarios/deployment/wire/sever.ts";
import type { AgentClient } from "../check/agent-client.ts";
import { amend } from "./amend.ts";
import { Broken } from "./broken.ts";
import type { Change, PropertyRun, Sent } from "./property-run.ts";
import { repeat, repeatHow } from "./repeat.ts";
import { pickedOf, resolved } from "./resolve.ts";
import { INSTEAD, type PropertyStep } from "./step.ts";

/** Sends what a step means here and now. Errors: Broken where the answer is not legitimate. */
export async function perform(
  floor: PropertyRun,
  step: PropertyStep,
  change: Change = {},
): Promise<void> {
  const { how } = change;
  if (step.do === "order") {
    const { who, terms } = resolved(floor, step);
    await floor.place(callerOf(floor, who), terms, change);
  } else if (step.do === "cancel") {
    const caller = callerOf(floor, step.who);
    const order = picked(floor, step.pick, (sent) => sent.caller === caller);
    if (order === null) await perform(floor, { ...INSTEAD, who: step.who }, change);
    else await floor.cancel(caller, order.id, how);
  } else if (step.do === "cancel-foreign") {
    const caller = callerOf(floor, step.who);
    const order = picked(floor, step.pick, (sent) => sent.caller !== caller);
    if (order === null) await perform(floor, { ...INSTEAD, who: 1 - step.who }, change);
    else await cancelForeign(caller, order);
  } else if (step.do === "cancel-all") {
    await floor.cancelAll(callerOf(floor, step.who), how);
  } else if (step.do === "amend") {
    const isDone = await amend(floor, callerOf(floor, step.who), step);
    if (!isDone) await perform(floor, { ...INSTEAD, who: step.who }, change);
  } else if (step.do === "repeat") {
    const order = floor.sent.at(-1 - (step.pick % floor.sent.length));
    if (order === undefined) await perform(floor, INSTEAD, change);
    else await repeat(floor, order, repeatHow(order, step));
  } else if (step.do === "lose") {
    const { who, terms } = resolved(floor, step.order, { mayDecline: false });
    await floor.lose(callerOf(floor, who), terms, TROUBLES[step.manner] ?? "cut");
  } else if (step.do === "look") {
    await floor.reconcile();
  }
}

/** The agent a step means. */
export function callerOf(floor: PropertyRun, who: number): AgentClient {
  return floor.callers[who === 0 ? 0 : 1];
}

function picked(floor: PropertyRun, pick: number, of: (sent: Sent) => boolean): Sent | null {
  return pickedOf(floor.sent.filter(of), floor.world, pick);
}

async function cancelForeign(caller: AgentClient, { id }: Sent): Promise<void> {
  const exchange = await caller.cancel(id);
  const status = exchange.response?.status ?? 0;
  if (status >= 400) return;
  const expected = "the cancel of another owner's order to be refused";
  throw new Broken("answers", { expected, actual: `HTTP ${status}` }, exchange);
}
