/** Bursts against the rate budget of one agent, for the limit rules alone. Spec: Limits. */

import { BUDGETS_MOST } from "../../scenarios/decisions/errors-and-limits.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "./agent-client.ts";

/**
 * What became of a burst: how many succeeded before the limit, and the 429 that ended it, null when
 * none came.
 * Units: ms since the start of the run.
 */
export interface Burst {
  successes: number;
  limited: Exchange | null;
  startedAt: number;
  endedAt: number;
}

/** Whoever sends at once, unpaced: an agent or a browser. */
export type Bursts = Pick<AgentClient, "burst">;

/** The documented budgets of 60 s. Spec: Limits. */
export const WRITES = 600;
export const READS = 6_000;

/** No known algorithm passes more inside 60 s (D-163). */
export const WRITES_MOST = BUDGETS_MOST * WRITES;
export const READS_MOST = BUDGETS_MOST * READS;

/** The more than is allowed of requests like this one. */
const mostOf = ({ method }: ApiRequest) => (method === "GET" ? READS_MOST : WRITES_MOST);

/** More than a budget regains between two volleys: 10 a second, on a round trip of half one. */
export const PROBES = 20;

/** So many that a bucket regains less than they take on a way there and back of 300 ms. */
const AT_ONCE = 32;
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

/** The rules by which what bursts send succeeds: a wallet read, a cancel-all, a plain order. */
const SUCCEEDS: Readonly<Record<string, string>> = {
  GET: "ACC-WAL-01",
  DELETE: "OAPI-ALL-01",
  POST: "TIF-GTC-01",
};

/** The same request that many times. */
export function times(count: number, ask: ApiRequest): ApiRequest[] {
  return Array.from({ length: count }, () => ask);
}

/**
 * Sends all requests at the same moment, unpaced; `also` are statuses that are fine too.
 * Errors: StandsOn for an answer that is neither a success nor a 429, as it says nothing about
 * limits.
 */
export async function volley(
  caller: Bursts,
  asks: readonly ApiRequest[],
  also: readonly number[] = [],
): Promise<Exchange[]> {
  const exchanges = await Promise.all(asks.map((ask) => caller.burst(ask)));
  const isKnown = ({ response }: Exchange) => also.includes(response?.status ?? 0);
  const strange = exchanges.find((one) => !isLimited(one) && !succeeded(one) && !isKnown(one));
  if (strange === undefined) return exchanges;
  const { request, response, failure } = strange;
  const what = `${request.method} ${request.path} answered ${response?.status ?? failure}`;
  if (response?.status === 500) throw new StandsOn("ERR-5XX-01", what);
  const rule = SUCCEEDS[request.method];
  const detail = `a burst takes requests that succeed, but ${what}`;
  throw rule === undefined ? new Inconclusive(detail) : new StandsOn(rule, detail);
}

/** Sends one request of a burst, as a volley does; null when the burst is over. */
export type Send = (ask: ApiRequest, also?: readonly number[]) => Promise<Exchange | null>;

/**
 * Sends until a 429 comes or `most` were sent, many at once, all inside 60 s; `turn` sends a few that
 * belong together. Errors: Inconclusive when that many cannot be sent in time, or an answer is neither
 * a success nor a 429.
 */
export async function burstOf(
  caller: AgentClient,
  turn: (send: Send) => Promise<void>,
  most: number,
): Promise<Burst> {
  const met = nothingSent();
  let sent = 0;
  const over = () => met.limited !== null || sent >= most;
  const send: Send = async (ask, also) => {
    if (over()) return null;
    sent += 1;
    const [exchange] = await volley(caller, [ask], also);
    note(met, exchange!);
    demandInTime(met, most);
    return exchange!;
  };
  const worker = async () => {
    while (!over()) await turn(send);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return met;
}

function note(met: Burst, exchange: Exchange): void {
  const { at, took } = exchange;
  met.startedAt = met.endedAt === 0 ? at : Math.min(met.startedAt, at);
  met.endedAt = Math.max(met.endedAt, at + took);
  if (isLimited(exchange)) met.limited ??= exchange;
  // Who refuses a request may do so before it is counted (D-164).
  else if (succeeded(exchange)) met.successes += 1;
}

/**
 * The same with one request over and over, in volleys: how many are sent follows from the answers.
 * Errors: as above.
 */
export async function burst(caller: AgentClient, ask: ApiRequest, most: number): Promise<Burst> {
  const met = nothingSent();
  for (let sent = 0; sent < most && met.limited === null; sent += AT_ONCE) {
    const asks = times(Math.min(AT_ONCE, most - sent), ask);
    for (const exchange of await volley(caller, asks)) note(met, exchange);
    demandInTime(met, most);
  }
  return met;
}

function nothingSent(): Burst {
  return { successes: 0, limited: null, startedAt: 0, endedAt: 0 };
}

function demandInTime({ successes, startedAt, endedAt }: Burst, most: number): void {
  if (endedAt - startedAt <= BURST_MS_MAX) return;
  throw new Inconclusive(`only ${successes} of ${most} requests could be sent inside 60 s`);
}

/** Why there is no limit to bring an agent to: thousands of requests showed it, which are enough for a check. */
const unlimited = new WeakMap<AgentClient, Map<string, unknown>>();

/**
 * Brings the agent to a limit; the 429 met. Errors: StandsOn when there is none; those of a burst. Whichever
 * it was is thrown again, without a request, when the same client is to be brought there once more.
 */
export async function exhaust(caller: AgentClient, ask: ApiRequest): Promise<Exchange> {
  const kind = ask.method === "GET" ? "read" : "write";
  const why = unlimited.get(caller) ?? new Map<string, unknown>();
  if (why.has(kind)) throw why.get(kind);
  try {
    return await met429(caller, ask);
  } catch (error) {
    unlimited.set(caller, why.set(kind, error));
    throw error;
  }
}

async function met429(caller: AgentClient, ask: ApiRequest): Promise<Exchange> {
  const { successes, limited } = await burst(caller, ask, mostOf(ask));
  if (limited !== null) return limited;
  const rule = ask.method === "GET" ? "LIM-READ-02" : "LIM-WRITE-02";
  throw new StandsOn(rule, `${successes} requests inside 60 s met no 429`);
}

/**
 * What `probe` sees while the agent is limited by requests like `ask`: before it and still after it.
 * Budgets trickle back, so probes of a limited budget send several requests and look for any 429.
 * Errors: Inconclusive when the limit lifted meanwhile, each time.
 */
export async function whileLimited<T>(
  caller: AgentClient,
  ask: ApiRequest,
  probe: () => Promise<T>,
): Promise<T> {
  for (let probing = 0; probing < PROBINGS_MAX; probing += 1) {
    await exhaust(caller, ask);
    const seen = await probe();
    const after = await volley(caller, times(STILL_LIMITED_PROBES, ask));
    if (after.some(isLimited)) return seen;
  }
  throw new Inconclusive("the limit lifted each time while it was probed");
}

/** Requests of which it is asked whether they draw on a budget; `also` are statuses that are fine. */
export interface Probes {
  by: Bursts;
  asks: readonly ApiRequest[];
  also?: readonly number[];
}

/**
 * What probes meet on a budget that requests like `ask` have spent. Beside each goes one that is known
 * to draw on it, so that a slow venue's bucket is not taken for a request that is not counted.
 * Errors: Inconclusive when most of those pass too, each time.
 */
export async function besideRefused(
  caller: AgentClient,
  ask: ApiRequest,
  { by, asks, also = [] }: Probes,
): Promise<Exchange[]> {
  for (let probing = 0; probing < PROBINGS_MAX; probing += 1) {
    await exhaust(caller, ask);
    const pairs = await Promise.all(
      asks.map((probe) => Promise.all([volley(caller, [ask]), volley(by, [probe], also)])),
    );
    const refused = pairs.filter(([known]) => known.some(isLimited));
    const seen = pairs.flatMap(([, met]) => met);
    if (seen.some(isLimited) || 2 * refused.length > pairs.length) return seen;
  }
  throw new Inconclusive("the limit lifted each time while it was probed");
}

/** Seconds of a Retry-After in its integer form; null for any other. */
export function retryAfterSeconds(exchange: Exchange): number | null {
  const text = exchange.response?.headers["retry-after"]?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}
