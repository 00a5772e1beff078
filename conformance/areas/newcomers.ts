/** Who signs up and logs in: the bodies that a run tries, and what may be switched off (D-138). */
import { oddOf, statusesOf } from "../../scenarios/decisions/forms.ts";
import type { HumanCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import {
  type CookieSet,
  cookieHeader,
  cookiesSet,
} from "../../scenarios/deployment/wire/cookies.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type CheckContext, opposite } from "../check/check-context.ts";
import type { HumanClient } from "../check/human-client.ts";
import { agentsIn } from "./caller.ts";

/** Bodies of sign-up and login are not shown: these are guesses (D-138). */
export function newcomer(t: CheckContext) {
  const name = t.run.freshId();
  return {
    email: `${name}@touchstone.example`,
    password: `Correct-horse-${name}-9!`,
    display_name: name,
    agent_name: name,
  };
}

/** What a callback is usually answered. */
export const USUAL_OF_CALLBACK = statusesOf("D-141");
/** What a venue answers where this is switched off, or has no provider: no interference here. */
export const GATED = [...USUAL_OF_CALLBACK, ...oddOf("D-141")].filter((status) => status >= 500);

/** A request to sign up or log in. */
export function post(path: string, body: unknown): ApiRequest {
  return { method: "POST", path, body, tolerates: GATED };
}

/** A login, with what else its request carries. */
export function login(
  { email, password }: { email: string; password: string | undefined },
  headers: Record<string, string> = {},
): ApiRequest {
  return { ...post("/auth/login", { email, password }), headers };
}

/** Somebody who is new. */
export type Newcomer = ReturnType<typeof newcomer>;

/** Somebody who has signed up and logged in. Errors: Missing where these bodies do neither. */
export async function memberOf(
  t: CheckContext,
  as = (one: Newcomer): Newcomer => one,
): Promise<Newcomer & { login: Exchange }> {
  const one = as(newcomer(t));
  demandSignedUp(await t.anonymously(post("/auth/signup", one)));
  const answer = await t.anonymously(login(one));
  const status = answer.response?.status;
  if (status === 200) return { ...one, login: answer };
  throw new Missing(`needs a sign-up that opens a login; that was answered ${status}`);
}

/** Errors: Missing where nothing was registered. */
export function demandSignedUp({ response }: Exchange): void {
  if (response?.status === 201) return;
  throw new Missing(`did not arise: a sign-up was answered ${response?.status}`);
}

/** What the browser of who has logged in carries along. */
export function browserHeaders(
  t: CheckContext,
  { login }: { login: Exchange },
): Record<string, string> {
  const set = cookiesSet(login);
  const { csrfCookie } = t.human.credentials;
  const csrf = set.find(({ name }) => name === csrfCookie.name)?.value ?? "";
  return { cookie: cookieHeader(set), "x-service-csrf": csrf };
}

/** Who has just signed up, in a browser. Errors: Missing where nobody can, or without an agent. */
export async function signedUp(
  t: CheckContext,
  already?: Awaited<ReturnType<typeof memberOf>>,
): Promise<HumanClient> {
  const member = already ?? (await memberOf(t));
  const [agentId] = await agentsOf(t, member);
  const who = { name: member.agent_name, owner: member.email, agentId: String(agentId) };
  return withCookies(t, who, cookiesSet(member.login));
}

/** Whose session these cookies are. Errors: Missing where one of them is not there. */
export function withCookies(
  t: CheckContext,
  who: Pick<HumanCredentials, "name" | "owner" | "agentId">,
  set: readonly CookieSet[],
): HumanClient {
  const { sessionCookie, csrfCookie } = t.human.credentials;
  return t.human.as({
    ...who,
    sessionCookie: named(set, sessionCookie.name),
    csrfCookie: named(set, csrfCookie.name),
  });
}

/** Somebody new who has begun to trade, as what he logs in with. Needs, Errors: see `beginsToTrade`. */
export async function trader(t: CheckContext): Promise<Newcomer> {
  const member = await memberOf(t);
  await beginsToTrade(t, await signedUp(t, member));
  return member;
}

/**
 * The agent of somebody new holds a contract of the cell's side from now on, and has an order at rest.
 * Needs: two-owners, browser, and a market that nobody else trades. Errors: Missing where newcomers
 * cannot pay for it.
 */
export async function beginsToTrade(t: CheckContext, human: HumanClient): Promise<void> {
  const { other, market, side } = t;
  const { caller } = await human.newKey();
  const [price = 0] = await market.inside();
  await other.rests(market.limit(opposite(side), price));
  const { filledQty } = await caller.place(market.limit(side, price, { tif: "IOC" }));
  const { fate } = await caller.place(market.resting(side));
  if (filledQty === 1 && fate === "accepted") return;
  throw new Missing("needs somebody new who can pay for a contract");
}

/** Errors: Missing where somebody new has something to do first, or has all of it that is allowed (D-180). */
export function demandMayAct({ response }: Exchange, what: string): void {
  if (!statusesOf("D-180").includes(response?.status ?? 0)) return;
  throw new Missing(`needs a newcomer who may ${what}`);
}

/** Whether the cookies that came with an answer are those of somebody signed in. */
export async function opensSession(t: CheckContext, answer: Exchange): Promise<boolean> {
  const set = cookiesSet(answer);
  if (set.length === 0) return false;
  const headers = { cookie: cookieHeader(set) };
  const me = await t.anonymously({ method: "GET", path: "/auth/me", headers });
  return me.response?.status === 200;
}

/** The cookie of that name, as it was set last. Errors: Missing where none was. */
export function named(set: readonly CookieSet[], name: string): CookieSet {
  const found = set.findLast((cookie) => cookie.name === name);
  if (found !== undefined) return found;
  throw new Missing(`needs an answer that sets the cookie ${name}; none was to be had`);
}

/** The agents of who has logged in. Errors: Missing where none can be read. */
export async function agentsOf(
  t: CheckContext,
  { login }: { login: Exchange },
): Promise<Set<unknown>> {
  const headers = { cookie: cookieHeader(cookiesSet(login)) };
  return agentsTold(await t.anonymously({ method: "GET", path: "/account", headers }));
}

/** The agents that an account tells of. Errors: Missing where it tells none. */
export function agentsTold(account: Exchange): Set<unknown> {
  const agents = agentsIn(account);
  if (agents.size > 0) return agents;
  throw new Missing("needs an account that tells the ids of its agents");
}
