/** Lists of orders that show everybody's. */

import { changeList, type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { ANYWHERE, callersKept } from "./callers-there.ts";

/**
 * A list that shows, with market_id or with status, the orders of everybody: of those who have placed
 * some in that market, or anywhere.
 */
export function showsAll(
  route: string,
  filter: "market_id" | "status" = "market_id",
): () => WireVariant {
  return () =>
    callersKept((callersThere) =>
      changeList(route, async (orders, request, venue) => {
        const all = new Map(orders.map((one) => [one["order_id"], one]));
        const { [filter]: filtered, limit } = request.query;
        const isByStatus = filter === "status" && filtered !== undefined;
        for (const { headers } of callersThere(isByStatus ? ANYWHERE : filtered)) {
          const { orders: theirs = [] } = fieldsOf((await venue({ ...request, headers })).body);
          for (const one of theirs as Fields[]) all.set(one["order_id"], one);
        }
        return [...all.values()].slice(0, limit === undefined ? all.size : Number(limit));
      }),
    );
}
