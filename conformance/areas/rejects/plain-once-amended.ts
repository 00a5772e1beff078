/** A venue on which an amendment that does not say reduce_only makes a plain order of one that was. */

import { isOpen } from "../../interposer/cancels.ts";
import { ask, type Fields, fieldsOf, matches } from "../../interposer/changes.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";

/** The venue: what is amended is another order behind, and has its old id before everybody's eyes. */
export function plainOnceAmended(): WireVariant {
  const newIds = new Map<string, string>();
  const amend: WireVariant = async (request, venue) => {
    const arriving = { request, venue };
    const record = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
    const { price, qty, reduce_only: named } = fieldsOf(request.body);
    if (!isOpen(record) || record["reduce_only"] !== true || named === true) return venue(request);
    const { market_id, side, type, tif, order_id: id } = record;
    await ask(arriving, `DELETE ${request.path}`);
    const placed = await ask(arriving, "POST /orders", { market_id, side, type, tif, price, qty });
    newIds.set(String(id), String(fieldsOf(placed.body)["order_id"]));
    return { ...placed, status: placed.status === 201 ? 200 : placed.status };
  };
  return async (request, venue) => {
    const [, , id = ""] = request.path.split("/");
    const known = newIds.get(id);
    const path = known === undefined ? request.path : `/orders/${known}`;
    const isFirst = known === undefined && matches(request, "PATCH /orders/*");
    return told(await (isFirst ? amend(request, venue) : venue({ ...request, path })), newIds);
  };
}

/** The answer with the old ids of what was amended. */
function told(given: WireAnswer, newIds: ReadonlyMap<string, string>): WireAnswer {
  if (newIds.size === 0 || typeof given.body === "string") return given;
  let text = JSON.stringify(given.body);
  for (const [old, id] of newIds) text = text.replaceAll(id, old);
  return { ...given, body: JSON.parse(text) as Fields };
}
