/** What checks of keys and tickets share: a key that works, an agent of another owner, a ticket. */

import { Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { HumanClient } from "../check/human-client.ts";
import { ticketIn } from "../expect/access.ts";
import { asCaller } from "./caller.ts";

/** An agent that is not the human's. Errors: Missing where both belong to the human's owner. */
export function anotherOwnersAgent({ human, agent, other }: CheckContext): string {
  const another = [other, agent].find(
    ({ credentials }) => credentials.owner !== human.credentials.owner,
  );
  if (another === undefined) throw new Missing("needs an agent of another owner than browser's");
  return another.agentId;
}

/** Another agent of the human's owner. Errors: Missing where the sibling is of another one. */
export function siblingOfHuman({ human, sibling }: CheckContext): string {
  if (sibling.credentials.owner === human.credentials.owner) return sibling.agentId;
  throw new Missing("needs two agents of browser's owner");
}

/** A key that nobody has. No word of any answer: what is sent as a secret is no longer told. */
export const MADE_UP_KEY = "rk_live_nobody-has-this-key-000000000000000000000";

/** Errors: Missing where the other session is of the first agent's owner too. */
export function demandForeignSession({ agent, otherHuman }: CheckContext): void {
  if (agent.credentials.owner !== otherHuman.credentials.owner) return;
  throw new Missing("needs a session of another owner than the agent's");
}

/** The ticket of an answer. Errors: StandsOn the rule that says there is one. */
export async function ticketOf(answer: Promise<Exchange>, rule = "TKT-MINT-01"): Promise<string> {
  const exchange = await answer;
  const ticket = exchange.response?.status === 201 ? ticketIn(exchange) : null;
  if (ticket !== null) return ticket;
  throw new StandsOn(rule, `a plain ticket request was answered ${exchange.response?.status}`);
}

/** Asks for a ticket with a key. */
export function mint(caller: AgentClient, body: unknown = {}, how: How = {}): Promise<Exchange> {
  return caller.request({ method: "POST", path: "/auth/ws-ticket", body, ...how });
}

/** A ticket to open the stream with. Errors: StandsOn when none is minted. */
export function freshTicket(caller: AgentClient, how: How = {}): Promise<string> {
  return ticketOf(mint(caller, {}, how));
}

/** A ticket that a session asks for one of its agents. Errors: StandsOn when none is minted. */
export function sessionsTicket(human: HumanClient, agentId: string): Promise<string> {
  return ticketOf(human.post("/auth/ws-ticket", { agent_id: agentId }), "TKT-MINT-08");
}

/** A ticket that the caller of the cell asks for: a session names its agent. */
export function callersTicket(t: CheckContext): Promise<string> {
  const body = t.cell.caller === "session" ? { agent_id: t.human.agentId } : {};
  const rule = t.cell.caller === "session" ? "TKT-MINT-08" : "TKT-MINT-01";
  return ticketOf(asCaller(t, { method: "POST", path: "/auth/ws-ticket", body }), rule);
}

/** Errors: StandsOn where a new key does not work. */
export function demandWorking({ response }: Exchange): void {
  if (response?.status !== 200) throw new StandsOn("KEY-NEW-02", "a new key does not work");
}

/** Ends a session. Errors: StandsOn where that fails. */
export async function logOut(human: HumanClient): Promise<void> {
  const { response } = await human.post("/auth/logout", undefined);
  if (response?.status === 200) return;
  throw new StandsOn("SESS-OUT-01", `a logout was answered ${response?.status}`);
}

/** Errors: StandsOn where a session that should be open is not. */
export function demandSession({ response }: Exchange): void {
  if (response?.status === 200) return;
  throw new StandsOn("SESS-ME-01", `an open session was answered ${response?.status}`);
}

/** A secret that nobody has: this one but for its first character. */
export function otherwise(secret: string): string {
  return (secret.startsWith("a") ? "b" : "a") + secret.slice(1);
}

/** Secrets that nobody has: the first half of this one, and this one with a few characters behind it. */
export function inPart(secret: string): string[] {
  return [secret.slice(0, secret.length / 2), secret + secret.slice(0, FEW_CHARS)];
}

/** A cookie may be as long as a request may carry. */
const FEW_CHARS = 8;

/** As many as find no connection that is free. */
const AT_ONCE = 8;

/** What is answered to the same request, sent so often at the same moment. */
export function onManyConnections(send: () => Promise<Exchange>): Promise<Exchange[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, send));
}
