/** Venues on which a client_order_id does not stand for one order. */

import { isOpen } from "../../interposer/cancels.ts";
import {
  type Arriving,
  anew,
  ask,
  changeAnswer,
  changeOrder,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
  timeOf,
} from "../../interposer/changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { freed } from "./mutants-freed.ts";
import { changeReplay, ofLaterIds } from "./mutants-ids.ts";
import { ofReplays, replayedAs } from "./mutants-replays.ts";

/** Answers to another order under a known id, changed. */
function changeConflict(to: (order: Fields) => WireAnswer): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (given, { body }) =>
      isConflict(given) ? to(fieldsOf(body)) : given,
    );
}

const isConflict = ({ body }: WireAnswer) => fieldsOf(body)["code"] === "CLIENT_ORDER_ID_CONFLICT";

/** A conflict with an order in another market is answered 404. */
function conflictElsewhere(): WireVariant {
  const markets = new Map<string, unknown>();
  return changeAnswer("POST /orders", (given, request) => {
    const { client_order_id: id, market_id: market } = fieldsOf(request.body);
    const place = `${keyOf(request)} ${id}`;
    const first = markets.get(place) ?? market;
    markets.set(place, first);
    return isConflict(given) && first !== market ? envelope(404, "ORDER_NOT_FOUND") : given;
  });
}

/** Where an order differs in this from the first one under its id, the id is taken for another one. */
function idAlso(
  part: (order: Fields, request: WireRequest) => unknown,
  whose: (request: WireRequest) => string = keyOf,
): () => WireVariant {
  return () => {
    const firsts = new Map<string, unknown>();
    return changeOrder((order, { request }) => {
      const id = order["client_order_id"];
      const own = part(order, request);
      if (id === undefined || own === undefined) return false;
      const place = `${whose(request)} ${id}`;
      const first = firsts.get(place) ?? own;
      firsts.set(place, first);
      return own !== first && { client_order_id: `${id}.${own}` };
    });
  };
}

/** Every id is that of whoever used it first. */
function idsOfWhoeverCame(): WireVariant {
  const firsts = new Map<unknown, { key: string; given: WireAnswer }>();
  return async (request, venue) => {
    const { client_order_id: id } = fieldsOf(request.body);
    if (!matches(request, "POST /orders") || id === undefined) return venue(request);
    const first = firsts.get(id);
    if (first !== undefined && first.key !== keyOf(request)) return first.given;
    const given = await venue(request);
    if (given.status === 201) firsts.set(id, { key: keyOf(request), given });
    return given;
  };
}

/** What has become of an order that rested when it was placed; of any other, nothing. */
async function becameOf(result: Fields, arriving: Arriving): Promise<Fields> {
  if (!isOpen(result)) return {};
  return fieldsOf((await ask(arriving, `GET /orders/${result["order_id"]}`)).body);
}

/** A replay of an order that rested and has come to this is another order. */
function freeOnceIt(status: string): () => WireVariant {
  return () =>
    changeReplay(async (given, order, arriving) => {
      const now = await becameOf(fieldsOf(given.body), arriving);
      return now["status"] === status ? ask(arriving, "POST /orders", anew(order)) : given;
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
      const { client_order_id } = order;
      if (!matches(request, "POST /orders") || client_order_id === undefined) return venue(request);
      const again = () => ask({ request, venue }, "POST /orders", anew(order));
      const id = `${keyOf(request)} ${client_order_id}`;
      if (placing.has(id)) return meanwhile(again);
      placing.add(id);
      await new Promise((resolve) => setTimeout(resolve, LOOK_UP_MS));
      const given = await venue(request);
      placing.delete(id);
      return given;
    };
  };
}

/** While an order is being placed, one that differs from it in this is placed too, whatever its id. */
function otherBodyInFlight(part: (order: Fields) => unknown): () => WireVariant {
  return () => {
    const placing = new Map<unknown, unknown>();
    return async (request, venue) => {
      const order = fieldsOf(request.body);
      const { client_order_id: id } = order;
      if (!matches(request, "POST /orders") || id === undefined) return venue(request);
      if (placing.has(id) && placing.get(id) !== part(order)) {
        return ask({ request, venue }, "POST /orders", anew(order));
      }
      placing.set(id, part(order));
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
    defect: "A replay of an order that still rests is answered with it, but places a second one.",
    wire: () =>
      changeReplay(async (given, order, arriving) => {
        const isStamped = "timestamp_ms" in order;
        const { status } = await becameOf(fieldsOf(given.body), arriving);
        if (status === "NEW" && !isStamped) await ask(arriving, "POST /orders", anew(order));
        return given;
      }),
  },
  {
    name: "replay-tells-another-state",
    breaks: ["IDEM-REPLAY-03"],
    defect: "A replay of an order that rested is answered FILLED.",
    wire: replayedAs(({ status }) => status === "NEW" && { status: "FILLED", remaining_qty: 0 }),
  },
  {
    name: "replay-as-202",
    breaks: ["IDEM-REPLAY-04"],
    defect: "A replay is answered 202.",
    wire: () => changeReplay((given) => ({ ...given, status: 202 })),
  },
  {
    name: "ids-kept-per-key",
    breaks: ["IDEM-REPLAY-05"],
    defect: "Each key of an agent has client_order_ids of its own.",
    wire: idAlso(
      (_, request) =>
        keyOf(request)
          .slice(-8)
          .replace(/[^\w-]/g, ""),
      () => "",
    ),
  },
  {
    name: "ids-shared-by-agents",
    breaks: ["IDEM-REPLAY-06"],
    defect: "A client_order_id of one agent is taken for a replay when another agent uses it.",
    wire: idsOfWhoeverCame,
  },
  {
    name: "id-free-after-cancel",
    breaks: ["IDEM-REPLAY-07"],
    defect:
      "The client_order_id of an order that was cancelled as it rested can place another one.",
    wire: freeOnceIt("CANCELLED"),
  },
  {
    name: "id-free-after-fill",
    breaks: ["IDEM-REPLAY-08"],
    defect: "The client_order_id of an order that was filled as it rested can place another one.",
    wire: freeOnceIt("FILLED"),
  },
  ...ofReplays,
  {
    name: "price-is-part-of-the-id",
    breaks: ["IDEM-CONF-01"],
    defect: "The same client_order_id with another price places a second order.",
    wire: idAlso(({ price }) => price),
  },
  {
    name: "side-is-part-of-the-id",
    breaks: ["IDEM-CONF-02"],
    defect: "The same client_order_id on the other side places a second order.",
    wire: idAlso(({ side }) => side),
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
    wire: changeConflict(() => envelope(404, "ORDER_NOT_FOUND")),
  },
  {
    name: "conflict-with-another-market-as-404",
    breaks: ["IDEM-CONF-03"],
    defect: "The same client_order_id in another market is answered 404.",
    wire: conflictElsewhere,
  },
  {
    name: "conflict-declined-without-a-reason",
    breaks: ["IDEM-CONF-03"],
    defect:
      "The same client_order_id with another body is REJECTED, and no reject_reason says why.",
    wire: changeConflict((order) => declineOf(order, "")),
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
    name: "ids-locked-by-their-price",
    breaks: ["IDEM-CONF-01"],
    defect: "Orders of two prices that come at once under one client_order_id are both placed.",
    wire: otherBodyInFlight(({ price }) => price),
  },
  {
    name: "ids-locked-by-their-market",
    breaks: ["IDEM-CONF-02"],
    defect: "Orders in two markets that come at once under one client_order_id are both placed.",
    wire: otherBodyInFlight(({ market_id: id }) => id),
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
    defect:
      "The client_order_id of a stamped order is kept for two seconds: a later replay is another order.",
    wire: () =>
      changeReplay((given, order, arriving) => {
        const ageMs = timeOf(given) - Number(order["timestamp_ms"]);
        const unstamped = { timestamp_ms: undefined, recv_window_ms: undefined };
        const again = { ...anew(order), ...unstamped };
        return ageMs > 1_500 ? ask(arriving, "POST /orders", again) : given;
      }),
  },
  {
    name: "qty-is-part-of-the-id",
    breaks: ["IDEM-CONF-04"],
    defect: "The same client_order_id with another qty places a second order.",
    wire: idAlso(({ qty }) => qty),
  },
  {
    name: "qty-of-a-limit-order-is-part-of-the-id",
    breaks: ["IDEM-CONF-04"],
    defect: "The same client_order_id in a LIMIT order of another qty places a second order.",
    wire: idAlso(({ type, qty }) => (type === "LIMIT" ? qty : undefined)),
  },
  {
    name: "ids-kept-per-type",
    breaks: ["IDEM-CONF-04"],
    defect: "MARKET orders have client_order_ids of their own.",
    wire: idAlso(({ type }) => type),
  },
  ...ofLaterIds,
  ...freed,
];
