/** What is sent on a spent budget to see whether it counts: writes of orders, in each form. Spec: Limits. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { PROBES, type Probes, times, volley } from "../../check/burst.ts";
import type { CheckContext } from "../../check/check-context.ts";

/** What an order may say beside what it has to: none of it takes the order out of the count. */
const FORMS: readonly OrderBody[] = [
  {},
  { reduce_only: true },
  { tif: "POST_ONLY" },
  { tif: "IOC" },
  { confirm_fat_finger: true },
];

/** Nothing has the id that is cancelled. */
const GONE = [404];
const CANCEL_ALL: ApiRequest = { method: "DELETE", path: "/orders" };

/** More writes of a route than a spent budget lets pass. */
export function writesTo(
  { market }: CheckContext,
  route: string,
  form: OrderBody = {},
): ApiRequest[] {
  const [method = "", path = ""] = route.split(" ");
  return Array.from({ length: PROBES }, () => ({
    ...{ method, path: path.replace("{order_id}", UNKNOWN_UUID) },
    ...(method === "POST" && { body: market.resting(undefined, form) }),
    ...(route === "DELETE /orders" && { query: { market_id: market.id } }),
  }));
}

/** As many to the route of the cell in each form that they can have. */
export async function writesInEachForm(t: CheckContext): Promise<Omit<Probes, "by">[]> {
  const { route = "" } = t.cell;
  const plain = { asks: writesTo(t, route), also: GONE };
  if (route === "DELETE /orders") return [plain, { asks: times(PROBES, CANCEL_ALL), also: GONE }];
  if (route !== "POST /orders") return [plain];
  const replays = await replaysOfAnOrder(t);
  return [...FORMS.map((form) => ({ asks: writesTo(t, route, form), also: GONE })), ...replays];
}

/** A replay is a request like any other; none where the budget lets no order be placed before. */
async function replaysOfAnOrder(t: CheckContext): Promise<Omit<Probes, "by">[]> {
  const { agent, market, clock } = t;
  if (clock.moves) await agent.rested("write", 0);
  const ask = { method: "POST", path: "/orders", body: market.resting() };
  const [placed] = await volley(agent, [ask]);
  return succeeded(placed!) ? [{ asks: times(PROBES, ask), also: statusesOf("D-044") }] : [];
}
