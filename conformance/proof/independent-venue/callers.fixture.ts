/** Callers of a running independent venue, for its own tests. */
import { request } from "undici";
import { type IndependentVenueOptions, startIndependentVenue } from "./index.ts";

interface Profile {
  agents: { name: string; agent_id: string; api_key: string; second_api_key?: string }[];
  markets: { id: string; kind: string; status: string; tick: number }[];
  browser: Record<"session_cookie" | "csrf_cookie", { name: string; value: string }>;
  control?: { url: string; token: string };
}

type Method = "GET" | "POST" | "DELETE" | "PATCH" | "PUT";

/** Sends requests as one caller and reads JSON answers. */
export type Caller = ReturnType<typeof callWith>;

/** A started independent venue with callers by name and market ids by kind. */
export type Opened = Awaited<ReturnType<typeof openVenue>>;

/** A caller presenting this key. */
export function callWith(url: string, key: string) {
  return callAs(url, { authorization: `Bearer ${key}` });
}

/** A caller sending these headers. */
export function callAs(url: string, sent: Record<string, string>) {
  return async (method: Method, path: string, body?: unknown) => {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(url + path, {
      method,
      headers: sent,
      body: body === undefined ? null : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the venue sends
    return { status: statusCode, headers, body: (await answer.json()) as any };
  };
}

/**
 * Starts an independent venue that answers at once and never cools down, unless told otherwise.
 * Shape: `human` is alice's browser, `forger` the same without the CSRF header.
 */
export async function openVenue(options: IndependentVenueOptions = {}) {
  const quick = { readLagMs: 0, jitterMs: 0, cooldown: false, ...options };
  const { url, profile, close } = await startIndependentVenue(quick);
  const { agents, markets, browser, control } = profile as Profile;
  const agent = (name: string) => agents.find((one) => one.name === name)!;
  const caller = (name: string) => callWith(url, agent(name).api_key);
  const market = (kind: string, status = "OPEN", nth = 0) =>
    markets.filter((one) => one.kind === kind && one.status === status)[nth]!.id;
  const { session_cookie: session, csrf_cookie: csrf } = browser;
  const cookie = `${session.name}=${session.value}; ${csrf.name}=${csrf.value}`;
  const human = callAs(url, { cookie, "x-service-csrf": csrf.value });
  const forger = callAs(url, { cookie });
  const operator = callWith(control?.url ?? "", control?.token ?? "");
  return { url, close, agent, markets, caller, market, human, forger, operator };
}

/** Body of a LIMIT order. */
export function limitOrder(marketId: string, side: "BUY" | "SELL", rest: object): object {
  return { market_id: marketId, side, type: "LIMIT", ...rest };
}
