/** What actors do in a story, as requests. */

import { keyIdIn, plaintextsIn } from "../deployment/reading/made-key.ts";
import { listOf } from "../deployment/reading/reading.ts";
import { Inconclusive } from "../deployment/stops.ts";
import { Unplayable } from "../session/assign.ts";
import type { Action, ActorVerb, Expectations } from "./format.ts";
import type { ScenarioRequest, ScenarioRun } from "./scenario-run.ts";
import {
  bookAnswer,
  marketAnswer,
  orderAnswer,
  placedAnswer,
  plainAnswer,
  positionAnswer,
  type StepResult,
  walletAnswer,
} from "./step-result.ts";
import { closeStream, follow, hear, openStream, say } from "./stream-verbs.ts";

/** One verb. Shape: it makes its requests anew each time it is called. */
export type Verb = (telling: ScenarioRun, who: string, action: Action) => Promise<StepResult>;

/** What each verb does. */
export const VERBS: Readonly<Record<ActorVerb, Verb>> = {
  place,
  cancel,
  read,
  send,
  create_key: createKey,
  revoke_key: revokeKey,
  open_stream: openStream,
  close_stream: closeStream,
  follow,
  say,
  hear,
};

async function place(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const body = await orderBody(telling, action.place ?? {});
  const exchange = await telling.send(who, {
    ...{ method: "POST", path: "/orders", body },
    ...keyOf(telling, action),
  });
  const answer = placedAnswer(body, exchange);
  if (action.as !== undefined && answer.placed) telling.orders.set(action.as, answer.placed);
  if (answer.placed?.reason !== "AGENT_SIDE_COOLDOWN" || expects(action, "AGENT_SIDE_COOLDOWN")) {
    return answer;
  }
  throw new Inconclusive("the target cools this agent down after its declines");
}

async function orderBody(
  telling: ScenarioRun,
  order: NonNullable<Action["place"]>,
): Promise<Record<string, unknown>> {
  const { market, id, sent_ms_ago: age, type, ...rest } = order as Record<string, unknown>;
  const [first = ""] = Object.keys(telling.story.markets ?? {});
  return {
    market_id: telling.idOf(String(market ?? first)),
    type: type ?? (rest["price"] === undefined ? "MARKET" : "LIMIT"),
    ...rest,
    client_order_id: telling.clientId(id as string | undefined),
    ...(typeof age === "number" && { timestamp_ms: (await telling.now()) - age }),
  };
}

async function cancel(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const name = action.cancel ?? "";
  const market = telling.assigned.markets.get(name);
  const path = name === "all" || market ? "/orders" : `/orders/${telling.idOf(name)}`;
  const query = market === undefined ? {} : { query: { market_id: market } };
  const ask = { method: "DELETE", path, ...query, ...keyOf(telling, action) };
  return plainAnswer(await telling.send(who, ask));
}

async function read(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const get = (path: string) =>
    telling.send(who, { method: "GET", path, ...keyOf(telling, action) });
  const { order, orders, book, market, trades, position } = action.read ?? {};
  if (order !== undefined) {
    const id = telling.idOf(order);
    return orderAnswer(await get(`/orders/${id}`), id);
  }
  if (orders !== undefined)
    return ordersAnswer(await get(orders === "open" ? "/orders/open" : "/orders"));
  if (book !== undefined) return bookAnswer(await get(`/markets/${telling.idOf(book)}/book`));
  if (trades !== undefined)
    return plainAnswer(await get(`/markets/${telling.idOf(trades)}/trades`));
  if (market !== undefined) {
    const id = telling.idOf(market);
    return marketAnswer(await get(`/markets/${id}`), id);
  }
  if (position !== undefined) {
    return positionAnswer(await get("/positions"), telling.idOf(position));
  }
  const answer = walletAnswer(await get("/me/wallet"));
  if (action.as !== undefined && answer.free != null) telling.amounts.set(action.as, answer.free);
  return answer;
}

function ordersAnswer(exchange: Awaited<ReturnType<ScenarioRun["send"]>>): StepResult {
  return { ...plainAnswer(exchange), qty: listOf(exchange.response?.body)?.length ?? null };
}

async function send(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const { method = "GET", path, body, ...rest } = action.send ?? { path: "/" };
  const ask: ScenarioRequest = {
    ...{ method, ...rest },
    path: path.replace(/\{([a-z][a-z0-9-]*)\}/g, (_, name: string) => telling.idOf(name)),
    ...(body !== undefined && { body: named(body, telling) }),
    ...keyOf(telling, action),
    expects429: expectsHttp(action, 429),
  };
  const exchange = await telling.send(who, ask);
  const isOrder = method === "POST" && path === "/orders";
  if (!isOrder) return plainAnswer(exchange);
  const answer = placedAnswer(Object(ask.body), exchange);
  if (action.as !== undefined && answer.placed) telling.orders.set(action.as, answer.placed);
  return answer;
}

/** A body with whole texts such as `{noon}` as ids. */
function named(value: unknown, telling: ScenarioRun): unknown {
  if (typeof value === "string") {
    const name = /^\{([a-z][a-z0-9-]*)\}$/.exec(value)?.[1];
    return name === undefined ? value : telling.idOf(name);
  }
  if (Array.isArray(value)) return value.map((item) => named(item, telling));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, one]) => [key, named(one, telling)]);
  return Object.fromEntries(members);
}

async function createKey(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const { for: actor = who, scopes } = action.create_key ?? {};
  const agentId = telling.idOf(actor);
  const exchange = await telling.send(who, {
    ...{ method: "POST", path: `/me/agents/${agentId}/keys`, prefix: "/v1" },
    body: { name: action.as ?? "key", ...(scopes && { scopes }) },
  });
  const body = exchange.response?.body;
  const [apiKey] = plaintextsIn(body);
  const keyId = keyIdIn(body, agentId);
  if (apiKey !== undefined && action.as !== undefined) {
    telling.keys.set(action.as, { apiKey, keyId: keyId ?? "", agentId });
  }
  return plainAnswer(exchange);
}

async function revokeKey(telling: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const key = telling.keys.get(action.revoke_key ?? "");
  if (!key?.keyId) throw new Unplayable("needs to read a key's id from the answer to its creation");
  const path = `/me/agents/${key.agentId}/keys/${key.keyId}`;
  return plainAnswer(await telling.send(who, { method: "DELETE", path, prefix: "/v1" }));
}

function keyOf(telling: ScenarioRun, { with: name }: Action): { key?: string } {
  const key = name === undefined ? undefined : telling.keys.get(name)?.apiKey;
  return key === undefined ? {} : { key };
}

function expects({ expect }: Action, code: string): boolean {
  return [expect?.declined ?? []].flat().includes(code);
}

/** Whether a step counts on this HTTP status. */
export function expectsHttp({ expect = {} }: Action, status: number): boolean {
  const told: Expectations = expect;
  return [...[told.http ?? []].flat(), ...[told.refused ?? []].flat()].includes(status);
}
