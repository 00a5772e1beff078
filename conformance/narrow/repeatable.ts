/** A failing request without the ids of its check: others can send it again, in another market. */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { type OrderBody, objectOf, readPlaced } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isUuid, UNKNOWN_UUID, UUIDS } from "../../scenarios/deployment/wire/uuid.ts";
import { type CallerKind, PREFIXES } from "../check/cell.ts";

/**
 * What is sent again.
 * Shape: `{market}` and `{order}` stand for ids in path, query and body; `headers` are those that are
 * not the sender's own; `body` is absent where it is no JSON object, `rawBody` where it is.
 */
export interface RepeatableRequest {
  method: string;
  prefix: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: OrderBody;
  rawBody?: string;
  caller: CallerKind;
  /** The market that it names, by its id. */
  marketId: string | null;
  /** Others traded or rested before it: it may fail for what they did. */
  arranged: boolean;
}

export const MARKET = "{market}";
export const ORDER = "{order}";
/** What every client_order_id of a run has in it. */
export const FRESH_ID = "{fresh}";

/** By what the ids of a run are known: those of the markets that checks were given, and its own. */
export interface KnownIds {
  marketIds: Iterable<string>;
  runId: string;
}

/** A stamp further from the answer's date is part of what was asked. Units: ms. */
const FRESH_MS = 2_000;

/**
 * The deciding exchange of a failure as a request that can be sent again; null where it is one that
 * changes more than an order of its own, where it needs what only its check knows, and where it
 * repeats an order sent before.
 */
export function repeatable(
  deciding: Exchange,
  shown: readonly Exchange[],
  { marketIds, runId }: KnownIds,
): RepeatableRequest | null {
  const before = shown.slice(0, shown.lastIndexOf(deciding));
  const caller = callerOf(deciding);
  if (deciding.response === null || caller === null || isReplay(deciding, before)) return null;
  const named = [...marketIds].filter((id) => JSON.stringify(deciding.request).includes(id));
  if (named.length > 1) return null;
  const [marketId = null] = named;
  const { path, prefix } = relative(deciding.request.path);
  const { query, bodyText } = deciding.request;
  const text = { path, query, headers: ownHeaders(deciding), bodyText };
  const counted = new RegExp(`${runId}-[0-9a-z]+`, "g");
  const free = JSON.parse(
    freed(JSON.stringify(text), marketId).replace(counted, FRESH_ID),
  ) as typeof text;
  const request: RepeatableRequest = {
    ...{ method: deciding.request.method, prefix, caller, marketId },
    ...{ path: withOrder(free.path, deciding, before), query: free.query, headers: free.headers },
    ...bodyIn(free.bodyText),
    arranged: before.some((one) => arranges(one, deciding)),
  };
  return isHarmless(request) && isWhole(request) && isFresh(deciding) ? request : null;
}

function callerOf({ actor, request: { headers } }: Exchange): CallerKind | null {
  const { authorization, cookie } = headers;
  if (authorization === `Bearer {{${actor}.key}}`) return "key";
  if (authorization === `Bearer {{${actor}.second_key}}`) return "second-key";
  if (authorization !== undefined) return null;
  if (cookie === undefined) return actor === null ? "nobody" : null;
  return cookie.includes(`{{${actor}.session}}`) ? "session" : null;
}

/** What a sender sets of its own accord. */
const SENDERS_OWN: Readonly<Record<string, RegExp>> = {
  accept: /^application\/json$/,
  "content-type": /^application\/json$/,
  ...{ authorization: /./, cookie: /./, "user-agent": /./, "x-service-csrf": /^\{\{/ },
};

function ownHeaders({ request: { headers } }: Exchange): Record<string, string> {
  const own = Object.entries(headers).filter(([name, value]) => !SENDERS_OWN[name]?.test(value));
  return Object.fromEntries(own);
}

function relative(path: string): { prefix: string; path: string } {
  const longestFirst = PREFIXES.toSorted((a, b) => b.length - a.length);
  const prefix = longestFirst.find((one) => path.startsWith(`${one}/`)) ?? "";
  return { prefix, path: path.slice(prefix.length) };
}

function freed(text: string, marketId: string | null): string {
  return marketId === null ? text : text.replaceAll(marketId, MARKET);
}

function bodyIn(bodyText: string | null): Pick<RepeatableRequest, "body" | "rawBody"> {
  if (bodyText === null) return {};
  const body = jsonIn(bodyText);
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject ? { body: body as OrderBody } : { rawBody: bodyText };
}

/** An id of an order that the same caller placed, and nobody touched since, can be another's. */
function withOrder(path: string, { actor }: Exchange, before: readonly Exchange[]): string {
  const id = /^\/orders\/([^/]+)$/.exec(path)?.[1];
  const isIt = (one: Exchange) =>
    isOrder(one) && one.actor === actor && placedIn(one).orderId === id;
  const isTouched = before.some(({ request }) => request.method === "DELETE");
  if (!isUuid(id) || isTouched || !before.some(isIt)) return path;
  return `/orders/${ORDER}`;
}

const isOrder = ({ request: { method, path } }: Exchange): boolean =>
  method === "POST" && path.endsWith("/orders");

const placedIn = (exchange: Exchange) => readPlaced({}, exchange);

/** Somebody else's order, or a trade. */
function arranges(one: Exchange, { actor }: Exchange): boolean {
  if (!isOrder(one)) return false;
  const { fate, filledQty } = placedIn(one);
  return fate === "accepted" && (one.actor !== actor || (filledQty ?? 0) > 0);
}

function clientIdOf({ request: { bodyText } }: Exchange): unknown {
  return objectOf(jsonIn(bodyText ?? ""))["client_order_id"];
}

function isReplay(deciding: Exchange, before: readonly Exchange[]): boolean {
  const id = clientIdOf(deciding);
  return id !== undefined && before.some((one) => isOrder(one) && clientIdOf(one) === id);
}

/** Reads, orders and their end, the end of nothing, tickets: undone at once, or nothing to undo. */
function isHarmless({ method, path, query, body, caller }: RepeatableRequest): boolean {
  if (method === "GET") return true;
  if (caller === "nobody") return false;
  if (method === "DELETE") {
    const ending = path === "/orders" ? query["market_id"] : path.slice(path.lastIndexOf("/") + 1);
    return [MARKET, ORDER, UNKNOWN_UUID].includes(ending ?? "");
  }
  if (path === "/orders") return method === "POST" && caller !== "session" && body !== undefined;
  return method === "POST" && path === "/auth/ws-ticket";
}

/** Nothing secret and no id of the check is left in it, and each time its order is another. */
function isWhole({ path, query, headers, body, rawBody }: RepeatableRequest): boolean {
  const text = JSON.stringify({ path, query, headers, body, rawBody });
  const ids = text.match(UUIDS) ?? [];
  const { client_order_id: id } = body ?? {};
  if (id !== undefined && !String(id).includes(FRESH_ID)) return false;
  return !text.includes("{{") && ids.every((id) => id === UNKNOWN_UUID);
}

/** Without a time stamp, or stamped with the time of the answer: that can be done again. */
function isFresh({ request, response }: Exchange): boolean {
  const stamp = objectOf(jsonIn(request.bodyText ?? ""))["timestamp_ms"];
  if (stamp === undefined) return true;
  const date = Date.parse(response?.headers["date"] ?? "");
  return typeof stamp === "number" && Math.abs(date - stamp) < FRESH_MS;
}
