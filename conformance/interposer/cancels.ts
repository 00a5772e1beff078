/** A cancel that is answered and not carried out. */

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
