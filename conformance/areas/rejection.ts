/**
 * The shape of every reject check: a valid twin is accepted, the same order with one field changed
 * is refused in the expected form, and nothing has happened (H-10).
 */

import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { listOf } from "../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";
import type { Need } from "../check/need.ts";
import { anyRefusal, noOrderId } from "../expect/placed.ts";

type Breaks = (order: OrderBody, t: CheckContext) => OrderBody;

/** One reject check as data. */
export interface Rejection {
  rule: string;
  title: string;
  needs: readonly Need[];
  /** What has to be so before any order is sent. */
  arrange?: (t: CheckContext) => Promise<void>;
  /** The order that is accepted, without effects of its own; a resting BUY of qty 1 unless given. */
  valid?: (t: CheckContext) => OrderBody | Promise<OrderBody>;
  /** The one change that makes it refusable, or several to try one by one; `undefined` removes. */
  breaks: Breaks | readonly Breaks[];
  /** The form of the refusal; any refusal when not given. */
  as?: Expectation<PlaceResponse>;
}

/** Makes the check of one rejection. */
export function rejection(spec: Rejection): Check {
  return {
    title: spec.title,
    proves: [spec.rule],
    needs: spec.needs,
    async body(t) {
      await spec.arrange?.(t);
      const valid = spec.valid ?? restingBuy;
      await t.agent.ready(await valid(t));
      const twin = await valid(t);
      await acceptTwin(t, twin);
      for (const breaks of [spec.breaks].flat()) {
        const order = breaks({ ...twin, client_order_id: t.run.freshId() }, t);
        await expectRejected(t, spec.rule, { order, as: spec.as ?? anyRefusal });
      }
    },
  };
}

/**
 * Judges one refusal: the form, no order id, and no more open orders than before.
 * Errors: Violated when the order was not refused so; Inconclusive on a cooldown.
 */
export async function expectRejected(
  t: CheckContext,
  rule: string,
  broken: { order: OrderBody; as: Expectation<PlaceResponse> },
): Promise<PlaceResponse> {
  const before = openCount(await t.agent.openOrders());
  const answer = await t.agent.provoke(broken.order);
  t.expect(rule, answer, broken.as);
  t.expect(rule, answer, noOrderId);
  await t.settle();
  await t.eventually(rule, () => t.agent.openOrders(), noMoreOpenThan(before));
  return answer;
}

function restingBuy(t: CheckContext): OrderBody {
  return t.market.resting();
}

async function acceptTwin(t: CheckContext, order: OrderBody): Promise<void> {
  const twin = await t.agent.place(order);
  if (twin.fate !== "accepted") {
    throw new StandsOn("RES-HTTP-01", `the valid twin was refused too (${twin.reason})`);
  }
  if (twin.filledQty) throw new Inconclusive("the valid twin met a third party's order");
  if (twin.remainingQty && twin.orderId !== null) await t.agent.cancel(twin.orderId);
}

/** How many open orders a listing shows; null where its list is not recognisable. */
export function openCount(listing: Exchange): number | null {
  return listOf(listing.response?.body)?.length ?? null;
}

/** A listing of open orders that has not grown since. */
export function noMoreOpenThan(before: number | null): Expectation<Exchange> {
  return that(
    "no open order more than before",
    (listing) => (openCount(listing) ?? 0) <= (before ?? Number.POSITIVE_INFINITY),
    (listing) => `${openCount(listing)} open orders, ${before} before`,
  );
}
