/** What actors do in a scenario, as requests, and its operator on the control protocol. */

import { COOLDOWN } from "../decisions/decline-codes.ts";
import { keyIdIn, plaintextsIn } from "../deployment/reading/made-key.ts";
import { listOf } from "../deployment/reading/reading.ts";
import { Inconclusive } from "../deployment/stops.ts";
import { Unplayable } from "../session/assign.ts";
import type { Action, ActorVerb, Expectations, VenueVerb } from "./format.ts";
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
export type Verb = (run: ScenarioRun, who: string, action: Action) => Promise<StepResult>;

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

async function place(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const body = await orderBody(run, action.place ?? {});
  const exchange = await run.send(who, {
    ...{ method: "POST", path: "/orders", body },
    ...keyOf(run, action),
  });
  const answer = placedAnswer(body, exchange);
  if (action.as !== undefined && answer.placed) run.orders.set(action.as, answer.placed);
  if (answer.placed?.reason !== COOLDOWN || expects(action, COOLDOWN)) {
    return answer;
  }
  throw new Inconclusive("the target cools this agent down after its declines");
}

async function orderBody(
  run: ScenarioRun,
  order: NonNullable<Action["place"]>,
): Promise<Record<string, unknown>> {
  const { market, id, sent_ms_ago: age, type, ...rest } = order as Record<string, unknown>;
  const [first = ""] = Object.keys(run.scenario.markets ?? {});
  return {
    market_id: run.idOf(String(market ?? first)),
    type: type ?? (rest["price"] === undefined ? "MARKET" : "LIMIT"),
    ...rest,
    client_order_id: run.clientId(id as string | undefined),
    ...(typeof age === "number" && { timestamp_ms: (await run.now()) - age }),
  };
}

async function cancel(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const name = action.cancel ?? "";
  const market = run.assigned.markets.get(name);
  const path = name === "all" || market ? "/orders" : `/orders/${run.idOf(name)}`;
  const query = market === undefined ? {} : { query: { market_id: market } };
  const ask = { method: "DELETE", path, ...query, ...keyOf(run, action) };
  return plainAnswer(await run.send(who, ask));
}

async function read(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const get = (path: string) => run.send(who, { method: "GET", path, ...keyOf(run, action) });
  const { order, orders, book, market, trades, position } = action.read ?? {};
  if (order !== undefined) {
    const id = run.idOf(order);
    return orderAnswer(await get(`/orders/${id}`), id);
  }
  if (orders !== undefined)
    return ordersAnswer(await get(orders === "open" ? "/orders/open" : "/orders"));
  if (book !== undefined) return bookAnswer(await get(`/markets/${run.idOf(book)}/book`));
  if (trades !== undefined) return plainAnswer(await get(`/markets/${run.idOf(trades)}/trades`));
  if (market !== undefined) {
    const id = run.idOf(market);
    return marketAnswer(await get(`/markets/${id}`), id);
  }
  if (position !== undefined) {
    return positionAnswer(await get("/positions"), run.idOf(position));
  }
  const answer = walletAnswer(await get("/me/wallet"));
  if (action.as !== undefined && answer.free != null) run.amounts.set(action.as, answer.free);
  return answer;
}

function ordersAnswer(exchange: Awaited<ReturnType<ScenarioRun["send"]>>): StepResult {
  return { ...plainAnswer(exchange), qty: listOf(exchange.response?.body)?.length ?? null };
}

async function send(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const { method = "GET", path, body, ...rest } = action.send ?? { path: "/" };
  const ask: ScenarioRequest = {
    ...{ method, ...rest },
    path: path.replace(/\{([a-z][a-z0-9-]*)\}/g, (_, name: string) => run.idOf(name)),
    ...(body !== undefined && { body: named(body, run) }),
    ...keyOf(run, action),
    expects429: expectsHttp(action, 429),
  };
  const exchange = await run.send(who, ask);
  const isOrder = method === "POST" && path === "/orders";
  if (!isOrder) return plainAnswer(exchange);
  const answer = placedAnswer(Object(ask.body), exchange);
  if (action.as !== undefined && answer.placed) run.orders.set(action.as, answer.placed);
  return answer;
}

/** A body with whole texts such as `{noon}` as ids. */
function named(value: unknown, run: ScenarioRun): unknown {
  if (typeof value === "string") {
    const name = /^\{([a-z][a-z0-9-]*)\}$/.exec(value)?.[1];
    return name === undefined ? value : run.idOf(name);
  }
  if (Array.isArray(value)) return value.map((item) => named(item, run));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, one]) => [key, named(one, run)]);
  return Object.fromEntries(members);
}

async function createKey(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const { for: actor = who, scopes } = action.create_key ?? {};
  const agentId = run.idOf(actor);
  const exchange = await run.send(who, {
    ...{ method: "POST", path: `/me/agents/${agentId}/keys`, prefix: "/v1" },
    body: { name: action.as ?? "key", ...(scopes && { scopes }) },
  });
  const body = exchange.response?.body;
  const [apiKey] = plaintextsIn(body);
  const keyId = keyIdIn(body, agentId);
  if (apiKey !== undefined && action.as !== undefined) {
    run.keys.set(action.as, { apiKey, keyId: keyId ?? "", agentId });
  }
  return plainAnswer(exchange);
}

async function revokeKey(run: ScenarioRun, who: string, action: Action): Promise<StepResult> {
  const key = run.keys.get(action.revoke_key ?? "");
  if (!key?.keyId) throw new Unplayable("needs to read a key's id from the answer to its creation");
  const path = `/me/agents/${key.agentId}/keys/${key.keyId}`;
  return plainAnswer(await run.send(who, { method: "DELETE", path, prefix: "/v1" }));
}

function keyOf(run: ScenarioRun, { with: name }: Action): { key?: string } {
  const key = name === undefined ? undefined : run.keys.get(name)?.apiKey;
  return key === undefined ? {} : { key };
}

function expects({ expect }: Action, code: string): boolean {
  return [expect?.declined ?? []].flat().includes(code);
}

/** Whether a step counts on this HTTP status. */
export function expectsHttp({ expect = {} }: Action, status: number): boolean {
  const expected: Expectations = expect;
  return [...[expected.http ?? []].flat(), ...[expected.refused ?? []].flat()].includes(status);
}

/** What each verb does. Errors: Unplayable where the target offers no such control. */
export const VENUE_VERBS: Readonly<
  Record<VenueVerb, (run: ScenarioRun, action: Action) => Promise<void>>
> = {
  expire: (run, { expire = "" }) => market(run, expire, { status: "EXPIRED" }),
  void: (run, action) => market(run, action.void ?? "", { status: "VOID" }),
  resolve: (run, { resolve }) =>
    market(run, resolve?.market ?? "", { status: "RESOLVED", outcome: resolve?.outcome }),
  mark: (run, { mark }) => market(run, mark?.market ?? "", { mark_price: mark?.price }),
  freeze: (run, { freeze }) => run.operate("PUT", "/freeze", { frozen: freeze }),
  feed: (run, { feed }) => run.operate("PUT", "/upstream", { reachable: feed === "back" }),
  gate: (run, { gate }) => run.operate("PUT", `/gates/${gate?.name}`, { closed: gate?.closed }),
  pass: (run, { pass }) => run.pass(pass?.seconds ?? 0),
};

function market(run: ScenarioRun, name: string, change: Record<string, unknown>): Promise<void> {
  return run.operate("PATCH", `/markets/${run.idOf(name)}`, change);
}
