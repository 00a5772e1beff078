/** Who is signed in, and for which of their agents the page acts. */
import { effect } from "@preact/signals";
import type { Records } from "../../client/client.ts";
import { dropToken } from "./control.ts";
import { askForMarkets, startFeeds } from "./feeds.ts";
import { intentions } from "./intentions.ts";
import { spoilRecording } from "./recording.ts";
import { followedId, marketId, markets, signInConfig, visitor } from "./state.ts";
import { acting, call, csrf, session, signedOut } from "./venue.ts";
import { problemOf } from "./words.ts";

const RETRY_MS = 3_000;

let stopFeeds: (() => void) | null = null;

/** Finds out who looks at the page, asking until the venue says. */
export async function begin(): Promise<void> {
  try {
    const [told] = await Promise.all([call("GET /auth/session"), learnSignIn()]);
    if (told.authenticated === true && isAccount(told.account)) await enter(told.account);
    else visitor.value = { kind: "stranger", note: "" };
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
  stop();
  dropToken();
  spoilRecording("The session has ended since the venue was started over.");
  visitor.value = { kind: "stranger", note };
}

function stop(): void {
  stopFeeds?.();
  stopFeeds = null;
  acting.value = null;
  followedId.value = null;
}

/** Whose account it is after a start over. Nobody signs in to it again: its password is not kept. */
const OWN_EMAIL = "terminal@example.com";

/**
 * Has the venue forget everybody, and signs a new account in.
 * Errors: those of `reset`, and nothing has changed; those of the calls, and nobody is signed in.
 */
export async function enterAnew(reset: () => Promise<unknown>): Promise<void> {
  const before = session.current;
  session.current = null;
  try {
    await reset();
  } catch (error) {
    session.current = before;
    throw error;
  }
  stop();
  session.current = {};
  intentions.value = [];
  marketId.value = null;
  visitor.value = { kind: "unknown", problem: "" };
  try {
    await learnSignIn();
    await signUp(OWN_EMAIL, crypto.randomUUID());
  } catch (error) {
    spoilRecording("No account could be opened after the start over.");
    visitor.value = { kind: "stranger", note: "The venue was started over." };
    throw error;
  }
}

effect(() => {
  if (signedOut.value === 0 || visitor.peek().kind !== "member") return;
  leave("Your session has ended. Sign in again; what was placed is placed.");
});
