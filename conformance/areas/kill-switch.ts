/** The kill switch as checks use it: on for as long as they look, and off again. Spec: D-170. */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type CheckContext, opposite } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";
import { placedThat } from "../expect/placed.ts";
import { noMoreOpenThan, openCount } from "./rejection.ts";

/** What a frozen venue answers is looked at. */
export const FROZEN = { tolerates: [503] };
/** An amend or a ladder may be no route at all. */
export const PERHAPS = { tolerates: [501, 503] };

/** An order that the kill switch has refused. */
export const frozen = placedThat(
  "HTTP 503 with EXCHANGE_FROZEN",
  (placed) => placed.httpStatus === 503 && placed.reason === "EXCHANGE_FROZEN",
);

/** Acts with the kill switch on, and releases it whatever happens. */
export async function whileFrozen<T>(t: CheckContext, act: () => Promise<T>): Promise<T> {
  await t.control.freeze(true);
  try {
    return await act();
  } finally {
    await t.control.freeze(false);
  }
}

/** The other agent quotes both sides, so that there is a mid; returns what is quoted to takers. */
export async function quote({ other: maker, market, side }: CheckContext) {
  const [own = 0, touch = 0] = await market.ladder(2);
  await maker.rests(market.limit(side, own));
  return maker.rests(market.limit(opposite(side), touch));
}

/** Where an agent stands, and an order that it could have taken; null where unreadable. */
export interface TradingState {
  open: Exchange;
  position: number | null;
  taken: number | null;
}

/** Where an agent stands now, beside an order offered to it. */
export async function standing(
  { agent, other, market }: CheckContext,
  offered: { orderId: string },
): Promise<TradingState> {
  return {
    open: await agent.openOrders(market.id),
    position: await agent.position(market),
    taken: await other.executed(offered.orderId),
  };
}

/** No order more is open, and nothing has changed hands. */
export function asBefore(
  before: TradingState,
  orders: readonly OrderBody[],
): Expectation<TradingState> {
  const ids = orders.map((order) => String(order["client_order_id"]));
  const isOpen = ({ open }: TradingState) => ids.some((id) => mentions(open.response?.body, id));
  return that(
    "open orders, position and the order offered to them as before",
    (now) =>
      !isOpen(now) &&
      noMoreOpenThan(openCount(before.open)).judge(now.open).ok &&
      (now.position ?? before.position) === before.position &&
      !now.taken,
    ({ open, position, taken }) =>
      `${openCount(open)} open orders (${openCount(before.open)} before), position ${position} ` +
      `(${before.position} before), ${taken} taken of the order offered`,
  );
}
