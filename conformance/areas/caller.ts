/** Who sends a request in a cell: one of the agent's own callers, or somebody else. */

import { objectsIn } from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../scenarios/deployment/wire/uuid.ts";
import type { CallerKind } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { HumanClient } from "../check/human-client.ts";

/** Whoever can send a request. */
export interface Sends {
  request(ask: ApiRequest): Promise<Exchange>;
}

/** Callers that act for the agent, and those that do not. */
export const OWN_CALLERS = [
  "key",
  "second-key",
  "session",
] as const satisfies readonly CallerKind[];
/** The same, another agent of its owner and another owner: each is served what is its own. */
export const EACH_CALLER = [
  ...OWN_CALLERS,
  "sibling",
  "other-session",
] as const satisfies readonly CallerKind[];
export const FOREIGN_CALLERS = [
  "sibling",
  "other",
  "other-session",
] as const satisfies readonly CallerKind[];

const CALLERS: Partial<Record<CallerKind, (t: CheckContext) => Sends>> = {
  "second-key": ({ agent }) => ({
    request: (ask) => agent.request({ ...ask, key: agent.credentials.secondApiKey }),
  }),
  "read-key": ({ reader }) => reader,
  session: ({ human }) => human,
  sibling: ({ sibling }) => sibling,
  other: ({ other }) => other,
  "other-session": ({ otherHuman }) => otherHuman,
  nobody: (t) => ({ request: (ask) => t.anonymously(ask) }),
};

/** The caller of the cell; the agent's own key where it names none. */
export function callerIn(t: CheckContext): Sends {
  return CALLERS[t.cell.caller ?? "key"]?.(t) ?? t.agent;
}

/** Sends it as the caller of the cell does. */
export function asCaller(t: CheckContext, ask: ApiRequest): Promise<Exchange> {
  return callerIn(t).request(ask);
}

/**
 * A resting order of the agent that the caller of the cell acts for.
 * Errors: Missing where a session may not place orders.
 */
export async function restedOrder(t: CheckContext): Promise<string> {
  if (t.cell.caller !== "session") return (await t.agent.rests(t.market.resting())).orderId;
  const placed = await t.human.place(t.market.resting());
  if (placed.fate === "accepted" && placed.orderId) return placed.orderId;
  throw new Missing("needs a session that may place orders");
}

/** Errors: Missing where the caller of the cell acts for another agent than the first one. */
export function demandOwnCaller(t: CheckContext): void {
  const { caller } = t.cell;
  if (caller === "session" && t.human.agentId !== t.agent.agentId) {
    throw new Missing("needs a session of the same agent");
  }
  if (caller === "read-key") demandOwnReader(t);
}

/** Errors: Missing where the read-only key is of another agent than the first one. */
export function demandOwnReader({ agent, reader }: CheckContext): void {
  if (reader.agentId !== agent.agentId) {
    throw new Missing("needs a read-only key of the same agent");
  }
}

/** What the caller of the cell is shown of a route. */
export function readBy(t: CheckContext, path: string): Promise<Exchange> {
  return callerIn(t).request({ method: "GET", path });
}

/** Which agent a session acts for is open where an account has several (D-124). */
export async function demandSameAgent(human: HumanClient): Promise<void> {
  const acting = agentsIn(await human.get("/me/wallet"));
  const owned = agentsIn(await human.get("/account"));
  const known = acting.size > 0 ? acting : owned;
  if (known.size === 0 || (known.size === 1 && known.has(human.agentId))) return;
  throw new Missing("needs a session that acts for the agent of browser.agent_id");
}

/** Ids of the agents that an answer speaks of. */
export function agentsIn({ response }: Exchange): Set<unknown> {
  const named = objectsIn(response?.body).map((object) => object["agent_id"]);
  return new Set(named.filter(isUuid));
}
