/** Venues whose defects take two features, two markets or two agents of an owner to show. */
import {
  type Arriving,
  anew,
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeRequest,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** The caller's open orders in all markets. */
async function openOf(arriving: Arriving): Promise<Fields[]> {
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  return orders as Fields[];
}

/** Ids of the orders that have been amended, kept by `remember`. */
function amendedOrders(): { ids: ReadonlySet<unknown>; remember: WireVariant } {
  const ids = new Set<unknown>();
  const remember = changeAnswer("PATCH /orders/*", (given, { path }) => {
    if (given.status === 200) ids.add(path.slice("/orders/".length));
    return given;
  });
  return { ids, remember };
}

/** What one market's cancel-all is to take, it takes of the amended orders in all. */
function takesTheAmendedElsewhere(): WireVariant {
  const { ids, remember } = amendedOrders();
  const take = changeAnswer("DELETE /orders", async (given, request, venue) => {
    const arriving = { request, venue };
    for (const { order_id: id } of await openOf(arriving)) {
      if (ids.has(id)) await ask(arriving, `DELETE /orders/${id}`);
    }
    return given;
  });
  return inFrontOf(remember, take);
}

/** Cents that stay earmarked for each amended order that a cancel-all takes. */
const KEPT = 7;

function keepsTheReserveOfTheAmended(): WireVariant {
  const { ids, remember } = amendedOrders();
  const kept = new Map<string, number>();
  const take: WireVariant = async (request, venue) => {
    const isAll = request.method === "DELETE" && request.path === "/orders";
    const before = isAll ? await openOf({ request, venue }) : [];
    const given = await venue(request);
    const after = isAll ? await openOf({ request, venue }) : [];
    const gone = before.filter(
      ({ order_id: id }) => ids.has(id) && after.every((one) => one["order_id"] !== id),
    );
    const key = keyOf(request);
    if (gone.length > 0) kept.set(key, (kept.get(key) ?? 0) + KEPT * gone.length);
    return given;
  };
  const tell = changeAnswer("GET /me/wallet", (given, request) => {
    const wallet = fieldsOf(given.body);
    const free = Number(wallet["free_cents"]) - (kept.get(keyOf(request)) ?? 0);
    return { ...given, body: { ...wallet, free_cents: free } };
  });
  return inFrontOf(remember, inFrontOf(take, tell));
}

/** Replaces all but what has been filled in part, which stays beside the rungs. */
function laddersLeaveTheTouched(): WireVariant {
  return answerInstead("POST /orders/replace-ladder", async (request, venue) => {
    const arriving = { request, venue };
    const { market_id: market, orders: rungs = [] } = fieldsOf(request.body);
    const here = (await openOf(arriving)).filter((one) => one["market_id"] === market);
    const untouched = here.filter(({ filled_qty: filled }) => filled === 0);
    if (untouched.length === here.length) return null;
    const cancelled = untouched.map(({ order_id: id }) => id);
    for (const id of cancelled) await ask(arriving, `DELETE /orders/${id}`);
    const results = [];
    for (const rung of rungs as Fields[]) {
      results.push((await ask(arriving, "POST /orders", { market_id: market, ...rung })).body);
    }
    return answer(200, { cancelled, results });
  });
}

/** An order that another market knows by its id, and that is over, is no obstacle to a second one. */
function forgetsIdsElsewhere(): WireVariant {
  const known = new Map<string, Fields>();
  const nameOf = (key: string, id: unknown) => `${key} ${id}`;
  const remember = changeAnswer("POST /orders", (given, request) => {
    const { client_order_id: id, market_id } = fieldsOf(request.body);
    const { order_id, status } = fieldsOf(given.body);
    const name = nameOf(keyOf(request), id);
    const isPlaced = given.status < 300 && status !== "REJECTED";
    if (isPlaced && id !== undefined && !known.has(name)) known.set(name, { order_id, market_id });
    return given;
  });
  const forget = changeRequest("POST /orders", async (request, venue) => {
    const order = fieldsOf(request.body);
    const first = known.get(nameOf(keyOf(request), order["client_order_id"]));
    if (first === undefined || first["market_id"] === order["market_id"]) return request;
    const open = await openOf({ request, venue });
    const isOver = open.every((one) => one["order_id"] !== first["order_id"]);
    return isOver ? withBody(request, anew(order)) : request;
  });
  return inFrontOf(remember, forget);
}

/** Shows each of two positions under the other's market. */
const positionsSwapped = () =>
  changeAnswer("GET /positions", (given) => {
    const { positions = [], ...rest } = fieldsOf(given.body);
    const [one, other, ...more] = positions as Fields[];
    if (given.status !== 200 || !one || !other || more.length > 0) return given;
    const swapped = [
      { ...one, market_id: other["market_id"] },
      { ...other, market_id: one["market_id"] },
    ];
    return { ...given, body: { ...rest, positions: swapped } };
  });

/** Known-bad venues that only several markets, agents and commands together show. */
export const across: readonly Mutant[] = [
  {
    name: "cancel-all-takes-the-amended-elsewhere",
    breaks: ["PROP-STATEFUL-05"],
    // What it cancelled shows in what the next order does not find, too.
    alsoBreaks: ["PROP-STATEFUL-04"],
    defect: "A cancel-all of one market takes the amended orders of its agent in every other, too.",
    wire: takesTheAmendedElsewhere,
  },
  {
    name: "ladder-leaves-the-partly-filled",
    breaks: ["PROP-STATEFUL-05"],
    // What it left shows in what the next order finds, and where a fill is under way as it is replaced.
    alsoBreaks: ["PROP-STATEFUL-04", "PROP-CONC-04"],
    defect: "A ladder replaces the orders of its agent but those that have been filled in part.",
    wire: laddersLeaveTheTouched,
  },
  {
    name: "positions-of-two-markets-swapped",
    breaks: ["PROP-STATEFUL-05"],
    defect: "Of an agent with positions in two markets each is shown as the other's.",
    wire: positionsSwapped,
  },
  {
    name: "ended-ids-unknown-elsewhere",
    breaks: ["PROP-STATEFUL-04"],
    defect: "Once an order is over, its client_order_id places a second one in another market.",
    wire: forgetsIdsElsewhere,
  },
  {
    name: "cancel-all-keeps-the-reserve-of-the-amended",
    breaks: ["PROP-STATEFUL-06"],
    defect:
      "Some of what an amended order had earmarked is not given back when a cancel-all takes it.",
    wire: keepsTheReserveOfTheAmended,
  },
];
