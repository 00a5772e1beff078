/** Requests of whoever a cell names: one route, asked by every kind of caller. */

import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Caller } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";

/** Callers that have credentials of their own. */
export type KnownCaller = Exclude<Caller, "made-up" | "revoked" | "another-scheme">;

const SENDERS: Record<KnownCaller, (t: CheckContext, ask: ApiRequest) => Promise<Exchange>> = {
  key: ({ agent }, ask) => agent.request(ask),
  "second-key": ({ agent }, ask) =>
    agent.request({ ...ask, key: agent.credentials.secondApiKey ?? "" }),
  "read-key": ({ reader }, ask) => reader.request(ask),
  session: ({ human }, ask) => human.request(ask),
  sibling: ({ sibling }, ask) => sibling.request(ask),
  other: ({ other }, ask) => other.request(ask),
  "other-session": ({ otherHuman }, ask) => otherHuman.request(ask),
  nobody: (t, ask) => t.anonymously(ask),
};

/** Sends it as the caller of the cell does; with the agent's key where the cell names none. */
export function asCaller(t: CheckContext, ask: ApiRequest): Promise<Exchange> {
  const { caller = "key" } = t.cell;
  return SENDERS[caller as KnownCaller](t, ask);
}
