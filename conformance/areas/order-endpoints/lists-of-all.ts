/** Lists of orders that show everybody's. */

import { changeList, type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { callersKept } from "./callers-there.ts";

/** A list that shows, with market_id, the orders of everybody who has placed some there. */
export function showsAll(route: string): () => WireVariant {
  return () =>
    callersKept((callersThere) =>
      changeList(route, async (orders, request, venue) => {
        const all = new Map(orders.map((one) => [one["order_id"], one]));
        const { market_id: market, limit } = request.query;
        for (const { headers } of callersThere(market)) {
          const { orders: theirs = [] } = fieldsOf((await venue({ ...request, headers })).body);
          for (const one of theirs as Fields[]) all.set(one["order_id"], one);
        }
        return [...all.values()].slice(0, limit === undefined ? all.size : Number(limit));
      }),
    );
}
