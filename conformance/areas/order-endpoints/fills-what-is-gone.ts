/** A venue on which a cancelled order leaves every list and is still met in its market. */

import { isOpen } from "../../interposer/cancels.ts";
import { anew, ask, type Fields, fieldsOf, keyOf, matches } from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { reaches } from "../../interposer/look-around.ts";

/** A cancelled order: its record as it was, and how much of it nobody has met. Units: contracts. */
interface Gone {
  record: Fields;
  request: WireRequest;
  left: number;
}

/** Whether an order of another caller meets what is gone. */
function meets(order: Fields, request: WireRequest, { record, request: own, left }: Gone): boolean {
  return (
    left > 0 &&
    order["type"] === "LIMIT" &&
    order["market_id"] === record["market_id"] &&
    order["side"] !== record["side"] &&
    keyOf(request) !== keyOf(own) &&
    reaches(order, Number(record["price"]))
  );
}

/** Cancels, and remembers what the order was. */
async function cancel(gone: Gone[], request: WireRequest, venue: Behind): Promise<WireAnswer> {
  const record = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
  const given = await venue(request);
  const left = Number(record["remaining_qty"]);
  if (given.status === 200 && isOpen(record)) gone.push({ record, request, left });
  return given;
}

/** Places what is met again for as long as an order takes to meet it. */
async function place(met: Gone[], request: WireRequest, venue: Behind): Promise<WireAnswer> {
  const back: [Gone, unknown][] = [];
  for (const one of met) {
    const { market_id, side, type, price } = one.record;
    const order = anew({ market_id, side, type, price, qty: one.left });
    const owner = { request: one.request, venue };
    back.push([one, fieldsOf((await ask(owner, "POST /orders", order)).body)["order_id"]]);
  }
  const given = await venue(request);
  for (const [one, id] of back) {
    const cancelled = await ask({ request: one.request, venue }, `DELETE /orders/${id}`);
    const { qty = one.left, filled_qty: filled = one.left } = fieldsOf(cancelled.body);
    one.left = Number(qty) - Number(filled);
  }
  return given;
}

/** The venue. */
export function fillsWhatIsGone(): WireVariant {
  const gone: Gone[] = [];
  return async (request, venue) => {
    if (matches(request, "DELETE /orders/*")) return cancel(gone, request, venue);
    if (!matches(request, "POST /orders")) return venue(request);
    const order = fieldsOf(request.body);
    const met = gone.filter((one) => meets(order, request, one));
    return place(met, request, venue);
  };
}
