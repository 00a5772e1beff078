/** Bursts against the rate budget of one agent, for the limit rules alone. Spec: Limits. */

import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "./agent-client.ts";

/** What became of a burst: `limited` is the 429 that ended it, null when none came. */
export interface Burst {
  successes: number;
  limited: Exchange | null;
}

/** Twice the documented budget plus 5%: no known algorithm passes more inside 60 s (D-163). */
export const WRITES_MOST = 1_260;
export const READS_MOST = 12_600;

/** More than a budget regains between two volleys: 10 a second, on a round trip of half one. */
export const PROBES = 20;

const AT_ONCE = 16;
/** Shorter than the window of 60 s, so that all successes of a burst fall inside one. */
const BURST_MS_MAX = 55_000;
const STILL_LIMITED_PROBES = 5;
const PROBINGS_MAX = 3;

/** Whether the answer is a rate limit. */
export function isLimited(exchange: Exchange): boolean {
  return exchange.response?.status === 429;
}

/** The cheapest write that succeeds: cancel-all narrowed to one market (D-164, H-16). */
export function cancelAllOf(market: { id: string }): ApiRequest {
  return { method: "DELETE", path: "/orders", query: { market_id: market.id } };
}

/** A cheap read that belongs to the agent. */
export const readWallet: ApiRequest = { method: "GET", path: "/me/wallet" };

/** The same request that many times. */
export function times(count: number, ask: ApiRequest): ApiRequest[] {
  return Array.from({ length: count }, () => ask);
}

/**
 * Sends all requests at the same moment, unpaced.
 * Errors: Inconclusive for an answer that is neither a success nor a 429, as it says nothing
 * about limits.
 */
export async function volley(
  caller: AgentClient,
  asks: readonly ApiRequest[],
): Promise<Exchange[]> {
  const exchanges = await Promise.all(asks.map((ask) => caller.burst(ask)));
  const strange = exchanges.find((exchange) => !isLimited(exchange) && !succeeded(exchange));
  if (strange === undefined) return exchanges;
  const { request, response, failure } = strange;
  const what = `${request.method} ${request.path} answered ${response?.status ?? failure}`;
  if (response?.status === 500) throw new StandsOn("ERR-5XX-01", what);
  throw new Inconclusive(`a burst takes requests that succeed, but ${what}`);
}

/**
 * Sends `ask` until a 429 comes or more than `most` have succeeded, all inside 60 s.
 * Errors: Inconclusive when that many cannot be sent in time.
 */
export async function burst(caller: AgentClient, ask: ApiRequest, most: number): Promise<Burst> {
  let successes = 0;
  let startedAt: number | undefined;
  for (;;) {
    const exchanges = await volley(caller, times(AT_ONCE, ask));
    successes += exchanges.filter(succeeded).length;
    const limited = exchanges.find(isLimited) ?? null;
    if (limited !== null || successes > most) return { successes, limited };
    startedAt ??= exchanges[0]?.at ?? 0;
    const endedAt = Math.max(...exchanges.map(({ at, took }) => at + took));
    if (endedAt - startedAt > BURST_MS_MAX) {
      throw new Inconclusive(`only ${successes} of ${most} requests could be sent inside 60 s`);
    }
  }
}

/** Brings the agent to its write limit; the 429 met. Errors: StandsOn when there is none. */
export async function exhaustWrites(caller: AgentClient, ask: ApiRequest): Promise<Exchange> {
  const { successes, limited } = await burst(caller, ask, WRITES_MOST);
  if (limited !== null) return limited;
  throw new StandsOn("LIM-WRITE-02", `${successes} writes inside 60 s met no 429`);
}

/**
 * What `probe` sees while the agent is write-limited: before it and still after it. Budgets trickle
 * back, so probes of a limited budget send several requests and look for any 429.
 * Errors: Inconclusive when the limit lifted meanwhile, each time.
 */
export async function whileLimited<T>(
  caller: AgentClient,
  ask: ApiRequest,
  probe: () => Promise<T>,
): Promise<T> {
  for (let probing = 0; probing < PROBINGS_MAX; probing += 1) {
    await exhaustWrites(caller, ask);
    const seen = await probe();
    const after = await volley(caller, times(STILL_LIMITED_PROBES, ask));
    if (after.some(isLimited)) return seen;
  }
  throw new Inconclusive("the limit lifted each time while it was probed");
}

/** Seconds of a Retry-After in its integer form; null for any other. */
export function retryAfterSeconds(exchange: Exchange): number | null {
  const text = exchange.response?.headers["retry-after"]?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

function succeeded({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}
