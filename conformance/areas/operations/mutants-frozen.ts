/** Venues whose kill switch leaks: what it refuses has an effect, or is never forgotten. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  learning,
  matches,
  timeOf,
} from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** True for what the kill switch refuses. */
export function isFrozen({ body }: WireAnswer): boolean {
  return fieldsOf(body)["code"] === "EXCHANGE_FROZEN";
}

/** Holds back what the kill switch refused on these routes, and sends it after the release. */
function heldBack(
  which: (order: Fields) => boolean,
  ...routes: readonly string[]
): () => WireVariant {
  return () => {
    let held: WireRequest[] = [];
    const release = async (venue: Behind) => {
      const due = held;
      held = [];
      for (const request of due) await venue(request);
    };
    const isPlaced = (request: WireRequest) => routes.some((route) => matches(request, route));
    const due = async (request: WireRequest, venue: Behind) => {
      const [first] = isPlaced(request) ? [] : held;
      const probe = first && (await ask({ request: first, venue }, "POST /orders", {}));
      if (probe !== undefined && !isFrozen(probe)) await release(venue);
    };
    const holdsBack: WireVariant = async (request, venue) => {
      await due(request, venue);
      const given = await venue(request);
      const isHeld = isPlaced(request) && isFrozen(given) && which(fieldsOf(request.body));
      if (isHeld) held.push(request);
      return given;
    };
    return Object.assign(holdsBack, { due });
  };
}

/** Ids of refused orders are taken for known ones. */
function bindsTheRefused(): WireVariant {
  const bound = new Set<unknown>();
  const idOf = ({ body }: WireRequest) => fieldsOf(body)["client_order_id"];
  const remember: WireVariant = async (request, venue) => {
    const given = await venue(request);
    const isOfAnOrder = matches(request, "POST /orders") && idOf(request) !== undefined;
    if (isOfAnOrder && isFrozen(given)) bound.add(idOf(request));
    return given;
  };
  const refuse = answerInstead("POST /orders", async (request, venue) => {
    if (!bound.has(idOf(request))) return null;
    const probe = await ask({ request, venue }, "POST /orders", {});
    return isFrozen(probe) ? null : envelope(409, "CLIENT_ORDER_ID_CONFLICT");
  });
  return inFrontOf(refuse, remember);
}

/** Orders that the kill switch refused, answered as ones that rest. */
function restsThough(which: (order: Fields, given: WireAnswer) => boolean): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (given, request) => {
      const order = fieldsOf(request.body);
      const { market_id, qty } = order;
      if (!isFrozen(given) || market_id === undefined || !which(order, given)) return given;
      const rests = { status: "NEW", filled_qty: 0, remaining_qty: qty, fills: [] };
      const nothing = { reject_reason: null, reject_message: null, avg_fill_price_cents: null };
      return answer(201, { order_id: crypto.randomUUID(), market_id, ...rests, ...nothing });
    });
}

const FIVE_MINUTES_MS = 300_000;

/** What the kill switch refuses is let by once it has refused others for five minutes. */
function thawing(): WireVariant {
  let since = Infinity;
  const remember = (request: WireRequest, given: WireAnswer) => {
    if (!matches(request, "POST /orders")) return;
    since = isFrozen(given) ? Math.min(since, timeOf(given)) : Infinity;
  };
  const isThawed = (_: Fields, given: WireAnswer) => timeOf(given) - since > FIVE_MINUTES_MS;
  return learning(remember, restsThough(isThawed)());
}

const isTaker = ({ tif }: Fields) => tif === "IOC";
const rests = ({ tif }: Fields) => tif === "POST_ONLY";

/** Defects of the kill switch that show when it is released. */
export const leaks: readonly Mutant[] = [
  {
    name: "reduce-only-passes-the-kill-switch",
    breaks: ["OPS-KILL-01"],
    defect: "A frozen venue answers an order that is reduce_only as one that rests.",
    wire: restsThough(({ reduce_only }) => reduce_only === true),
  },
  {
    name: "unnamed-orders-pass-the-kill-switch",
    breaks: ["OPS-KILL-01"],
    defect: "A frozen venue answers an order without client_order_id as one that rests.",
    wire: restsThough(({ client_order_id }) => client_order_id === undefined),
  },
  {
    name: "freeze-ends-by-itself",
    breaks: ["OPS-KILL-01"],
    defect: "A frozen venue takes orders again after five minutes, though nobody has released it.",
    wire: thawing,
  },
  {
    name: "refused-while-frozen-rests-later",
    breaks: ["OPS-KILL-05"],
    defect: "A POST_ONLY order that the kill switch refused is placed when it is released.",
    wire: heldBack(rests, "POST /orders"),
  },
  {
    name: "refused-while-frozen-trades-later",
    breaks: ["OPS-KILL-05"],
    defect: "An IOC order that the kill switch refused is carried out when it is released.",
    wire: heldBack(isTaker, "POST /orders"),
  },
  {
    name: "refused-while-frozen-binds-its-id",
    breaks: ["OPS-KILL-06"],
    defect: "The client_order_id of an order that the kill switch refused is never free again.",
    wire: bindsTheRefused,
  },
  {
    name: "amended-while-frozen",
    breaks: ["OPS-KILL-07"],
    defect: "An amend that the kill switch refused is carried out when it is released.",
    wire: heldBack(() => true, "PATCH /orders/*"),
  },
  {
    name: "quantity-amended-while-frozen",
    breaks: ["OPS-KILL-07"],
    defect: "An amend of the quantity alone is carried out though the kill switch refused it.",
    wire: heldBack(({ price }) => price === undefined, "PATCH /orders/*"),
  },
  {
    name: "ladder-while-frozen",
    breaks: ["OPS-KILL-07"],
    defect: "A ladder that the kill switch refused is placed when it is released.",
    wire: heldBack(() => true, "POST /orders/replace-ladder"),
  },
  {
    name: "cancel-all-of-a-freeze-does-nothing",
    breaks: ["OPS-KILL-08"],
    defect: "A cancel of all orders is answered 200 while the venue is frozen, and cancels none.",
    wire: () =>
      answerInstead("DELETE /orders", async (request, venue) => {
        const probe = await ask({ request, venue }, "POST /orders", {});
        return isFrozen(probe) ? answer(200, { cancelled: [], count: 0 }) : null;
      }),
  },
  {
    name: "open-orders-of-a-freeze-stand-still",
    breaks: ["OPS-KILL-08"],
    defect: "While the venue is frozen a list of open orders stays as it was first read.",
    wire: () => {
      const kept = new Map<string, WireAnswer>();
      return changeAnswer("GET /orders/open", async (given, request, venue) => {
        const probe = await ask({ request, venue }, "POST /orders", {});
        if (!isFrozen(probe)) kept.clear();
        const caller = request.headers["authorization"] ?? request.headers["cookie"] ?? "";
        const first = kept.get(caller) ?? given;
        if (isFrozen(probe)) kept.set(caller, first);
        return first;
      });
    },
  },
];
