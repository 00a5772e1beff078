/** A request to any route that the spec lists: ids filled in, a body where the route takes one. */

import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { Cell } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Expectation } from "../check/expectation.ts";
import { AMEND, LADDER } from "../spec/route-table.ts";
import { http } from "./answers.ts";

/** What to put for the ids of a path; an id that nothing has where absent. */
export type PathIds = Partial<
  Record<"order_id" | "market_id" | "series_id" | "public_id" | "agent_id" | "key_id", string>
>;

/** Bodies that a route accepts from whoever may send them. */
const BODIES: Readonly<Record<string, (freshId: string) => unknown>> = {
  // Its market is looked for only when the caller is known.
  "POST /orders": (client_order_id) => ({
    ...{ market_id: UNKNOWN_UUID, side: "BUY", type: "LIMIT", price: 50, qty: 2 },
    client_order_id,
  }),
  // Its shape is not shown: who is known is told so, by 400 or 422.
  [LADDER]: () => ({}),
  "POST /auth/ws-ticket": () => ({}),
  "POST /me/agents/{agent_id}/keys": (name) => ({ name }),
};

/**
 * A request to `route`, such as `GET /orders/{order_id}`, under the prefix of the cell. `freshId`
 * names an order or key that nobody has named before.
 */
export function requestTo(
  route: string,
  { ids = {}, prefix, freshId }: { ids?: PathIds; freshId: string } & Pick<Cell, "prefix">,
): ApiRequest {
  const [method = "GET", template = ""] = route.split(" ");
  const path = template.replace(
    /\{(\w+)\}/g,
    (_, name: keyof PathIds) => ids[name] ?? UNKNOWN_UUID,
  );
  const body = BODIES[route]?.(freshId);
  return {
    ...{ method, path },
    // Whoever may cancel all cancels nothing by it.
    ...(route === "DELETE /orders" && { query: { market_id: UNKNOWN_UUID } }),
    ...(body !== undefined && { body }),
    ...(prefix !== undefined && { prefix }),
  };
}

/** A request to the route of the cell, or to another one, under its prefix. */
export function requestIn(
  { cell, run }: CheckContext,
  ids: PathIds = {},
  route = cell.route ?? "",
): ApiRequest {
  const { prefix } = cell;
  return requestTo(route, { ids, freshId: run.freshId(), ...(prefix !== undefined && { prefix }) });
}

/** What closed gates and upstreams that are away answer. D-115, D-171. */
export const MAY_BE_CLOSED: readonly number[] = [501, 502, 503];

/** Whether it is answered so. */
export function mayBeClosed({ response }: Exchange): boolean {
  return MAY_BE_CLOSED.includes(response?.status ?? 0);
}

/** Refused for want of good credentials; 404 where the route of the cell may be absent. */
export function unauthorized(cell: Cell): Expectation<Exchange> {
  return mayBeAbsent(cell) ? http(401, 404) : http(401);
}

/** Judges that these credentials open nothing at the cell's route about one caller. */
export async function unauthenticated(
  t: CheckContext,
  rule: string,
  sent: Pick<ApiRequest, "headers" | "query">,
): Promise<void> {
  const ask = requestIn(t);
  const query = { ...ask.query, ...sent.query };
  const answer = await t.anonymously({ ...ask, ...sent, query });
  t.expect(rule, answer, unauthorized(t.cell));
}

/**
 * Whether a deployment may answer 404 whoever asks: key routes are documented under two of the four
 * prefixes alone (D-174), ladders may not have been launched (D-171), and no amend is shown (D-030).
 */
export function mayBeAbsent({ route = "", prefix = "/v1" }: Cell): boolean {
  const isKeys = / \/me\/agents\//.test(route);
  return (isKeys && !prefix.endsWith("/v1")) || route === LADDER || route === AMEND;
}
