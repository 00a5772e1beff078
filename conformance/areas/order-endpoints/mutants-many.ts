/** Venues that know the newest of an agent's orders alone. */

import {
  changeAnswer,
  changeList,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { Behind, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A list asked for so many rows has as many as the least of them. */
export function limitCut(
  route: string,
  { from, below }: { from: number; below: number },
): () => WireVariant {
  return () =>
    changeRequest(route, (request) => {
      const limit = Number(request.query["limit"]);
      if (!(limit > from && limit < below)) return request;
      return { ...request, query: { ...request.query, limit: String(from) } };
    });
}

/** Ids of the caller's newest orders, that many. */
async function newest(count: number, request: WireRequest, venue: Behind): Promise<Set<unknown>> {
  const query = { limit: String(count) };
  const { body } = await venue({ ...request, path: "/orders", query });
  const { orders = [] } = fieldsOf(body);
  return new Set((orders as Fields[]).map(({ order_id: id }) => id));
}

/** Defects that show on many orders. */
export const ofMany: readonly Mutant[] = [
  {
    name: "order-behind-a-hundred-newer-unknown",
    breaks: ["OAPI-GET-01"],
    defect: "GET of an order that a hundred newer ones of its agent followed is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", async (given, request, venue) => {
        const { order_id: id } = fieldsOf(given.body);
        if (given.status !== 200 || id === undefined) return given;
        const isKnown = (await newest(100, request, venue)).has(id);
        return isKnown ? given : envelope(404, "ORDER_NOT_FOUND");
      }),
  },
  {
    name: "open-list-made-of-the-newest-500",
    breaks: ["OAPI-OPEN-02"],
    // So many rest at once where control is alone.
    controlled: true,
    defect: "GET /orders/open lacks an order that 500 newer ones of its agent followed.",
    wire: () =>
      changeList("GET /orders/open", async (open, request, venue) => {
        const known = await newest(500, request, venue);
        return open.filter(({ order_id: id }) => known.has(id));
      }),
  },
  {
    name: "open-list-limit-cut-to-200",
    breaks: ["OAPI-OPEN-05"],
    // So many rest at once where control is alone.
    controlled: true,
    defect: "GET /orders/open with a limit from 200 to 499 gives 200 orders.",
    wire: limitCut("GET /orders/open", { from: 200, below: 500 }),
  },
];
