/** What holds of the first of very many orders, and of any number of them that is asked for. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { listOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { contains, lacks } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { sameOrderAs } from "../../expect/placed.ts";
import { LIMIT_DEFAULT, OPEN_LIMIT_DEFAULT } from "./arrange.ts";
import { cancelAnswered } from "./checks-cancel.ts";

/** The rules that are judged of the first order: while it rests, or once it has been cancelled. */
export const OF_THE_FIRST = {
  resting: ["OAPI-GET-01", "IDEM-REPLAY-01", "OAPI-OPEN-02", "OAPI-CXL-01", "OAPI-CXL-02"],
  ended: ["OAPI-GET-01"],
} as const;

/** The rule that a list has as many rows as are asked for. */
export const OF_SIZES = { "/orders": ["OAPI-LIST-04"], "/orders/open": ["OAPI-OPEN-05"] } as const;

/** None is above the default: beyond it a page may be smaller than what is asked for. */
const SIZES = { "/orders": [150, LIMIT_DEFAULT], "/orders/open": [300, OPEN_LIMIT_DEFAULT] };

/** An order that rests, or has rested, from before many others. */
export type FirstOrder = PlaceResponse & { orderId: string };

const TOO_MANY = "needs an agent that may have more than 500 orders open";

/** Rests that many orders of the agent. Returns their ids. Errors: Missing where one is not taken. */
export async function restAtOnce(
  { agent, market, side }: CheckContext,
  count: number,
): Promise<string[]> {
  const orders = Array.from({ length: count }, () => agent.rests(market.resting(side, { qty: 1 })));
  const rested = await Promise.all(orders).catch((error) => {
    throw error instanceof StandsOn ? new Missing(TOO_MANY) : error;
  });
  return rested.map(({ orderId }) => orderId);
}

/** Judges that the first of many orders is read by its id. */
export async function judgeFirstRead(t: CheckContext, { orderId }: FirstOrder): Promise<void> {
  await t.eventually("OAPI-GET-01", () => t.agent.order(orderId), contains(orderId));
}

/** Judges that a replay of the first of many orders, which rests, is answered with it. */
export async function judgeFirstReplay(t: CheckContext, first: FirstOrder): Promise<void> {
  t.expect("IDEM-REPLAY-01", await t.agent.placeOnce(first.sent), sameOrderAs(first));
}

/** Judges that the first of 500 open orders shows where a page has room, and that its cancel takes it. */
export async function judgeFirstOpen(t: CheckContext, orderId: string): Promise<void> {
  const { agent } = t;
  const shown = contains(orderId);
  const page = await t.reading(() => agent.openOrders(), shown);
  const isFull = recordsIn(page) >= OPEN_LIMIT_DEFAULT && !shown.judge(page).ok;
  if (isFull) t.moot("OAPI-OPEN-02", "a page of open orders with room for the first of them");
  else t.expect("OAPI-OPEN-02", page, shown);
  t.expect("OAPI-CXL-01", await agent.cancel(orderId), cancelAnswered);
  await t.settle();
  await t.eventually("OAPI-CXL-02", () => agent.openOrders(), lacks(orderId));
}

/** Judges that of more orders so many come as are asked for, where they can be counted. */
export async function judgeSizes(t: CheckContext, path: keyof typeof OF_SIZES): Promise<void> {
  const [rule] = OF_SIZES[path];
  for (const size of SIZES[path]) {
    await t.eventually(rule, () => t.agent.get(path, { limit: String(size) }), rowsIfTold(size));
  }
}

/** Errors: Missing when the list cannot be told in the body. */
export function recordsIn(listing: Exchange): number {
  const list = listOf(listing.response?.body);
  if (list === null) throw new Missing("needs a list of orders whose records can be counted");
  return list.length;
}
