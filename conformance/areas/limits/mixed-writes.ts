/** Writes of every sort, of which a whole budget is made: each is one request. Spec: Limits. */

import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { cancelAllOf, type Send } from "../../check/burst.ts";
import { PREFIXES, SIDES } from "../../check/cell.ts";
import { ladderOf } from "../../check/changed-orders.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { MAY_BE_CLOSED } from "../../expect/route-request.ts";
import { listedMarket } from "../data-route.ts";

/** Sends some of them in turn: a few that belong together, and what is seldom sent. */
export async function mixedWrites(t: CheckContext): Promise<(send: Send) => Promise<void>> {
  const elsewhere = [UNKNOWN_UUID, ...(await listedMarket(t, { status: "EXPIRED" }))];
  const seldom = SIDES.flatMap((side) => seldomSent(t, side, elsewhere));
  let turn = 0;
  return async (send) => {
    const asks = seldom[turn++ % seldom.length]!();
    await placeAndCancel(t, send);
    for (const ask of asks) await send(ask, DECLINED);
  };
}

/**
 * An order that rests, its cancel, one that finds nobody, a ladder of two, and a cancel of all. As many
 * of them are under way, a ladder or a cancel of all may end an order before its own cancel comes (D-028).
 */
async function placeAndCancel({ market }: CheckContext, send: Send): Promise<void> {
  const placed = await send({ method: "POST", path: "/orders", body: market.resting() });
  const id = objectOf(placed?.response?.body)["order_id"];
  const cancel = { method: "DELETE", path: `/orders/${id}` };
  if (typeof id === "string") await send(cancel, statusesOf("D-028"));
  const atOnce = market.resting("SELL", { tif: "IOC" });
  await send({ method: "POST", path: "/orders", body: atOnce });
  const rungs = SIDES.map((side) => market.resting(side));
  await send(ladderOf(market.id, rungs), UNSHOWN);
  await send(cancelAllOf(market));
}

/** What may come of a ladder. */
const UNSHOWN = [...statusesOf("D-031"), ...oddOf("D-031"), ...MAY_BE_CLOSED];

/** What may come of a request that asks for what cannot be done. */
const REFUSALS = Array.from({ length: 100 }, (_, more) => 400 + more);
const DECLINED = [...REFUSALS, ...MAY_BE_CLOSED];

/** Orders that never rest, in each form and market, a replay, each prefix; what has no order to change. */
function seldomSent(
  { market }: CheckContext,
  side: Side,
  elsewhere: readonly string[],
): (() => ApiRequest[])[] {
  const order = (body: object) => ({ method: "POST", path: "/orders", body });
  const once = (body: object) => [order(body)];
  const ioc = () => market.resting(side, { tif: "IOC" });
  return [
    () => once(market.resting(side, { tif: "FOK" })),
    () => once(market.sweep(side)),
    () => once(market.resting(side, { tif: "IOC", reduce_only: true })),
    () => once(market.resting(side, { qty: "two" })),
    () => once(market.resting(side, { price: 0 })),
    () => once({}),
    () => {
      const body = ioc();
      return [order(body), order(body)];
    },
    ...elsewhere.map((id) => () => once({ ...ioc(), market_id: id })),
    ...PREFIXES.map((prefix) => () => [{ ...order(ioc()), prefix }]),
    () => [{ method: "DELETE", path: `/orders/${UNKNOWN_UUID}` }],
    () => [{ method: "PATCH", path: `/orders/${UNKNOWN_UUID}`, body: { qty: 1 } }],
  ];
}
