/** Plays a step in one market: resolves its numbers against the model and sends what they mean. */
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { CONNECTION_FAULTS } from "../../scenarios/deployment/wire/sever.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { amend } from "./amend.ts";
import { Broken } from "./broken.ts";
import { flawed } from "./flawed.ts";
import { ladder } from "./ladder.ts";
import { lose } from "./lose.ts";
import { neutralMembers } from "./neutral-members.ts";
import type { Change, PropertyRun, Sent } from "./property-run.ts";
import { isNamed, repeat, repeatHow } from "./repeat.ts";
import { pickedOf, resolved } from "./resolve.ts";
import { INSTEAD, type MarketStep, type OrderStep } from "./step.ts";

/** Sends what a step means here and now. Errors: Broken where the answer is not legitimate. */
export async function perform(
  run: PropertyRun,
  step: MarketStep,
  change: Change = {},
): Promise<void> {
  const { how } = change;
  if (step.do === "order") {
    const isRefused = await flawed(run, step, how);
    if (!isRefused) await place(run, step, change);
  } else if (step.do === "cancel") {
    const caller = callerOf(run, step.who);
    const order = picked(run, step.pick, (sent) => sent.caller === caller);
    if (order === null) await perform(run, { ...INSTEAD, who: step.who }, change);
    else await run.cancel(caller, order.id, how);
  } else if (step.do === "cancel-foreign") {
    const caller = callerOf(run, step.who);
    const order = picked(run, step.pick, (sent) => sent.caller !== caller);
    const owner = (step.who + 1) % run.callers.length;
    if (order === null) await perform(run, { ...INSTEAD, who: owner });
    else await cancelForeign(caller, order, how);
  } else if (step.do === "cancel-all") {
    await run.cancelAll(callerOf(run, step.who), how);
  } else if (step.do === "amend") {
    const isDone = await amend(run, callerOf(run, step.who), { ...step, how });
    if (!isDone) await perform(run, { ...INSTEAD, who: step.who }, change);
  } else if (step.do === "ladder") {
    const isDone = await ladder(run, callerOf(run, step.who), { ...step, how });
    if (!isDone) await perform(run, { ...INSTEAD, who: step.who }, change);
  } else if (step.do === "repeat") {
    const named = run.sent.filter(isNamed);
    const order = named.at(-1 - (step.pick % named.length));
    if (order === undefined) await perform(run, INSTEAD, change);
    else await repeat(run, order, repeatHow(order, step));
  } else if (step.do === "lose") {
    const terms = resolved(run, step.order, { mayDecline: false });
    const caller = callerOf(run, step.order.who);
    await lose(run, { caller, terms }, CONNECTION_FAULTS[step.manner] ?? "cut");
  }
}

async function place(run: PropertyRun, step: OrderStep, change: Change): Promise<void> {
  const { neutral, unnamed } = step;
  const terms = resolved(run, step);
  const caller = callerOf(run, step.who);
  if (neutral !== undefined) await caller.roomToWrite();
  const { name: agent } = caller;
  const beside =
    neutral === undefined ? {} : await neutralMembers(run, { agent, terms, number: neutral });
  const fields = { ...change.fields, ...beside, ...(unnamed === 1 && UNNAMED) };
  await run.place(caller, terms, { ...change, fields });
}

/** Leaves the id out of an order. */
const UNNAMED: OrderBody = { client_order_id: undefined };

/** The agent a step means. */
export function callerOf({ callers }: PropertyRun, who: number): AgentClient {
  return callers[who] ?? callers[0];
}

function picked(run: PropertyRun, pick: number, of: (sent: Sent) => boolean): Sent | null {
  return pickedOf(run.sent.filter(of), run.state, pick);
}

async function cancelForeign(caller: AgentClient, { id }: Sent, how?: How): Promise<void> {
  const exchange = await caller.cancel(id, how);
  const status = exchange.response?.status ?? 0;
  if (status >= 400) return;
  const expected = "the cancel of another owner's order to be refused";
  throw new Broken("answers", { expected, actual: `HTTP ${status}` }, exchange);
}
