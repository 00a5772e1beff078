/** Venues that answer a replay with something else than its order's result, or forget it in an outage. */

import { isOpen } from "../../interposer/cancels.ts";
import {
  anew,
  ask,
  changeAnswer,
  changeAnyOrder,
  changeOrder,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
import { crosses } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { changeReplay } from "./mutants-ids.ts";

/** The result that a replay is answered with, changed. */
export function replayedAs(change: (result: Fields) => Fields | false): () => WireVariant {
  return () =>
    changeReplay((given) => {
      const result = fieldsOf(given.body);
      return { ...given, body: { ...result, ...change(result) } };
    });
}

const hasFills = ({ filled_qty: filled }: Fields) => Number(filled) > 0;

/** Ids of before such an answer are unknown after it. */
function forgetsAfter(isOutage: (status: number, code: unknown) => boolean): () => WireVariant {
  return () => {
    let outages = 0;
    const firstSeen = new Map<unknown, number>();
    const renamed = changeAnyOrder(({ client_order_id: id }) => {
      const seen = firstSeen.get(id) ?? outages;
      firstSeen.set(id, seen);
      return id !== undefined && seen < outages && { client_order_id: `${id}.${outages}` };
    });
    return async (request, venue) => {
      const answer = await renamed(request, venue);
      if (isOutage(answer.status, fieldsOf(answer.body)["code"])) outages += 1;
      return answer;
    };
  };
}

/** An order under an id that so many newer ones of its caller followed is taken for a new one. */
function forgetsIds(kept: number): WireVariant {
  const seen = new Map<string, unknown[]>();
  return changeRequest("POST /orders", (request) => {
    const order = fieldsOf(request.body);
    const id = order["client_order_id"];
    const ids = seen.get(keyOf(request)) ?? [];
    seen.set(keyOf(request), ids);
    const place = id === undefined ? ids.length : ids.indexOf(id);
    if (place < 0) ids.push(id);
    const isForgotten = place >= 0 && place < ids.length - kept;
    return isForgotten ? withBody(request, anew(order)) : request;
  });
}

/** Orders that came with a ladder are new ones where they come by themselves. */
function rungsBindNoId(): WireVariant {
  const rungs = new Set<unknown>();
  const ladders = changeRequest("POST /orders/replace-ladder", (request) => {
    const { orders = [] } = fieldsOf(request.body);
    for (const { client_order_id: id } of orders as Fields[]) rungs.add(id);
    return request;
  });
  const renamed = changeAnyOrder(
    ({ client_order_id: id }) => rungs.has(id) && { client_order_id: `${id}.again` },
  );
  return inFrontOf(ladders, renamed);
}

/** Once another body came under an id, the first one is a conflict too. */
function conflictTakesOver(): WireVariant {
  const taken = new Set<unknown>();
  return changeAnswer("POST /orders", (given, { body }) => {
    const { client_order_id: id } = fieldsOf(body);
    const isReplay = given.headers["idempotent-replayed"] !== undefined && given.status === 201;
    if (fieldsOf(given.body)["code"] === CONFLICT) taken.add(id);
    return isReplay && taken.has(id) ? envelope(409, CONFLICT) : given;
  });
}

const CONFLICT = "CLIENT_ORDER_ID_CONFLICT";

/** What conflicts with an order of its market that is done is another order. */
function doneIsNoConflict(): WireVariant {
  return changeAnswer("POST /orders", async (given, request, venue) => {
    const { code, details } = fieldsOf(given.body);
    if (code !== CONFLICT) return given;
    const order = fieldsOf(request.body);
    const arriving = { request, venue };
    const { order_id: id } = fieldsOf(details);
    const first = fieldsOf((await ask(arriving, `GET /orders/${id}`)).body);
    const isHere = first["market_id"] === order["market_id"];
    return isHere && !isOpen(first) ? ask(arriving, "POST /orders", anew(order)) : given;
  });
}

/** Several fills as one, of their total at their average. */
function merged({ fills, filled_qty: qty, avg_fill_price_cents: price }: Fields): Fields | false {
  const [first, ...others] = fills as Fields[];
  return others.length > 0 && { fills: [{ ...first, qty, price: Math.round(Number(price)) }] };
}

/** A replay of an order that rested and has come to this is a duplicate. */
function duplicateOnceIt(status: string): () => WireVariant {
  return () =>
    changeReplay(async (given, _, arriving) => {
      const result = fieldsOf(given.body);
      if (!isOpen(result)) return given;
      const now = fieldsOf((await ask(arriving, `GET /orders/${result["order_id"]}`)).body);
      return now["status"] === status ? envelope(409, "DUPLICATE_ORDER") : given;
    });
}

/** Defects of what a replay is answered. */
export const ofReplays: readonly Mutant[] = [
  {
    name: "a-conflict-takes-the-id-over",
    breaks: ["IDEM-REPLAY-01"],
    defect: "Once another body came under a client_order_id, a replay of its order is 409.",
    wire: conflictTakesOver,
  },
  {
    name: "unmet-ioc-orders-have-no-ids",
    breaks: ["IDEM-REPLAY-01"],
    defect: "The client_order_id of an IOC order that met nobody has no effect.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const isUnmet = order["tif"] === "IOC" && !(await crosses(order, arriving));
        return isUnmet && { client_order_id: undefined };
      }),
  },
  {
    name: "replay-of-a-fill-shows-none",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of a filled order is answered with filled_qty 0.",
    wire: replayedAs(
      (result) => hasFills(result) && { filled_qty: 0, avg_fill_price_cents: null, fills: [] },
    ),
  },
  {
    name: "replay-of-a-fill-is-blank",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of a filled order lists fills that say nothing.",
    wire: replayedAs((result) => hasFills(result) && { fills: [{}] }),
  },
  {
    name: "replay-of-a-fill-lists-none",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of a filled order tells its quantities, and an empty list of fills.",
    wire: replayedAs((result) => hasFills(result) && { fills: [] }),
  },
  {
    name: "replay-merges-its-fills",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of an order with several fills lists one, of their total at their average.",
    wire: replayedAs(merged),
  },
  {
    name: "replay-has-one-fill-a-price",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of an order lists one of several fills at a price.",
    wire: replayedAs(
      (result) =>
        hasFills(result) && {
          fills: [
            ...new Map((result["fills"] as Fields[]).map((one) => [one["price"], one])).values(),
          ],
        },
    ),
  },
  {
    name: "replay-tells-no-leverage",
    breaks: ["IDEM-REPLAY-01"],
    defect: "A replay of a perp's order is answered with an effective_leverage of null.",
    wire: replayedAs(() => ({ effective_leverage: null })),
  },
  {
    name: "ids-of-done-orders-free-for-others",
    breaks: ["IDEM-CONF-01"],
    defect: "The client_order_id of a done order places a second one of another price.",
    wire: doneIsNoConflict,
  },
  {
    name: "replay-of-a-part-filled-order-is-whole",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of an order that was filled in part is answered as if all of it had been.",
    wire: replayedAs(
      (result) =>
        hasFills(result) && {
          filled_qty: Number(result["filled_qty"]) + Number(result["remaining_qty"]),
          remaining_qty: 0,
        },
    ),
  },
  {
    name: "replay-of-a-taker-as-409",
    breaks: ["IDEM-REPLAY-10"],
    defect: "A replay of an order that was done when it was answered is 409.",
    wire: () =>
      changeReplay((given) =>
        isOpen(fieldsOf(given.body)) ? given : envelope(409, "DUPLICATE_ORDER"),
      ),
  },
  {
    name: "replay-after-a-cancel-as-409",
    breaks: ["IDEM-REPLAY-07"],
    defect: "A replay of an order that was cancelled as it rested is 409.",
    wire: duplicateOnceIt("CANCELLED"),
  },
  {
    name: "replay-after-a-fill-as-409",
    breaks: ["IDEM-REPLAY-08"],
    defect: "A replay of an order that was filled as it rested is 409.",
    wire: duplicateOnceIt("FILLED"),
  },
  {
    name: "rungs-bind-no-id",
    breaks: ["IDEM-REPLAY-02"],
    defect: "An order that came with a ladder is placed again when it is resent under its id.",
    wire: rungsBindNoId,
  },
  {
    name: "ids-forgotten-in-a-freeze",
    breaks: ["IDEM-REPLAY-13"],
    defect: "Once the kill switch was on, every client_order_id of before is new again.",
    wire: forgetsAfter((status, code) => status === 503 && code === "EXCHANGE_FROZEN"),
  },
  {
    name: "ids-of-the-latest-hundred-orders",
    breaks: ["IDEM-REPLAY-01"],
    // So many rest at once where control is alone.
    controlled: true,
    defect: "A replay that comes after a hundred further orders of its agent places another.",
    wire: () => forgetsIds(100),
  },
];
