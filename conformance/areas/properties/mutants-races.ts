/** Venues that go wrong where requests overlap, or forget an order's id under circumstances. */

import {
  anew,
  answer,
  ask,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { crosses } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** An order as the venue remembers it. */
interface RememberedOrder {
  given: WireAnswer;
  key: string;
  atMs: number;
  /** How many orders came before it. */
  place: number;
}

/** Whether a repeat is taken for another order; `count` is how many ids are known. */
type Forgets = (known: RememberedOrder, repeat: { request: WireRequest; count: number }) => boolean;

const isDone = ({ given }: RememberedOrder) => fieldsOf(given.body)["status"] === "FILLED";

/** A venue that remembers ids, but for those it forgets. */
function forgetting(forgets: Forgets): () => WireVariant {
  return () => {
    const ids = new Map<unknown, RememberedOrder>();
    return async (request, venue) => {
      if (!matches(request, "POST /orders")) return venue(request);
      const order = fieldsOf(request.body);
      const id = order["client_order_id"];
      const known = ids.get(id);
      if (known !== undefined && forgets(known, { request, count: ids.size })) {
        return ask({ request, venue }, "POST /orders", anew(order));
      }
      const given = await venue(request);
      const entry = { given, key: keyOf(request), atMs: performance.now(), place: ids.size };
      if (known === undefined) ids.set(id, entry);
      return given;
    };
  };
}

/** A fill is told again as one contract more. */
function inflated(): WireVariant {
  return async (request, venue) => {
    const given = await venue(request);
    const result = fieldsOf(given.body);
    const isReplay = given.headers["idempotent-replayed"] !== undefined;
    if (!matches(request, "POST /orders") || !isReplay || !result["filled_qty"]) return given;
    const more = { filled_qty: Number(result["filled_qty"]) + 1 };
    return { ...given, body: { ...result, ...more } };
  };
}

/** An order so long under way meets whatever is sent at the same moment. */
const SLOW_MS = 15;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What becomes of a request sent while an order is under way; null leaves it to the venue. */
type Meanwhile = (
  request: WireRequest,
  venue: Behind,
  first: { request: WireRequest; given: Promise<WireAnswer> },
) => Promise<WireAnswer | null>;

/** Treats requests in its own way while an order is under way. */
function whileUnderWay(route: string, meanwhile: Meanwhile): () => WireVariant {
  return () => {
    let first: { request: WireRequest; given: Promise<WireAnswer> } | null = null;
    return async (request, venue) => {
      if (first !== null && matches(request, route)) {
        return (await meanwhile(request, venue, first)) ?? venue(request);
      }
      if (!matches(request, "POST /orders") || first !== null) return venue(request);
      const given = wait(SLOW_MS).then(() => venue(request));
      first = { request, given };
      return given.finally(() => {
        first = null;
      });
    };
  };
}

/** Tickets minted while another is, all the same. */
function oneTicketAtOnce(): WireVariant {
  let underWay: Promise<WireAnswer> | null = null;
  return async (request, venue) => {
    if (!matches(request, "POST /auth/ws-ticket")) return venue(request);
    underWay ??= wait(SLOW_MS)
      .then(() => venue(request))
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
}

/** Defects of overlap and of repetition. */
export const races: readonly Mutant[] = [
  {
    name: "three-ids-remembered",
    breaks: ["PROP-IDEM-01"],
    defect: "Only the last three client_order_ids are remembered.",
    wire: forgetting(({ place }, { count }) => count - place > 3),
  },
  {
    name: "replay-inflates-a-fill",
    breaks: ["PROP-IDEM-01"],
    defect: "The replay of an order that traded tells a contract more than was filled.",
    wire: inflated,
  },
  {
    name: "another-key-repeats-the-filled",
    breaks: ["PROP-IDEM-02"],
    defect: "Once an order is filled, its id means another order to the agent's other key.",
    wire: forgetting((known, { request }) => isDone(known) && known.key !== keyOf(request)),
  },
  {
    name: "ids-remembered-late",
    breaks: ["PROP-LOST-01"],
    defect: "An id is remembered 30 ms after its order was answered.",
    wire: forgetting(({ atMs }) => performance.now() - atMs < 30),
  },
  {
    name: "id-raced-as-it-trades",
    breaks: ["PROP-CONC-01"],
    defect: "An order that trades is placed again for each of the same id sent at that moment.",
    wire: whileUnderWay("POST /orders", async (request, venue) => {
      const order = fieldsOf(request.body);
      const trades = await crosses(order, { request, venue });
      return trades ? ask({ request, venue }, "POST /orders", anew(order)) : null;
    }),
  },
  {
    name: "maker-sold-twice",
    breaks: ["PROP-CONC-02"],
    defect: "Of two orders at once for one that rests, the second is told what the first was.",
    wire: whileUnderWay("POST /orders", async (request, venue, { given }) => {
      const answered = fieldsOf((await given).body);
      const own = await venue(request);
      const qty = Number(fieldsOf(request.body)["qty"]);
      const filled = Math.min(Number(answered["filled_qty"]), qty);
      if (filled === 0) return own;
      const status = filled === qty ? "FILLED" : "PARTIAL";
      const claim = { status, filled_qty: filled, remaining_qty: qty - filled };
      return { ...own, body: { ...fieldsOf(own.body), ...claim } };
    }),
  },
  {
    name: "cancel-lost-in-a-fill",
    breaks: ["PROP-CONC-03"],
    defect: "A cancel while an order is under way is answered and forgotten.",
    wire: whileUnderWay("DELETE /orders/*", async (_, __, { given }) => {
      await given;
      return answer(200, {});
    }),
  },
  {
    name: "ladder-keeps-its-rungs-in-a-fill",
    breaks: ["PROP-CONC-04"],
    defect: "A ladder replaced while an order is under way adds rungs and removes none.",
    wire: whileUnderWay("POST /orders/replace-ladder", async (request, venue) => {
      const { orders = [] } = fieldsOf(request.body);
      for (const order of orders as Fields[]) await ask({ request, venue }, "POST /orders", order);
      return answer(200, { cancelled: [], results: [] });
    }),
  },
  {
    name: "tickets-shared",
    breaks: ["PROP-CONC-05"],
    defect: "Tickets minted at the same moment are one ticket.",
    wire: () => oneTicketAtOnce(),
  },
];
