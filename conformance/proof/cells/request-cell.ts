/** Which cell a request is in, as far as the wire tells: its prefix, route, market and order. */

import type { Cell } from "../../check/cell.ts";
import { type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest } from "../../interposer/interposer.ts";
import { ROUTES } from "../../spec/route-table.ts";

/** What is known of an order once it was answered. */
type Known = Pick<Cell, "kind" | "side" | "type" | "tif">;

const TEMPLATES = ROUTES.map(({ route }) => {
  const pattern = route.replace(/\{\w+\}/g, "[^/]+");
  return { route, matches: new RegExp(`^${pattern}$`) };
}).toSorted((one, other) => one.route.split("{").length - other.route.split("{").length);

/** Learns of markets and orders from what passes. */
export class RequestCells {
  readonly #markets = new Map<string, Promise<Fields>>();
  readonly #orders = new Map<string, Known>();

  /** The cell of a request; what it says nothing of is absent. */
  async of(request: WireRequest, venue: Behind): Promise<Cell> {
    const route = routeOf(request);
    const [, , id = ""] = request.path.split("/");
    const order = request.path.startsWith("/orders") ? this.#orders.get(id) : undefined;
    const sent = fieldsOf(request.body);
    const marketId = marketNamed(request, sent);
    const market = marketId === undefined ? {} : await this.#market(marketId, request, venue);
    return defined({
      ...order,
      ...defined(sideOf(sent)),
      ...{ prefix: request.prefix, route, caller: callerOf(request) },
      ...(market["kind"] !== undefined && { kind: market["kind"] }),
      ...(market["status"] !== undefined && { status: market["status"] }),
    });
  }

  /** To be told of every order that was answered. */
  async answered(request: WireRequest, cell: Cell, { body }: WireAnswer): Promise<void> {
    if (request.method !== "POST" || request.path !== "/orders") return;
    const { kind, side, type, tif } = cell;
    this.#orders.set(String(fieldsOf(body)["order_id"]), defined({ kind, side, type, tif }));
  }

  // A market that settles keeps its kind; its status is asked for anew when it is named again.
  async #market(id: string, request: WireRequest, venue: Behind): Promise<Fields> {
    const known = this.#markets.get(id);
    if (known !== undefined) return known;
    const { prefix, headers } = request;
    const { authorization, cookie } = headers;
    const asked = venue({
      ...{ method: "GET", prefix, path: `/markets/${id}`, query: {}, body: undefined },
      headers: { ...(authorization && { authorization }), ...(cookie && { cookie }) },
      raw: Buffer.alloc(0),
    }).then(({ body }) => fieldsOf(fieldsOf(body)["market"] ?? body));
    this.#markets.set(id, asked);
    return asked;
  }
}

function routeOf({ method, path }: WireRequest): string | undefined {
  return TEMPLATES.find(({ matches }) => matches.test(`${method} ${path}`))?.route;
}

function callerOf({ headers }: WireRequest): Cell["caller"] {
  if (headers["authorization"] !== undefined) return "key";
  return headers["cookie"] === undefined ? "nobody" : "session";
}

function marketNamed({ path, query }: WireRequest, sent: Fields): string | undefined {
  const named = sent["market_id"] ?? query["market_id"] ?? /^\/markets\/([^/]+)/.exec(path)?.[1];
  return typeof named === "string" && /^[0-9a-f-]{36}$/.test(named) ? named : undefined;
}

function sideOf({ side, type, tif }: Fields): Fields {
  return { side, type, ...(type === "LIMIT" ? { tif: tif ?? "GTC" } : { tif }) };
}

function defined(fields: Fields): Cell {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
