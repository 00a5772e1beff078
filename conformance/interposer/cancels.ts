/** Cancels that are answered and not carried out, or not for all. */

import { answer, answerInstead, ask, type Fields, fieldsOf } from "./changes.ts";
import type { WireVariant } from "./interposer.ts";

/** Whether a record is of an order that can still trade. */
export function isOpen({ status }: Fields): boolean {
  return status === "NEW" || status === "PARTIAL";
}

/**
 * The cancel of an open order of the caller's, for which `when` holds, is answered 200 and does nothing.
 * Who may not cancel, or has nothing to, is told so by the venue.
 */
export function cancelsNothing(when: (record: Fields) => boolean = () => true): WireVariant {
  return answerInstead("DELETE /orders/*", async (request, venue) => {
    const arriving = { request, venue };
    const record = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
    if (!isOpen(record) || !when(record)) return null;
    const given = await ask(arriving, `DELETE /orders/${crypto.randomUUID()}`);
    const cancelled = { ...record, status: "CANCELLED", remaining_qty: 0 };
    return given.status === 404 ? answer(200, cancelled) : given;
  });
}

/** A cancel-all leaves the open orders alone for which `when` holds, where there are any. */
export function cancelAllSpares(when: (record: Fields) => boolean): WireVariant {
  return answerInstead("DELETE /orders", async (request, venue) => {
    const arriving = { request, venue };
    const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
    const { market_id: market } = request.query;
    const meant = (orders as Fields[]).filter(
      (one) => (market ?? one["market_id"]) === one["market_id"],
    );
    if (!meant.some(when)) return null;
    const cancelled = [];
    for (const { order_id: id } of meant.filter((one) => !when(one))) {
      const given = await ask(arriving, `DELETE /orders/${id}`);
      if (given.status !== 200) return given;
      cancelled.push(id);
    }
    return answer(200, { cancelled, count: cancelled.length });
  });
}
