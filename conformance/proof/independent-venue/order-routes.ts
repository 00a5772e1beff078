/** Placing, reading and cancelling orders. */
import { type Answer, declined, ok } from "./answer.ts";
import {
  type Call,
  countQuery,
  jsonBody,
  listBody,
  marketQuery,
  pathId,
  type Route,
  recordBody,
} from "./call.ts";
import type { Market } from "./market.ts";
import type { Order } from "./order.ts";
import { readPlaceRequest } from "./place-request.ts";
import { envelope, invalidField, Refused } from "./refusal.ts";
import { orderRecord, placeResult } from "./render.ts";

const LADDER_MAX = 40;

function place(call: Call): Answer {
  const request = readPlaceRequest(jsonBody(call));
  const placed = call.house.venue.place(call.agent, request, call.receivedAtMs);
  if ("order" in placed) {
    return { status: placed.replayed ? 200 : 201, body: placeResult(placed.order) };
  }
  if (placed.refusal.form !== "decline") throw new Refused(placed.refusal);
  return declined(placed.refusal, call.house.settings, request.marketId);
}

/** Orders of the caller that readers can see by now, oldest first. */
function visible(call: Call, open: boolean): Order[] {
  const marketId = marketQuery(call);
  return call.house.venue
    .orders()
    .filter((order) => order.agent === call.agent && order.seen.read(call.seenAtMs))
    .filter((order) => marketId === null || order.market.id === marketId)
    .filter((order) => !open || order.seen.read(call.seenAtMs)!.leaves > 0);
}

function records(call: Call, orders: Order[]): object[] {
  return orders.map((order) => orderRecord(order, order.seen.read(call.seenAtMs) ?? order));
}

function listOrders(call: Call): Answer {
  const status = call.query.get("status")?.toUpperCase();
  const wanted = visible(call, false)
    .filter((order) => !status || order.seen.read(call.seenAtMs)!.state === status)
    .reverse();
  return ok(listBody(call, records(call, wanted.slice(0, countQuery(call, "limit", 200)))));
}

function listOpen(call: Call): Answer {
  const wanted = visible(call, true).slice(0, countQuery(call, "limit", 500));
  return ok(listBody(call, records(call, wanted)));
}

function getOrder(call: Call): Answer {
  const order = call.house.venue.order(pathId(call));
  if (!order) throw new Refused(envelope(404, "order_not_found", "no such order"));
  if (order.agent !== call.agent) {
    throw new Refused(envelope(403, "not_yours", "the order is another agent's"));
  }
  return ok(recordBody(call, "order", records(call, [order])[0]!));
}

function cancelOrder(call: Call): Answer {
  const problem = call.house.venue.cancel(call.agent, pathId(call));
  if (problem) throw new Refused(problem);
  return ok({ ok: true });
}

function cancelOrders(call: Call): Answer {
  const marketId = marketQuery(call);
  const market = marketId === null ? null : knownMarket(call, marketId);
  return ok({ cancelled_count: call.house.venue.cancelAll(call.agent, market) });
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
  call.house.venue.cancelAll(call.agent, knownMarket(call, String(market).toLowerCase()));
  const placed = requests.map((request) =>
    call.house.venue.place(call.agent, request, call.receivedAtMs),
  );
  return ok({ ladder: placed.map((one) => ("order" in one ? one.order.id : null)) });
}

function amend(): Answer {
  return { status: 405, body: { detail: "Method Not Allowed" }, headers: { allow: "GET, DELETE" } };
}

function knownMarket(call: Call, marketId: string): Market {
  const book = call.house.venue.books.get(marketId);
  if (!book) throw new Refused(envelope(404, "UNKNOWN_MARKET", "no such market"));
  return book.market;
}

/** Routes of the spec's Orders table. */
export const ORDER_ROUTES: Route[] = [
  { method: "POST", path: "/orders", needs: "trade", handle: place },
  { method: "GET", path: "/orders", needs: "key", handle: listOrders },
  { method: "DELETE", path: "/orders", needs: "trade", handle: cancelOrders },
  { method: "POST", path: "/orders/replace-ladder", needs: "trade", handle: replaceLadder },
  { method: "GET", path: "/orders/open", needs: "key", handle: listOpen },
  { method: "GET", path: "/orders/{id}", needs: "key", handle: getOrder },
  { method: "DELETE", path: "/orders/{id}", needs: "trade", handle: cancelOrder },
  { method: "PATCH", path: "/orders/{id}", needs: "nothing", handle: amend },
];
