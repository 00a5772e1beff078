/**
 * Refusals that the venue behind is made to give, and declines that it is talked out of: ids, lists and
 * credentials stay those of a venue that refused, or accepted, of itself.
 */

import { isWellFormedThroughout } from "../expect/well-formed.ts";
import { type Arriving, answerInstead, ask, type Fields, fieldsOf, keyOf } from "./changes.ts";
import type { WireAnswer, WireVariant } from "./interposer.ts";

/** Which well-formed orders are meant. */
export type Concerns = (order: Fields, arriving: Arriving) => boolean | Promise<boolean>;

/** What a venue says of a quantity of nothing: the decline that others are made of. */
const OF_NOTHING = "INVALID_QTY";

/** Well-formed orders for which `objects` holds are declined for this reason. */
export function declines(reason: string, objects: Concerns): WireVariant {
  return insteadOfWellFormed(objects, async (order, arriving) => {
    const given = await ask(arriving, "POST /orders", { ...order, qty: 0 });
    const result = fieldsOf(given.body);
    // The id is that of an order which was not declined: the venue knows what to answer.
    if (given.status === 409) return arriving.venue(arriving.request);
    if (result["reject_reason"] !== OF_NOTHING) return given;
    return { ...given, body: { ...result, reject_reason: reason, reject_message: reason } };
  });
}

/** Well-formed orders for which `objects` holds are refused as malformed. */
export function refusesAsMalformed(objects: Concerns): WireVariant {
  return insteadOfWellFormed(objects, (order, arriving) =>
    ask(arriving, "POST /orders", { ...order, qty: "none" }),
  );
}

/**
 * What the venue declines for this reason, where `change` has something to change, is sent again so.
 * Its id means the second order from then on, at the venue under another name.
 */
export function declineWaived(
  reason: string,
  change: (order: Fields, arriving: Arriving) => Fields | false | Promise<Fields | false>,
): WireVariant {
  const names = new Map<string, { client_order_id: string; changes: Fields }>();
  return answerInstead("POST /orders", async (request, venue) => {
    const arriving = { request, venue };
    const given = await venue(request);
    if (fieldsOf(given.body)["reject_reason"] !== reason) return given;
    const order = fieldsOf(request.body);
    const id = order["client_order_id"];
    const place = `${keyOf(request)} ${id}`;
    const known = id === undefined ? undefined : names.get(place);
    const changes = known?.changes ?? (await change(order, arriving));
    if (changes === false) return given;
    const client_order_id = known?.client_order_id ?? crypto.randomUUID();
    names.set(place, { client_order_id, changes });
    return ask(arriving, "POST /orders", { ...order, ...changes, client_order_id });
  });
}

function insteadOfWellFormed(
  concerns: Concerns,
  answer: (order: Fields, arriving: Arriving) => Promise<WireAnswer>,
): WireVariant {
  return answerInstead("POST /orders", async (request, venue) => {
    const order = fieldsOf(request.body);
    const arriving = { request, venue };
    const isMeant = isWellFormedThroughout(order) && (await concerns(order, arriving));
    return isMeant ? answer(order, arriving) : null;
  });
}
