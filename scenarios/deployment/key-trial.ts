/** Tries every key before a run: what the target refuses is the profile's to mend, no defect. */

import type { PreflightProblem } from "./preflight.ts";
import type { AgentCredentials } from "./profile/credentials.ts";
import type { Profile } from "./profile/profile.ts";
import { mentions, objectsIn } from "./reading/reading.ts";
import type { Client } from "./wire/client.ts";
import type { Exchange } from "./wire/exchange.ts";
import { UNKNOWN_UUID } from "./wire/uuid.ts";

/** An agent whose key works, as far as it does, and its field in the profile. */
export interface GoodAgent {
  credentials: AgentCredentials;
  field: string;
}

/** The agents whose keys work, and what is wrong with the others. */
export interface KeyTrials {
  good: GoodAgent[];
  problems: PreflightProblem[];
}

/** All keys at once: a target that lets some requests hang costs one timeout, not one for each. */
export async function tryKeys(profile: Profile, client: Client): Promise<KeyTrials> {
  const trial = { prefix: profile.prefix, client };
  const tried = profile.agents.map((credentials, index) =>
    tryAgent(trial, { credentials, field: `agents[${index}]` }),
  );
  const results = await Promise.all(tried);
  return {
    good: results.flatMap(({ good }) => good),
    problems: results.flatMap(({ problems }) => problems),
  };
}

/** Why the target refuses a key that was just made; null where it does not. */
export async function refusalOfMade(
  { prefix }: Profile,
  client: Client,
  credentials: AgentCredentials,
): Promise<string | null> {
  return refusal(await readsWith({ prefix, client }, { credentials }));
}

/** How keys are tried. */
interface Trial {
  prefix: string;
  client: Client;
}

/** Whose key, or which other one. */
interface As {
  credentials: AgentCredentials;
  key?: string;
}

async function tryAgent(trial: Trial, agent: GoodAgent): Promise<KeyTrials> {
  const { credentials, field } = agent;
  const key = credentials.secondApiKey;
  const [reads, readsOfSecond] = await Promise.all([
    readsWith(trial, { credentials }),
    key === null ? null : readsWith(trial, { credentials, key }),
  ]);
  const refused = refusal(reads);
  const second = readsOfSecond && refusal(readsOfSecond);
  const problems = [
    ...found(`${field}.api_key`, refused),
    ...found(`${field}.second_api_key`, second),
    ...foreignAgent(reads, agent),
  ];
  if (refused !== null) return { good: [], problems };
  const known = second === null ? credentials : { ...credentials, secondApiKey: null };
  const writing = await tryWriting(trial, { credentials: known, field });
  return { good: writing.good, problems: [...problems, ...writing.problems] };
}

/** What a key may do, as the target shows it. Shape: not sure where an answer said nothing of it. */
export interface ShownScopes {
  read: boolean;
  trade: boolean;
  isSure: boolean;
}

/**
 * What a key may do at the target; changes nothing there. What is put off, ends in a server error or
 * has no answer has not shown that the key may.
 */
export async function shownScopes(
  { prefix }: Pick<Profile, "prefix">,
  client: Client,
  credentials: AgentCredentials,
): Promise<ShownScopes> {
  const trial = { prefix, client };
  const reads = await readsWith(trial, { credentials });
  const read = reads.some(isShown);
  const wasRefused = !read && reads.every(({ response }) => isRefusal(response?.status));
  if (!credentials.scopes.includes("trade")) {
    return { read, trade: false, isSure: read || wasRefused };
  }
  const status = (await statusesOfWrites(trial, credentials)).at(-1) ?? 0;
  const saysNothing = status === 0 || status === 429 || status >= 500;
  const isSure = (read || wasRefused) && !saysNothing;
  return { read, trade: !saysNothing && !isRefusal(status), isSure };
}

const isRefusal = (status = 0) => status === 401 || status === 403;
const isShown = ({ response }: Exchange) => response?.status === 200;

/** Until one is answered, or none can be: where a key is refused everywhere, two routes say so. */
async function readsWith({ prefix, client }: Trial, as: As): Promise<Exchange[]> {
  const tries: Exchange[] = [];
  for (const path of ["/account", "/orders", "/positions", "/me/wallet", "/orders/open"]) {
    if (tries.length > 1 && tries.every((one) => refusalIn(one) !== null)) break;
    tries.push(await client.send({ method: "GET", path: prefix + path, ...as }));
    if (tries.some(isShown)) break;
  }
  return tries;
}

/**
 * A target that refuses a good key on one route has a defect, the key has none: a key is refused
 * where it is never taken, and its credentials are blamed.
 */
function refusal(tries: readonly Exchange[]): string | null {
  if (tries.some(isShown)) return null;
  const refusals = tries.map(refusalIn);
  const [first] = refusals;
  if (first != null && !refusals.includes(null)) return first;
  const blamed = tries.find(({ response }) => response?.status === 401);
  return blamed === undefined ? null : refusalIn(blamed);
}

function refusalIn({ response, failure }: Exchange): string | null {
  if (response === null) return `no answer when trying this key (${failure})`;
  return isRefusal(response.status) ? `the target refused this key (${response.status})` : null;
}

/**
 * What writes that change nothing are answered: a cancel of an order that nobody has and, where it
 * is refused, a body that no engine is reached by. Shape: undefined where no answer came.
 */
async function statusesOfWrites(
  { prefix, client }: Trial,
  credentials: AgentCredentials,
): Promise<(number | undefined)[]> {
  const orders = `${prefix}/orders`;
  const cancel = { method: "DELETE", path: `${orders}/${UNKNOWN_UUID}`, credentials };
  const statuses = [(await client.send(cancel)).response?.status];
  if (isRefusal(statuses[0])) {
    const place = { method: "POST", path: orders, credentials, body: {} };
    statuses.push((await client.send(place)).response?.status);
  }
  return statuses;
}

/** A key that the writes do not know may read, and no more. */
async function tryWriting(trial: Trial, agent: GoodAgent): Promise<KeyTrials> {
  const { credentials, field } = agent;
  if (!credentials.scopes.includes("trade")) return { good: [agent], problems: [] };
  const statuses = await statusesOfWrites(trial, credentials);
  const [status] = statuses;
  if (!statuses.every(isRefusal)) return { good: [agent], problems: [] };
  const message = `the target refuses this key's writes (${status}); one for reading has scopes: [read]`;
  // Who is forbidden is known: what it takes to write there is the rules' to judge.
  const known = statuses.includes(401) ? { ...credentials, scopes: ["read"] } : credentials;
  return { good: [{ credentials: known, field }], problems: found(`${field}.api_key`, message) };
}

// Only an account that names its agents under agent_id can contradict the profile.
function foreignAgent(
  [account]: readonly Exchange[],
  { credentials, field }: GoodAgent,
): PreflightProblem[] {
  const response = account?.response;
  if (response?.status !== 200 || credentials.agentId === null) return [];
  const named = objectsIn(response.body).map((object) => object["agent_id"]);
  const ids = named.filter((id) => typeof id === "string");
  if (ids.length === 0 || mentions(response.body, credentials.agentId)) return [];
  const message = `the key's account has no such agent; it names ${ids.join(", ")}`;
  return found(`${field}.agent_id`, message);
}

function found(field: string, message: string | null): PreflightProblem[] {
  return message === null ? [] : [{ field, message, fatal: false }];
}
