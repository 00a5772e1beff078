/** Venues on which an id is free again when a key, a market or an order has ended, by a bulk cancel or a ladder. */

import {
  anew,
  ask,
  declineOf,
  type Fields,
  fieldsOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { type WireRequest, type WireVariant, withBody } from "../../interposer/interposer.ts";
import { type KnownKey, knowingKeys } from "../../interposer/keys.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { changeReplay, replayOnceClosed } from "./mutants-ids.ts";

/** An id goes with the key that placed its order. */
function endingWithTheirKey(): WireVariant {
  const placedBy = new Map<string, KnownKey>();
  const variant = knowingKeys(async (keys, request, venue) => {
    const order = fieldsOf(request.body);
    const { client_order_id: id } = order;
    if (!matches(request, "POST /orders") || typeof id !== "string") return venue(request);
    const by = placedBy.get(id);
    if (by?.isRevoked) {
      return venue(withBody(request, { ...order, client_order_id: `${id}.again` }));
    }
    const given = await venue(request);
    const key = keys.sentWith(request);
    if (key !== undefined && given.status === 201) placedBy.set(id, by ?? key);
    return given;
  });
  return variant();
}

/** Ids of orders that such a request has cancelled are free. */
function freedBy(isSuch: (request: WireRequest) => boolean): () => WireVariant {
  return () => {
    const freed = new Set<unknown>();
    const replays = changeReplay((given, order, arriving) => {
      const isFreed = freed.has(fieldsOf(given.body)["order_id"]);
      return isFreed ? ask(arriving, "POST /orders", anew(order)) : given;
    });
    return learning((request, { status, body }) => {
      const { cancelled } = fieldsOf(body);
      if (status !== 200 || !isSuch(request) || !Array.isArray(cancelled)) return;
      for (const id of cancelled) freed.add(id);
    }, replays);
  };
}

const hasTraded = ({ filled_qty: filled }: Fields) => Number(filled) > 0;

/** Defects of ids that are bound to what has ended since. */
export const freed: readonly Mutant[] = [
  {
    name: "ids-end-with-their-key",
    breaks: ["IDEM-REPLAY-05"],
    defect: "The client_order_id of an order can place another once the key that placed it ended.",
    wire: endingWithTheirKey,
  },
  {
    name: "id-free-after-cancel-all",
    breaks: ["IDEM-REPLAY-07"],
    defect: "The client_order_id of an order that a cancel of all has taken can place another one.",
    wire: freedBy(
      (request) => matches(request, "DELETE /orders") && request.query["market_id"] === undefined,
    ),
  },
  {
    name: "id-free-after-a-ladder",
    breaks: ["IDEM-REPLAY-07"],
    defect: "The client_order_id of an order that a ladder has replaced can place another one.",
    wire: freedBy((request) => matches(request, "POST /orders/replace-ladder")),
  },
  {
    name: "replay-of-a-trade-in-a-closed-market-declined",
    breaks: ["IDEM-REPLAY-12"],
    defect: "A replay of an order that took on arrival is MARKET_CLOSED once its market closed.",
    wire: replayOnceClosed((given, order) =>
      hasTraded(fieldsOf(given.body)) ? declineOf(order, "MARKET_CLOSED") : given,
    ),
  },
];
