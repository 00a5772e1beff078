/** An exchange of a session as the step that a person would write: what is usual is left out. */

import { jsonIn } from "../deployment/reading/json-in.ts";
import { readPlaced } from "../deployment/reading/order.ts";
import { executedQty, recordOf, remainingQty, statusOf } from "../deployment/reading/reading.ts";
import { placeholderIn } from "../deployment/secrets/placeholders.ts";
import { routeOf } from "../deployment/wire/client.ts";
import type { SessionBody, SessionExchange, SessionHeader } from "../session/format.ts";
import type { Action, Expectations } from "./format.ts";
import type { WrittenNames } from "./written-names.ts";

/** A step, or why there is none. */
export type Written = { action: Action } | { leftOut: string };

const PREFIX = /^(\/api)?(\/v1)?(?=\/)/;
/** What everybody's doings are told in, and nothing of a scenario's can be expected. */
const PUBLIC =
  /^GET \/(markets(\/active|\/event-history)?|leaderboard.*|feed\/.*|series.*|health|live|ready|docs|openapi.json)$/;
/** A stamp so old is meant to be. Units: ms. */
const OLD_MS = 1_500;
const PAGES = /^\/(docs|favicon\.ico|openapi\.json|asyncapi\.json)/;
/** Ways to sign in and out, and whether somebody is. */
const SIGNING = /^(GET|POST) \/auth\/(idp\/.*|session|login|logout)$/;

/** Writes the exchanges of one session in turn. */
export class StepWriter {
  readonly #names: WrittenNames;
  readonly #header: SessionHeader;
  /** How often a client id was sent: one that comes once says nothing. */
  readonly #clientIds: ReadonlySet<string>;
  /** Contracts that the session's own orders offered, less what they traded, by market and side. */
  readonly #offered = new Map<string, number>();

  constructor(header: SessionHeader, names: WrittenNames, clientIds: ReadonlySet<string>) {
    this.#names = names;
    this.#header = header;
    this.#clientIds = clientIds;
  }

  step(line: SessionExchange): Written {
    const { method, path } = line.request;
    const route = `${method} ${routeOf(path)}`;
    if (line.response === undefined) return { leftOut: `nobody heard an answer: ${line.failure}` };
    if (PUBLIC.test(route)) return { leftOut: "tells of everybody" };
    if (ofPages(line)) return { leftOut: "a page, and none of the interface" };
    if (SIGNING.test(route)) return { leftOut: "who signs in is signed in beforehand" };
    const isPacked = line.request.headers["content-encoding"] !== undefined;
    if (isPacked && line.response.status === 415) return { leftOut: "it was packed" };
    if (/\/auth\/ws-ticket$/.test(path))
      return { leftOut: "open_stream takes a ticket of its own" };
    if (route === "POST /orders") return this.#place(line);
    return this.#known(route, line) ?? this.#send(line);
  }

  #known(route: string, line: SessionExchange): Written | null {
    const { path, query = {} } = line.request;
    const parts = path.replace(PREFIX, "").split("/");
    const name = this.#names.of(parts[2]);
    const market = this.#names.of(query["market_id"]);
    const isPlain = Object.keys(query).length === 0;
    if (route === "DELETE /orders/{id}" && name) return this.#with({ cancel: name }, line);
    if (route === "DELETE /orders" && (isPlain || market)) {
      return this.#with({ cancel: market ?? "all" }, line);
    }
    if (!isPlain || (line.response?.status ?? 0) >= 300) return null;
    if (route === "GET /orders/{id}" && name) return this.#order(name, parts[2]!, line);
    if (route === "GET /orders/open") return { action: { read: { orders: "open" } } };
    if (route === "GET /me/wallet") return { action: { read: { wallet: true } } };
    const isOfMarket = /^GET \/markets\/\{id\}(\/(book|trades))?$/.exec(route);
    if (isOfMarket === null || name === undefined) return null;
    return { action: { read: { [isOfMarket[2] ?? "market"]: name } } };
  }

  #order(name: string, id: string, line: SessionExchange): Written {
    const record = recordOf(line.response?.body, id) ?? {};
    const [status, filled] = [statusOf(record), executedQty(record)];
    const remaining = remainingQty(record);
    const expect: Expectations = {
      ...(status !== null && { status }),
      ...(filled !== null && filled > 0 && { filled }),
      ...(status === "PARTIAL" && remaining !== null && { remaining }),
    };
    return { action: { read: { order: name }, ...told(expect) } };
  }

  #place(line: SessionExchange): Written {
    const sent = saidIn(line.request);
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return this.#send(line);
    const order = sent as Record<string, unknown>;
    const market = this.#names.of(order["market_id"]);
    // What a person's order would be completed by is sent as it was.
    const isUsual = market !== undefined && "type" in order && !hasSecret(order);
    if (!isUsual) return this.#send(line);
    const exchange = { response: { ...line.response!, bodyText: "" } } as never;
    const placed = readPlaced(order, exchange);
    const place = { ...(this.#isOneMarket ? {} : { market }), ...this.#terms(order, line) };
    if (placed.fate === "refused")
      return { action: { place, expect: { refused: placed.httpStatus } } };
    if (placed.fate === "declined") {
      return { action: { place, expect: { declined: placed.reason ?? "ANY" } } };
    }
    const { orderId, status, filledQty: filled, remainingQty: rests, avgPrice } = placed;
    if (orderId !== null && this.#names.has(orderId)) {
      return { action: { place, expect: { same_as: this.#names.of(orderId)! } } };
    }
    const called = order["side"] === "SELL" ? "ask" : "bid";
    const as = orderId === null ? {} : { as: this.#names.order(orderId, called) };
    const isOurs = this.#trade(order, market!, { filled: filled ?? 0, rests: rests ?? 0 });
    const expect: Expectations = {
      ...(status !== null && { status }),
      ...((filled ?? 0) > 0 && { filled: filled! }),
      ...((filled ?? 0) > 0 && avgPrice !== null && { average: avgPrice }),
      ...(status === "PARTIAL" && rests !== null && { remaining: rests }),
    };
    return { action: { place, ...as, ...(isOurs && told(expect)) } };
  }

  /** A scenario's only market needs no name in an order. */
  get #isOneMarket(): boolean {
    return Object.keys(this.#header.markets).length === 1;
  }

  /** Terms that are not usual. */
  #terms(order: Record<string, unknown>, line: SessionExchange): Record<string, unknown> {
    const { market_id: _, client_order_id: id, timestamp_ms: stamp, type, ...others } = order;
    const ageMs = typeof stamp === "number" ? this.#momentMs(line) - stamp : 0;
    const isOld = Math.abs(ageMs) > OLD_MS;
    const { recv_window_ms: windowMs, ...rest } = others;
    // Of a stamp that was fresh nobody has to know, and a window stands beside a stamp alone.
    const hasWindow = windowMs !== undefined && (isOld || typeof stamp !== "number");
    const isGiven = type === (rest["price"] === undefined ? "MARKET" : "LIMIT");
    const said = Object.entries(rest).filter(
      ([name, value]) =>
        value !== null &&
        !(name === "tif" && value === "GTC") &&
        !(name === "reduce_only" && !value),
    );
    return {
      ...(isGiven ? {} : { type }),
      ...Object.fromEntries(said),
      ...(typeof id === "string" && this.#clientIds.has(id) && { id }),
      ...(isOld && { sent_ms_ago: Math.round(ageMs) }),
      ...(hasWindow && { recv_window_ms: windowMs }),
    };
  }

  #momentMs({ at, response }: SessionExchange): number {
    const dated = Date.parse(response?.headers["date"] ?? "");
    const isVirtual = this.#header.clock === "virtual" && !Number.isNaN(dated);
    return isVirtual ? dated : Date.parse(this.#header.started_at) + at;
  }

  /** Whether orders of this session can have been the other side of what it traded. */
  #trade(
    order: Record<string, unknown>,
    market: string,
    { filled, rests }: { filled: number; rests: number },
  ): boolean {
    const [own, other] = ["SELL", "BUY"].map((side) => `${market} ${side}`);
    const [mine, theirs] = order["side"] === "SELL" ? [own!, other!] : [other!, own!];
    const offered = this.#offered.get(theirs) ?? 0;
    this.#offered.set(theirs, Math.max(0, offered - filled));
    this.#offered.set(mine, (this.#offered.get(mine) ?? 0) + rests);
    return filled <= offered;
  }

  #send(line: SessionExchange): Written {
    const { method, path, query } = line.request;
    const prefix = PREFIX.exec(path)?.[0] ?? "";
    const [bare, search] = path.slice(prefix.length).split("?");
    const written = this.#names.path(bare ?? "");
    const sent = saidIn(line.request);
    const body = sent === undefined ? {} : this.#names.within(sent);
    const asked = this.#names.within(query ?? {});
    if (hasSecret(sent) || hasSecret(query)) return { leftOut: "it says a secret" };
    if (line.request.body_left_out !== undefined || line.request.body_base64 !== undefined) {
      return { leftOut: "its body is no text" };
    }
    if (written === null || body === null || asked === null || search !== undefined) {
      return { leftOut: "it names what was there before" };
    }
    const send = {
      ...(method !== "GET" && { method }),
      path: written,
      ...(prefix !== this.#header.target.prefix && isPrefix(prefix) && { prefix }),
      ...(query !== undefined && { query: asked.value as Record<string, string> }),
      ...("value" in body && { body: body.value }),
      ...(sent === undefined && line.request.body_text && { text: line.request.body_text }),
    };
    return { action: { send, expect: { http: line.response!.status } } };
  }

  #with(action: Action, { response }: SessionExchange): Written {
    const http = response?.status ?? 0;
    return { action: http < 300 ? action : { ...action, expect: { http } } };
  }
}

/** What a browser shows, and what it asks a venue for beside that. */
function ofPages({ request, response }: SessionExchange): boolean {
  const type = response?.headers["content-type"] ?? "";
  return /^text\/html|css|javascript|^image\/|^font\//.test(type) || PAGES.test(request.path);
}

function told(expect: Expectations): { expect?: Expectations } {
  return Object.keys(expect).length === 0 ? {} : { expect };
}

function isPrefix(text: string): text is "/v1" {
  return ["", "/v1", "/api", "/api/v1"].includes(text);
}

/** What a body says as JSON, in whatever spacing. */
export function saidIn({ body, body_text }: SessionBody): unknown {
  return body === undefined && body_text !== undefined ? jsonIn(body_text) : body;
}

function hasSecret(value: unknown): boolean {
  if (typeof value === "string") return placeholderIn(value) !== undefined;
  return typeof value === "object" && value !== null && Object.values(value).some(hasSecret);
}
