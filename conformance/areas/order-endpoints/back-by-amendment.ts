/** A venue on which an amendment that was looked at before a cancel brings its order back. */

import { setTimeout as wait } from "node:timers/promises";
import { isOpen } from "../../interposer/cancels.ts";
import { anew, ask, type Fields, fieldsOf, matches } from "../../interposer/changes.ts";
import { unchanged, type WireAnswer, type WireVariant } from "../../interposer/interposer.ts";

/** From the look at an order to the change of it. Units: ms. */
const LOOK_MS = 20;

/** The venue: what is back is another order behind, and has its old id before everybody's eyes. */
export function backByAmendment(): WireVariant {
  const oldIds = new Map<string, string>();
  const amend: WireVariant = async (request, venue) => {
    const arriving = { request, venue };
    const before = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
    await wait(LOOK_MS);
    const given = await venue(request);
    const now = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
    if (!isOpen(before) || now["status"] !== "CANCELLED") return given;
    const { market_id, side, type, tif } = before;
    const order = anew({ market_id, side, type, tif, ...fieldsOf(request.body) });
    const placed = await ask(arriving, "POST /orders", order);
    oldIds.set(String(fieldsOf(placed.body)["order_id"]), String(before["order_id"]));
    return { ...placed, status: placed.status === 201 ? 200 : placed.status };
  };
  return async (request, venue) =>
    told(await (matches(request, "PATCH /orders/*") ? amend : unchanged)(request, venue), oldIds);
}

/** The answer with the old ids of what is back. */
function told(given: WireAnswer, oldIds: ReadonlyMap<string, string>): WireAnswer {
  if (oldIds.size === 0 || typeof given.body === "string") return given;
  let text = JSON.stringify(given.body);
  for (const [id, old] of oldIds) text = text.replaceAll(id, old);
  return { ...given, body: JSON.parse(text) as Fields };
}
