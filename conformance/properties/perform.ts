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
  run: PropertyRun,
  step: PropertyStep,
  change: Change = {},
): Promise<void> {
  const { how } = change;
  if (step.do === "order") {
    const { who, terms } = resolved(run, step);
    await run.place(callerOf(run, who), terms, change);
  } else if (step.do === "cancel") {
    const caller = callerOf(run, step.who);
    const order = picked(run, step.pick, (sent) => sent.caller === caller);
    if (order === null) await perform(run, { ...INSTEAD, who: step.who }, change);
    else await run.cancel(caller, order.id, how);
  } else if (step.do === "cancel-foreign") {
    const caller = callerOf(run, step.who);
    const order = picked(run, step.pick, (sent) => sent.caller !== caller);
    if (order === null) await perform(run, { ...INSTEAD, who: 1 - step.who }, change);
    else await cancelForeign(caller, order);
  } else if (step.do === "cancel-all") {
    await run.cancelAll(callerOf(run, step.who), how);
  } else if (step.do === "amend") {
    const isDone = await amend(run, callerOf(run, step.who), step);
    if (!isDone) await perform(run, { ...INSTEAD, who: step.who }, change);
  } else if (step.do === "repeat") {
    const order = run.sent.at(-1 - (step.pick % run.sent.length));
    if (order === undefined) await perform(run, INSTEAD, change);
    else await repeat(run, order, repeatHow(order, step));
  } else if (step.do === "lose") {
    const { who, terms } = resolved(run, step.order, { mayDecline: false });
    await run.lose(callerOf(run, who), terms, TROUBLES[step.manner] ?? "cut");
  } else if (step.do === "look") {
    await run.reconcile();
  }
}

/** The agent a step means. */
export function callerOf(run: PropertyRun, who: number): AgentClient {
  return run.callers[who === 0 ? 0 : 1];
}

function picked(run: PropertyRun, pick: number, of: (sent: Sent) => boolean): Sent | null {
  return pickedOf(run.sent.filter(of), run.state, pick);
}

async function cancelForeign(caller: AgentClient, { id }: Sent): Promise<void> {
  const exchange = await caller.cancel(id);
  const status = exchange.response?.status ?? 0;
  if (status >= 400) return;
  const expected = "the cancel of another owner's order to be refused";
  throw new Broken("answers", { expected, actual: `HTTP ${status}` }, exchange);
}
