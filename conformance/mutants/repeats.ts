/** Venues that forget an order's id under circumstances. */

import { ask, type Fields, fieldsOf, keyOf, matches } from "../interposer/changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";
import type { Mutant } from "../interposer/mutant.ts";

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

const anew = ({ client_order_id: _, ...order }: Fields) => order;
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

/** Defects of repetition. */
export const repeats: readonly Mutant[] = [
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
];
