/** Lists of orders that show everybody's. */

import {
  changeList,
  changeRequest,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";

/** A list that shows, with market_id, the orders of everybody who has placed some there. */
export function showsAll(route: string): () => WireVariant {
  return () => {
    const callers = new Map<unknown, Map<string, WireRequest>>();
    const remember = changeRequest("POST /orders", (request) => {
      const { market_id: market } = fieldsOf(request.body);
      const there = callers.get(market) ?? new Map<string, WireRequest>();
      callers.set(market, there.set(keyOf(request), request));
      return request;
    });
    const list = changeList(route, async (orders, request, venue) => {
      const all = new Map(orders.map((one) => [one["order_id"], one]));
      const { market_id: market, limit } = request.query;
      for (const { headers } of callers.get(market)?.values() ?? []) {
        const { orders: theirs = [] } = fieldsOf((await venue({ ...request, headers })).body);
        for (const one of theirs as Fields[]) all.set(one["order_id"], one);
      }
      return [...all.values()].slice(0, limit === undefined ? all.size : Number(limit));
    });
    return inFrontOf(list, remember);
  };
}
