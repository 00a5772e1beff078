/** A key or a session of a play, and what it is to be answered from its first day to its last. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../../check/agent-client.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { givesNothing } from "../../expect/access.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { MAY_BE_CLOSED, requestTo, unauthorized } from "../../expect/route-request.ts";
import { BEARER_ROUTES } from "../../spec/route-table.ts";
import { Broken } from "../broken.ts";

/** What a key was made for; a session may do everything. */
export type Scope = "all" | "read" | "trade";

/** Somebody's key or session. */
export interface Credential {
  is: "key" | "session";
  caller: AgentClient;
  how: How;
  may: Scope;
  /** Whether it was revoked, or signed out of. */
  ended: boolean;
  /** Of a key that the play made. */
  keyId?: string;
}

/** Under which aspect an answer would be wrong, and what it is to be. */
export interface Want {
  aspect: "answers" | "refusal";
  says: Expectation<Exchange>;
}

/** Routes that every credential is sent to. */
export const USED_ROUTES: readonly string[] = [...BEARER_ROUTES, "GET /auth/me"];

/** What a credential is to be answered by a route. Shape: null where that is not shown. */
export type AnswersOf = (credential: Credential, route: string) => Want | null;

/** Whoever is nobody, or no longer anybody, is refused and given nothing. */
export const asNobody: Want = { aspect: "refusal", says: allOf(http(401), givesNothing) };

const SCOPE_REFUSALS = statusesOf("D-130");

/** Sends a request by it; a route may be closed. */
export function sentBy({ caller, how }: Credential, ask: ApiRequest): Promise<Exchange> {
  return caller.request({ ...ask, ...how, tolerates: MAY_BE_CLOSED });
}

/**
 * Asks each route once by a good key and a good session: what they are answered now, they are to be
 * answered for as long as they are good, whatever becomes of others. `freshId` names an order.
 */
export async function answersOf(
  good: Readonly<Record<Credential["is"], Credential>>,
  freshId: () => string,
): Promise<AnswersOf> {
  const first = new Map<string, number>();
  for (const credential of Object.values(good)) {
    for (const route of USED_ROUTES) {
      const answer = await sentBy(credential, requestTo(route, { freshId: freshId() }));
      first.set(`${credential.is} ${route}`, answer.response?.status ?? 0);
    }
  }
  return (credential, route) => {
    if (credential.ended) return { aspect: "refusal", says: unauthorized({ route }) };
    const isTicket = route === "POST /auth/ws-ticket";
    if (isTicket && credential.may !== "all") return null;
    const status = first.get(`${credential.is} ${route}`) ?? 0;
    const isShown = ![...SCOPE_REFUSALS, ...MAY_BE_CLOSED].includes(status);
    const want = wanted(credential, route.startsWith("GET ") ? "read" : "trade", http(status));
    if (want?.aspect === "answers") return isShown ? want : null;
    // What a request names may be looked for first, and is not there.
    return want && { aspect: "refusal", says: refused };
  };
}

const refused = answerThat("a refusal", ({ response }) => {
  const status = response?.status ?? 0;
  return status >= 400 && (status < 500 || MAY_BE_CLOSED.includes(status));
});

/** What it is answered that asks for a scope; null where that is not shown (D-130). */
export function wanted(
  { may, ended }: Credential,
  scope: Exclude<Scope, "all">,
  granted: Expectation<Exchange>,
): Want | null {
  if (ended) return asNobody;
  if (may === "all") return { aspect: "answers", says: granted };
  if (may === scope || scope === "read") return null;
  return { aspect: "refusal", says: http(...SCOPE_REFUSALS) };
}

/** Errors: Broken where it is not as wanted; Inconclusive where a cooldown is answered. */
export function demand(exchange: Exchange, { aspect, says }: Want): void {
  const judged = says.judge(exchange);
  if (judged.ok) return;
  const isPause = JSON.stringify(exchange.response?.body ?? "").includes("COOLDOWN");
  if (isPause) throw new Inconclusive("an agent was in a cooldown");
  throw new Broken(aspect, { expected: says.says, actual: judged.actual }, exchange);
}
