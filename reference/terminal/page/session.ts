/** Who is signed in, and for which of their agents the page acts. */
import { effect } from "@preact/signals";
import type { Records } from "../../client/client.ts";
import { dropToken } from "./control.ts";
import { askForMarkets, startFeeds } from "./feeds.ts";
import { followedId, marketId, markets, signInConfig, visitor } from "./state.ts";
import { acting, call, csrf, signedOut } from "./venue.ts";
import { problemOf } from "./words.ts";

const RETRY_MS = 3_000;

let stopFeeds: (() => void) | null = null;

/** Finds out who looks at the page, asking until the venue says. */
export async function begin(): Promise<void> {
  try {
    const [session] = await Promise.all([call("GET /auth/session"), learnSignIn()]);
    if (session.authenticated === true && isAccount(session.account)) {
      await enter(session.account);
    } else visitor.value = { kind: "stranger", note: "" };
  } catch (error) {
    visitor.value = { kind: "unknown", problem: problemOf(error).text };
    setTimeout(() => void begin(), RETRY_MS);
  }
}

async function learnSignIn(): Promise<void> {
  const config = await call("GET /auth/config");
  signInConfig.value = config;
  if (typeof config.csrf_cookie === "string") csrf.cookie = config.csrf_cookie;
  const isName = /^[\w-]+$/.test(config.csrf_header ?? "");
  if (isName) csrf.header = config.csrf_header;
}

const isAccount = (account: unknown): account is Records["Account"] =>
  Array.isArray((Object(account) as Partial<Records["Account"]>).agents);

/** Signs in with a password. Errors: those of the call. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await call("POST /auth/login", { body: { email, password } });
  if (isAccount(answer.account)) await enter(answer.account);
  else await begin();
}

/** Opens an account and signs in. Errors: those of the calls. */
export async function signUp(email: string, password: string): Promise<void> {
  await call("POST /auth/signup", { body: { email, password } });
  await signIn(email, password);
}

/** Ends the session. Errors: those of the call. */
export async function signOut(): Promise<void> {
  await call("POST /auth/logout");
  leave("");
}

async function enter(account: Records["Account"]): Promise<void> {
  const [first] = account.agents;
  const named = fromAddress("agent");
  const agent = account.agents.find(({ agent_id }) => agent_id === named) ?? first;
  acting.value = agent?.agent_id ?? null;
  visitor.value = { kind: "member", account };
  stopFeeds ??= startFeeds();
  await askForMarkets();
  if (marketId.value === null) lookAt(firstMarket());
}

function firstMarket(): string | null {
  const named = fromAddress("market");
  const known = markets.value.find(({ market_id }) => market_id === named);
  const open = markets.value.filter(({ status }) => status === "OPEN");
  const quoted = open.find(({ best_bid, best_ask }) => best_bid !== null && best_ask !== null);
  return (known ?? quoted ?? open[0] ?? markets.value[0])?.market_id ?? null;
}

/** Looks at another market. */
export function lookAt(id: string | null): void {
  marketId.value = id;
  noteAddress();
}

/** Acts for another agent. */
export function actFor(agentId: string): void {
  if (followedId.value === agentId) followedId.value = null;
  acting.value = agentId;
  noteAddress();
}

/** The address leads back to the same agent and market; it holds nothing secret. */
function noteAddress(): void {
  const named = new URLSearchParams();
  if (acting.value !== null) named.set("agent", acting.value);
  if (marketId.value !== null) named.set("market", marketId.value);
  history.replaceState(null, "", `${location.pathname}#${named}`);
}

const fromAddress = (name: string): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(name);

function leave(note: string): void {
  stopFeeds?.();
  stopFeeds = null;
  dropToken();
  acting.value = null;
  followedId.value = null;
  visitor.value = { kind: "stranger", note };
}

effect(() => {
  if (signedOut.value === 0 || visitor.peek().kind !== "member") return;
  leave("Your session has ended. Sign in again; what was placed is placed.");
});
