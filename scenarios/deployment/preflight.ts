/** Looks at a target before a run: what would make it senseless, and what to fix in the profile. */

import { counted } from "../../reports/schema/summary.ts";
import { readsAs } from "./discover.ts";
import { type GoodAgent, type KeyTrials, tryKeys } from "./key-trial.ts";
import type { AgentCredentials } from "./profile/credentials.ts";
import type { Profile } from "./profile/profile.ts";
import { listOf, statusIn } from "./reading/reading.ts";
import type { Client } from "./wire/client.ts";
import type { Exchange, TransportFailure } from "./wire/exchange.ts";

/** One thing wrong, in one line; `field` is the profile's, null when it is not in the profile. */
export interface PreflightProblem {
  field: string | null;
  message: string;
  /** True when nothing could be judged anyway. */
  fatal: boolean;
}

/** What a preflight found. */
export interface Preflight {
  problems: PreflightProblem[];
  /** The profile's agents whose keys work. */
  agents: AgentCredentials[];
}

const UNREACHABLE: Record<TransportFailure, string> = {
  refused: "nothing listens at this address (connection refused)",
  dns: "this host name does not resolve",
  tls:
    "no TLS connection could be made; is it http, or its certificate not trusted? --tls-ca FILE, or " +
    "ca: in the profile, names the authority that signed it",
  timeout: "the target does not answer in time",
  reset: "the target closes the connection without an answer",
  protocol: "what answers there does not speak HTTP",
  "too-large": "the target's answer is longer than the 8 MB that are read of one",
  other: "the target cannot be reached",
};

/**
 * Asks only for what every venue has to offer, and places nothing. Without an answer to the first
 * request nothing else is asked. `control` may stand in for agents of the profile.
 */
export async function preflight(
  profile: Profile,
  client: Client,
  control: { can(capability: "agents"): boolean } | null = null,
): Promise<Preflight> {
  const unfit = unfitness(await probes(profile, client));
  if (unfit !== null) return { problems: [fatal("base_url", unfit)], agents: [] };
  const keys = await tryKeys(profile, client);
  const problems = [...keys.problems];
  if (!control?.can("agents")) problems.push(...noTraders(profile, keys));
  problems.push(...(await leftovers(keys.good, profile, client)));
  problems.push(...(await marketProblems(profile, client)));
  return { problems, agents: keys.good.map(({ credentials }) => credentials) };
}

async function probes(profile: Profile, client: Client): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const path of ["/health", "/markets"]) {
    const exchange = await client.send({ method: "GET", path: profile.prefix + path });
    exchanges.push(exchange);
    if (exchange.response === null) break;
  }
  return exchanges;
}

function unfitness(exchanges: readonly Exchange[]): string | null {
  const silent = exchanges.find(({ response }) => response === null);
  if (silent !== undefined) return UNREACHABLE[silent.failure ?? "other"];
  const responses = exchanges.map(({ response }) => response);
  if (responses.some((response) => response?.body !== undefined)) return null;
  const [first] = responses;
  const isHtml = responses.some((response) =>
    /^\s*<(!doctype|html)/i.test(response?.bodyText ?? ""),
  );
  const what = isHtml ? "HTML" : "something else";
  return `the target answers ${what} instead of JSON (status ${first?.status}); is this the API?`;
}

/** A run without the traders that it was promised would show something else than was asked for. */
function noTraders({ agents }: Profile, { good }: KeyTrials): PreflightProblem[] {
  const trades = ({ scopes }: AgentCredentials) => scopes.includes("trade");
  if (agents.length === 0) return [];
  if (good.length === 0) return [fatal("agents", "no key works; nothing of theirs can be judged")];
  const some = !agents.some(trades) || good.some(({ credentials }) => trades(credentials));
  return some ? [] : [fatal("agents", "no key may trade; nothing of orders can be judged")];
}

async function leftovers(
  agents: readonly GoodAgent[],
  profile: Profile,
  client: Client,
): Promise<PreflightProblem[]> {
  const nameOf = ({ credentials }: GoodAgent) => credentials.agentId ?? credentials.apiKey;
  const distinct = [...new Map(agents.toReversed().map((one) => [nameOf(one), one])).values()];
  const problems = distinct.toReversed().map(async ({ credentials, field }) => {
    const path = `${profile.prefix}/orders/open`;
    const { response } = await client.send({ method: "GET", path, credentials });
    const count = response?.status === 200 ? (listOf(response.body)?.length ?? 0) : 0;
    return count === 0 ? [] : [mild(field, openBefore(credentials.name, count))];
  });
  return (await Promise.all(problems)).flat();
}

/** Whose orders are open, and what may come of them: a run cancels all of an agent's. */
function openBefore(name: string, count: number): string {
  const them = count === 1 ? "it" : "them";
  return (
    `${name} has ${counted(count, "open order")} from before this run, which may cancel ${them}: ` +
    "it cancels all orders of its agents, in every market"
  );
}

async function marketProblems(profile: Profile, client: Client): Promise<PreflightProblem[]> {
  const problems = profile.markets.map(async (market, index) => {
    const path = `${profile.prefix}/markets/${market.id}`;
    const { response } = await client.send({ method: "GET", path, ...readsAs(profile) });
    const status = statusIn(response?.body, market.id);
    if (response?.status === 404) {
      return [mild(`markets[${index}].id`, "the target has no such market (404)")];
    }
    if (response?.status !== 200 || status === null || status === market.status) return [];
    return [mild(`markets[${index}].status`, `says ${market.status}, the target says ${status}`)];
  });
  return (await Promise.all(problems)).flat();
}

function mild(field: string, message: string): PreflightProblem {
  return { field, message, fatal: false };
}

function fatal(field: string, message: string): PreflightProblem {
  return { field, message, fatal: true };
}
