/** Placing, reading and cancelling orders. */
import { type Answer, declined, ok } from "../http/answer.ts";
import { type Call, jsonBody, mustBeFor, pathId, type Route } from "../http/call.ts";
import { marketQuery, pageOf, wordQuery } from "../http/query.ts";
import { envelope, invalidField, Refused } from "../http/refusal.ts";
import type { Market } from "../trading/market.ts";
import type { Order } from "../trading/order.ts";
import { readPlaceRequest } from "../trading/place-request.ts";
import { placeResult } from "../wire/place-result.ts";

const LADDER_MAX = 40;
const STATES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"];

function place(call: Call): Answer {
  const { settings, venue, wire } = call.parts;
  const qtyMin = settings.refusals === "declines" ? -Number.MAX_SAFE_INTEGER : 1;
  const request = readPlaceRequest(jsonBody(call), qtyMin);
  const placed = venue.place(call.agent, request, call.receivedAtMs);
  if ("order" in placed) {
    const status = placed.replayed && settings.replays === "now" ? 200 : 201;
    return { status, body: placeResult(placed.order, wire, settings.replays) };
  }
  if (placed.refusal.form !== "decline") throw new Refused(placed.refusal);
  return declined(placed.refusal, settings, request.marketId);
}

/** Orders of the caller that readers can see by now, oldest first. */
function visible(call: Call, open: boolean): Order[] {
  const marketId = marketQuery(call);
  return call.parts.venue
    .orders()
    .filter((order) => order.agent === call.agent && order.seen.read(call.seenAtMs))
    .filter((order) => marketId === null || order.market.id === marketId)
    .filter((order) => !open || order.seen.read(call.seenAtMs)!.leaves > 0);
}

function recordOf({ parts, seenAtMs }: Call, order: Order): object {
  return parts.wire.order(order, order.seen.read(seenAtMs) ?? order);
}

function listOrders(call: Call): Answer {
  const status = wordQuery(call, "status", STATES);
  const wanted = visible(call, false)
    .filter((order) => status === null || order.seen.read(call.seenAtMs)!.state === status)
    .reverse();
  return page(call, pageOf(call, wanted, { usual: 200, most: 1_000 }));
}

function listOpen(call: Call): Answer {
  return page(call, pageOf(call, visible(call, true), { usual: 500, most: 1_000 }));
}

function page(call: Call, orders: Order[]): Answer {
  return ok(
    call.parts.wire.list(
      "orders",
      orders.map((order) => recordOf(call, order)),
    ),
  );
}

/** The order in the path; throws `Refused` when there is none, or it is another agent's. */
export function orderOf(call: Call): Order {
  const order = call.parts.venue.order(pathId(call));
  if (!order) throw new Refused(envelope(404, "order_not_found", "no such order"));
  mustBeFor(call, order.agent);
  return order;
}

function getOrder(call: Call): Answer {
  return ok(call.parts.wire.record("order", recordOf(call, orderOf(call))));
}

function cancelOrder(call: Call): Answer {
  const problem = call.parts.venue.cancel(orderOf(call));
  if (problem) throw new Refused(problem);
  return ok(call.parts.wire.done());
}

function cancelOrders(call: Call): Answer {
  const marketId = marketQuery(call);
  const { settings, venue } = call.parts;
  const unlisted = marketId !== null && !venue.books.has(marketId);
  if (unlisted && settings.refusals === "declines") return ok(call.parts.wire.done(0));
  const market = marketId === null ? null : knownMarket(call, marketId);
  return ok(call.parts.wire.done(venue.cancelAll(call.agent, market)));
}

/** `{market, levels: [{side, price, qty}]}`: clears the caller's quotes there, then posts these. */
function replaceLadder(call: Call): Answer {
  const { market, levels } = Object(jsonBody(call));
  if (!Array.isArray(levels) || levels.length > LADDER_MAX) {
    throw new Refused(invalidField("levels", `a list of at most ${LADDER_MAX} is needed`));
  }
  const requests = levels.map((level) =>
    readPlaceRequest({ ...Object(level), market_id: market, type: "LIMIT" }),
  );
  const { venue } = call.parts;
  venue.cancelAll(call.agent, knownMarket(call, String(market).toLowerCase()));
  const placed = requests.map((request) => venue.place(call.agent, request, call.receivedAtMs));
  return ok({ ladder: placed.map((one) => ("order" in one ? one.order.id : null)) });
}

function knownMarket(call: Call, marketId: string): Market {
  const book = call.parts.venue.books.get(marketId);
  if (!book) throw new Refused(envelope(404, "UNKNOWN_MARKET", "no such market"));
  return book.market;
}

/** Routes of the spec's Orders table. */
export const ORDER_ROUTES: Route[] = [
  { method: "POST", path: "/orders", needs: "trade", halts: true, handle: place },
  { method: "GET", path: "/orders", needs: "credential", handle: listOrders },
  { method: "DELETE", path: "/orders", needs: "trade", handle: cancelOrders },
  {
    method: "POST",
    path: "/orders/replace-ladder",
    needs: "trade",
    halts: true,
    handle: replaceLadder,
  },
  { method: "GET", path: "/orders/open", needs: "credential", handle: listOpen },
  { method: "GET", path: "/orders/{id}", needs: "credential", handle: getOrder },
  { method: "DELETE", path: "/orders/{id}", needs: "trade", handle: cancelOrder },
];
