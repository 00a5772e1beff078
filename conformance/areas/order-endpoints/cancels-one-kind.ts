/** A cancel of all orders that one of two engines carries out. */

import { answer, answerInstead, ask, type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { kindOf } from "../../interposer/look-around.ts";

/** A cancel-all without market_id takes the orders on perps alone, or all others: as the newest is. */
export function cancelsOneKind(): WireVariant {
  return answerInstead("DELETE /orders", async (request, venue) => {
    if (request.query["market_id"] !== undefined) return null;
    const arriving = { request, venue };
    const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
    const open: { id: unknown; isPerp: boolean }[] = [];
    for (const order of orders as Fields[]) {
      const isPerp = (await kindOf(order, arriving)) === "BTC_PERP";
      open.push({ id: order["order_id"], isPerp });
    }
    const meant = open.filter(({ isPerp }) => isPerp === open[0]?.isPerp);
    if (meant.length === open.length) return null;
    const cancelled = meant.map(({ id }) => id);
    for (const id of cancelled) await ask(arriving, `DELETE /orders/${id}`);
    return answer(200, { cancelled, count: cancelled.length });
  });
}
