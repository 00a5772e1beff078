/** Venues on which a client_order_id does not stand for one order. */

import {
  anew,
  ask,
  changeOrder,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { ofLaterIds } from "./mutants-ids.ts";

/** The first order under an id and its answer. */
interface First {
  order: Fields;
  key: string;
  given: WireAnswer;
}

/** What becomes of an order whose id was answered before; undefined leaves it to the venue. */
type OnRepeat = (
  first: First,
  order: Fields,
  again: (order: Fields) => Promise<WireAnswer>,
  statusNow: () => Promise<unknown>,
) => Promise<WireAnswer> | WireAnswer | undefined;

/** A venue that treats repeated ids in its own way. */
function onRepeat(repeat: OnRepeat): () => WireVariant {
  return () => {
    const firsts = new Map<unknown, First>();
    return async (request, venue) => {
      const order = fieldsOf(request.body);
      const { client_order_id: id } = order;
      if (!matches(request, "POST /orders") || id === undefined) return venue(request);
      const first = firsts.get(id);
      const arriving = { request, venue };
      if (first !== undefined) {
        const again = (changed: Fields) => ask(arriving, "POST /orders", changed);
        const { order_id } = fieldsOf(first.given.body);
        const statusNow = async () =>
          fieldsOf((await ask(arriving, `GET /orders/${order_id}`)).body)["status"];
        const repeated = await repeat(first, order, again, statusNow);
        if (repeated !== undefined) return repeated;
      }
      const given = await venue(request);
      if (given.status === 201) firsts.set(id, { order, key: keyOf(request), given });
      return given;
    };
  };
}

const same = (one: Fields, other: Fields) => JSON.stringify(one) === JSON.stringify(other);

/** The id with what the venue wrongly makes part of it. */
function idAlso(part: (order: Fields, key: string) => string): () => WireVariant {
  return () =>
    changeOrder((order, { request }) => {
      const id = order["client_order_id"];
      return id !== undefined && { client_order_id: `${id}.${part(order, keyOf(request))}` };
    });
}

/** The last order of a replay's answer, changed. */
function replayedAs(change: (result: Fields) => Fields): OnRepeat {
  return ({ given }) => ({
    ...given,
    body: { ...fieldsOf(given.body), ...change(fieldsOf(given.body)) },
  });
}

/** How long the slow look-up of an id takes. Milliseconds. */
const LOOK_UP_MS = 20;

/** What becomes of an order whose id is being placed at this moment. */
function inFlight(meanwhile: (again: () => Promise<WireAnswer>) => Promise<WireAnswer>) {
  return (): WireVariant => {
    const placing = new Set<unknown>();
    return async (request, venue) => {
      const order = fieldsOf(request.body);
      const { client_order_id: id } = order;
      if (!matches(request, "POST /orders") || id === undefined) return venue(request);
      const again = () => ask({ request, venue }, "POST /orders", anew(order));
      if (placing.has(id)) return meanwhile(again);
      placing.add(id);
      await new Promise((resolve) => setTimeout(resolve, LOOK_UP_MS));
      const given = await venue(request);
      placing.delete(id);
      return given;
    };
  };
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "client-order-id-dropped",
    breaks: ["IDEM-REPLAY-01"],
    defect: "client_order_id has no effect: a replay is another order.",
    wire: () => changeOrder(() => ({ client_order_id: undefined })),
  },
  {
    name: "replay-placed-behind-its-answer",
    breaks: ["IDEM-REPLAY-02"],
    defect: "A replay is answered with the first order, but places a second one.",
    wire: onRepeat(async ({ given }, order, again) => {
      await again(anew(order));
      return given;
    }),
  },
  {
    name: "replay-tells-another-state",
    breaks: ["IDEM-REPLAY-03"],
    defect: "A replay of an order that rested is answered FILLED.",
    wire: onRepeat(replayedAs(() => ({ status: "FILLED", remaining_qty: 0 }))),
  },
  {
    name: "replay-as-202",
    breaks: ["IDEM-REPLAY-04"],
    defect: "A replay is answered 202.",
    wire: onRepeat(({ given }) => ({ ...given, status: 202 })),
  },
  {
    name: "ids-kept-per-key",
    breaks: ["IDEM-REPLAY-05"],
    defect: "Each key of an agent has client_order_ids of its own.",
    wire: idAlso((_, key) => key.slice(-8).replace(/[^\w-]/g, "")),
  },
  {
    name: "ids-shared-by-agents",
    breaks: ["IDEM-REPLAY-06"],
    defect: "A client_order_id of one agent is taken for a replay when another agent uses it.",
    wire: onRepeat(({ given }) => given),
  },
  {
    name: "id-free-after-cancel",
    breaks: ["IDEM-REPLAY-07"],
    defect: "The client_order_id of a cancelled order can place another one.",
    wire: onRepeat(async ({ given }, order, again, statusNow) =>
      (await statusNow()) === "CANCELLED" ? again(anew(order)) : given,
    ),
  },
  {
    name: "id-free-after-fill",
    breaks: ["IDEM-REPLAY-08"],
    defect: "The client_order_id of a filled order can place another one.",
    wire: onRepeat(async ({ given }, order, again, statusNow) =>
      (await statusNow()) === "FILLED" ? again(anew(order)) : given,
    ),
  },
  {
    name: "replay-of-a-fill-shows-none",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of a filled order is answered with filled_qty 0.",
    wire: onRepeat(replayedAs(() => ({ filled_qty: 0, avg_fill_price_cents: null, fills: [] }))),
  },
  {
    name: "replay-of-a-fill-is-blank",
    breaks: ["IDEM-REPLAY-09"],
    defect: "A replay of a filled order lists fills that say nothing.",
    wire: onRepeat(replayedAs(() => ({ fills: [{}] }))),
  },
  {
    name: "price-is-part-of-the-id",
    breaks: ["IDEM-CONF-01"],
    defect: "The same client_order_id with another price places a second order.",
    wire: idAlso(({ price }) => String(price)),
  },
  {
    name: "side-is-part-of-the-id",
    breaks: ["IDEM-CONF-02"],
    defect: "The same client_order_id on the other side places a second order.",
    wire: idAlso(({ side }) => String(side)),
  },
  {
    name: "ids-kept-per-market",
    breaks: ["IDEM-CONF-02"],
    defect: "The same client_order_id on another market places a second order.",
    wire: idAlso(({ market_id: id }) => String(id).slice(0, 8)),
  },
  {
    name: "conflict-as-404",
    breaks: ["IDEM-CONF-03"],
    defect: "The same client_order_id with another body is answered 404.",
    wire: onRepeat(({ order: first, given }, order) =>
      same(first, order) ? given : envelope(404, "ORDER_NOT_FOUND"),
    ),
  },
  {
    name: "conflict-with-another-market-as-404",
    breaks: ["IDEM-CONF-03"],
    defect: "The same client_order_id in another market is answered 404.",
    wire: onRepeat(({ order: first }, { market_id }) =>
      market_id === first["market_id"] ? undefined : envelope(404, "ORDER_NOT_FOUND"),
    ),
  },
  {
    name: "conflict-declined-without-a-reason",
    breaks: ["IDEM-CONF-03"],
    defect:
      "The same client_order_id with another body is REJECTED, and no reject_reason says why.",
    wire: onRepeat(({ order: first, given }, order) =>
      same(first, order) ? given : declineOf(order, ""),
    ),
  },
  {
    name: "ids-looked-up-before-they-are-kept",
    breaks: ["IDEM-CONC-01"],
    defect: "Identical requests at once each find the id free and each place an order.",
    wire: inFlight((again) => again()),
  },
  {
    name: "duplicates-placed-behind-a-409",
    breaks: ["IDEM-CONC-01"],
    defect: "Identical requests at once are answered 409, and each places an order.",
    wire: inFlight(async (again) => {
      await again();
      return envelope(409, "IN_PROGRESS");
    }),
  },
  {
    name: "meanwhile-as-400",
    breaks: ["IDEM-CONC-02"],
    defect: "An identical request is answered 400 while the first one is under way.",
    wire: inFlight(async () => envelope(400, "VALIDATION_ERROR")),
  },
  {
    name: "stale-replay-placed",
    breaks: ["IDEM-FRESH-01"],
    defect: "A client_order_id is kept for two seconds: what comes later places another order.",
    wire: onRepeat(async ({ given }, order, again) => {
      const replay = await again(order);
      const late = Date.parse(replay.headers["date"] ?? "") - Number(order["timestamp_ms"]) > 1_500;
      return late
        ? again({ ...anew(order), timestamp_ms: undefined, recv_window_ms: undefined })
        : given;
    }),
  },
  {
    name: "qty-is-part-of-the-id",
    breaks: ["IDEM-CONF-04"],
    defect: "The same client_order_id with another qty places a second order.",
    wire: idAlso(({ qty }) => String(qty)),
  },
  {
    name: "ids-kept-per-type",
    breaks: ["IDEM-CONF-04"],
    defect: "MARKET orders have client_order_ids of their own.",
    wire: idAlso(({ type }) => String(type)),
  },
  ...ofLaterIds,
];
