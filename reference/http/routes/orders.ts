/** Placing, reading, amending and cancelling orders. Spec: Endpoints, Orders. */
import { Type } from "typebox";
import type { OrderRequest } from "../../core/commands.ts";
import type { OrderStatus, OrderView, PlaceOutcome } from "../../core/outcomes.ts";
import { ladderResult, orderRecord, orderRequest, placeResult } from "../../wire/mapping.ts";
import {
  Id,
  LadderResultRecord,
  listOf,
  OrderRecord,
  PlaceResultRecord,
} from "../../wire/records.ts";
import { granted, InvalidParameters, invalidBody, Refused } from "../../wire/refused.ts";
import {
  AmendBody,
  LadderBody,
  limitOf,
  MarketFilter,
  OrderPath,
  PlaceOrderBody,
} from "../../wire/schemas.ts";
import type { HttpParts } from "../parts.ts";
import { AMEND_EXAMPLES, LADDER_EXAMPLES, PLACE_EXAMPLES } from "./order-examples.ts";
import { ok, type Reply, type RouteCall, route } from "./route.ts";

const section = "Orders";
const STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"] as const;

const replayed = { "Idempotent-Replayed": "present when this repeats an earlier answer" };
const orderPage = listOf("orders", OrderRecord, { limit: Type.Integer() });

/** Enters an order; the status tells whether it entered the ledger. */
const place = route({
  method: "POST",
  path: "/orders",
  auth: "agent",
  scope: "trade",
  entersOrders: true,
  body: PlaceOrderBody,
  examples: PLACE_EXAMPLES,
  responses: {
    201: { means: "the order entered the ledger", body: PlaceResultRecord, headers: replayed },
    200: { means: "the engine declined it", body: PlaceResultRecord, headers: replayed },
  },
  errors: ["CLIENT_ORDER_ID_CONFLICT", "INVALID_LEVERAGE"],
  rules: ["ORD-FIELD-*", "RES-*", "REJ-*", "IDEM-*", "FRESH-*", "TIF-*"],
  section,
  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });
  },
});

/** At once where there is nothing to wait for. */
function afterwards(waiting: Promise<void> | null, reply: () => Reply): Reply | Promise<Reply> {
  return waiting === null ? reply() : waiting.then(reply);
}

function placed(outcome: PlaceOutcome): Reply {
  const { result, replayed } = granted(outcome);
  // That it is a replay: D-041.
  const headers: Record<string, string> = replayed ? { "Idempotent-Replayed": "true" } : {};
  // A decline with details goes out as an error: D-008.
  const { rejectDetails: details, rejectMessage } = result;
  if (details !== undefined) {
    throw new Refused("INVALID_LEVERAGE", rejectMessage!, { details, headers });
  }
  // Which status a decline has: D-001.
  const status = result.status === "REJECTED" ? 200 : 201;
  return { status, body: placeResult(result), headers };
}

/** All the caller's orders, newest first, open or not. */
const list = route({
  method: "GET",
  path: "/orders",
  auth: "agent",
  scope: "read",
  query: Type.Object({
    market_id: MarketFilter,
    limit: limitOf(200),
    status: Type.Optional(Type.String()),
  }),
  responses: { 200: { means: "orders, newest first", body: orderPage } },
  rules: ["OAPI-LIST-*"],
  section,
  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    return ok(orderList(await parts.history.orders(agentId, filter), limit));
  },
});

/** The caller's resting orders, newest first. */
const listOpen = route({
  method: "GET",
  path: "/orders/open",
  auth: "agent",
  scope: "read",
  query: Type.Object({ market_id: MarketFilter, limit: limitOf(500) }),
  responses: { 200: { means: "resting orders, newest first", body: orderPage } },
  rules: ["OAPI-OPEN-*"],
  section,
  handle({ parts, agentId, query }) {
    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());
    return ok(orderList(open.slice(0, query.limit), query.limit));
  },
});

/** One order of the caller. D-094. */
const read = route({
  method: "GET",
  path: "/orders/:order_id",
  auth: "agent",
  scope: "read",
  params: OrderPath,
  responses: { 200: { means: "the order", body: OrderRecord } },
  errors: ["ORDER_NOT_FOUND"],
  rules: ["OAPI-GET-*"],
  section,
  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),
});

/** Cancels one order; one that is cancelled already stays so. D-092. */
const cancel = route({
  method: "DELETE",
  path: "/orders/:order_id",
  auth: "agent",
  scope: "trade",
  params: OrderPath,
  responses: { 200: { means: "the cancelled order", body: OrderRecord } },
  errors: ["ORDER_NOT_FOUND", "ORDER_NOT_OPEN"],
  rules: ["OAPI-CXL-*"],
  section,
  handle: (call) =>
    withOwnOrder(call, (order) => {
      // Done already: D-028.
      if (order.status === "CANCELLED") return ok(orderRecord(order));
      // Done already: D-028.
      if (order.status === "FILLED") throw new Refused("ORDER_NOT_OPEN", "the order is filled");
      const { parts, agentId, at } = call;
      const command = { type: "cancel", agentId, orderId: order.orderId } as const;
      return ok(orderRecord(granted(parts.journaled.apply(command, at)).order));
    }),
});

/** Cancels all the caller's orders, or those of a market. D-097. */
const cancelAll = route({
  method: "DELETE",
  path: "/orders",
  auth: "agent",
  scope: "trade",
  query: Type.Object({ market_id: MarketFilter }),
  responses: { 200: { means: "the ids of the cancelled orders", body: listOf("cancelled", Id) } },
  rules: ["OAPI-ALL-*"],
  section,
  handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };
    const { orderIds } = parts.journaled.apply({ type: "cancel-all", agentId, ...narrowed }, at);
    // What is told of it: D-093.
    return ok({ cancelled: orderIds, count: orderIds.length });
  },
});

/** Our extension. D-030. */
const amend = route({
  method: "PATCH",
  path: "/orders/:order_id",
  auth: "agent",
  scope: "trade",
  feature: "amend",
  entersOrders: true,
  params: OrderPath,
  body: AmendBody,
  examples: AMEND_EXAMPLES,
  responses: { 200: { means: "the amended order", body: OrderRecord } },
  errors: ["ORDER_NOT_FOUND", "AMEND_CONFLICT"],
  rules: ["OAPI-AMEND-*"],
  section: "Endpoints, Gaps",
  handle: (call) =>
    withOwnOrder(call, ({ orderId, status }) => {
      if (!rests(status)) throw new Refused("AMEND_CONFLICT", `the order is ${status}`);
      const { parts, agentId, at } = call;
      const { price, qty } = call.body;
      const changes = { ...(price !== undefined && { price }), ...(qty !== undefined && { qty }) };
      const outcome = parts.journaled.apply({ type: "amend", agentId, orderId, ...changes }, at);
      return ok(orderRecord(granted(outcome).order));
    }),
});

/** Swaps the caller's orders in a market for new ones. D-031. */
const replaceLadder = route({
  method: "POST",
  path: "/orders/replace-ladder",
  auth: "agent",
  scope: "trade",
  feature: "ladder",
  entersOrders: true,
  body: LadderBody,
  examples: LADDER_EXAMPLES,
  responses: {
    200: {
      means: "ids of the cancelled orders and one result per new order",
      body: Type.Object({ cancelled: Type.Array(Id), results: Type.Array(LadderResultRecord) }),
    },
  },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["OAPI-LADDER-*"],
  section,
  async handle({ parts, agentId, at, body }) {
    const marketId = body.market_id.toLowerCase();
    const orders = body.orders.map((rung, index) => {
      const { market_id = body.market_id } = rung;
      if (market_id.toLowerCase() !== marketId) {
        const field = `orders.${index}.market_id`;
        throw invalidBody("a ladder lies in one market", [
          { field, message: "must be the ladder's" },
        ]);
      }
      const request = orderRequest({ ...rung, market_id });
      return { orderId: parts.entropy.uuid(), request };
    });
    const side = body.side === undefined ? {} : { side: body.side };
    const requests = orders.map(({ request }) => request);
    await parts.journaled.recall(agentId, requests, at);
    const ladder = { agentId, marketId, ...side, orders, ...indexFor(requests, parts, at) };
    const outcome = granted(parts.journaled.apply({ type: "replace-ladder", ...ladder }, at));
    const results = outcome.results.map(async (result, index) =>
      ladderResult(result, orders[index]!.request.marketId, await repeated(parts, result)),
    );
    return ok({ cancelled: outcome.cancelled, results: await Promise.all(results) });
  },
});

/** Static paths stand before `:order_id`. D-095. */
export const orderRoutes = [place, list, listOpen, replaceLadder, read, cancel, cancelAll, amend];

const orderList = (orders: OrderView[], limit: number) => ({
  orders: orders.map(orderRecord),
  limit,
  count: orders.length,
});

/** The order of an earlier rung that this one repeats: the ladder may just have cancelled it. */
async function repeated({ history }: HttpParts, outcome: PlaceOutcome): Promise<OrderView | null> {
  if (outcome.kind !== "result" || !outcome.replayed) return null;
  const { status, orderId } = outcome.result;
  return status === "REJECTED" ? null : history.order(orderId);
}

/** D-030. */
const rests = (status: OrderStatus): boolean => status === "NEW" || status === "PARTIAL";

/** At once where the order rests; one that has ended is looked up, and never rests again. */
function withOwnOrder(
  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");
    return answer(order);
  };
  const order = parts.history.order(params.order_id.toLowerCase());
  return order instanceof Promise ? order.then(checked) : checked(order);
}

/** Nothing while there is an index price, or no order that needs one. Spec: NO_REFERENCE_PRICE. */
function indexFor(
  requests: readonly OrderRequest[],
  { feed }: HttpParts,
  at: number,
): { isIndexLost?: true } {
  const isAsked = requests.some(({ type }) => type === "MARKET");
  return isAsked && feed.priceCents(at) === null ? { isIndexLost: true } : {};
}

function parseStatuses(text: string): Set<OrderStatus> {
  const wanted = new Set<OrderStatus>();
  for (const name of text.split(",")) {
    const status = STATUSES.find((known) => known === name);
    // Another word: D-091.
    if (status === undefined) {
      const msg = `must be of ${STATUSES.join(", ")}`;
      throw new InvalidParameters([{ loc: ["query", "status"], msg, type: "enum" }]);
    }
    wanted.add(status);
  }
  return wanted;
}
