/** Venues that go wrong where requests overlap, or forget an order's id under circumstances. */

import { cancelsNothing } from "../../interposer/cancels.ts";
import {
  anew,
  answer,
  ask,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  type Behind,
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  withBody,
} from "../../interposer/interposer.ts";
import { crosses } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** An order as the venue remembers it. */
interface RememberedOrder {
  given: WireAnswer;
  key: string;
  atMs: number;
  /** How many orders of its caller had traded by then. */
  traded: number;
}

/** A repeat, and how many orders of its caller have traded on arrival. */
interface Repeat {
  request: WireRequest;
  traded: number;
}

/** Whether a repeat is taken for another order. */
type Forgets = (known: RememberedOrder, repeat: Repeat) => boolean;

const isDone = ({ given }: RememberedOrder) => fieldsOf(given.body)["status"] === "FILLED";

/** A venue that remembers ids, but for those it forgets. */
function forgetting(forgets: Forgets): () => WireVariant {
  return () => {
    const ids = new Map<unknown, RememberedOrder>();
    const trades = new Map<string, number>();
    return async (request, venue) => {
      if (!matches(request, "POST /orders")) return venue(request);
      const order = fieldsOf(request.body);
      const id = order["client_order_id"];
      const key = keyOf(request);
      const known = ids.get(id);
      const traded = trades.get(key) ?? 0;
      if (known !== undefined && forgets(known, { request, traded })) {
        return ask({ request, venue }, "POST /orders", anew(order));
      }
      const given = await venue(request);
      if (known !== undefined || given.status !== 201) return given;
      const hasTraded = Number(fieldsOf(given.body)["filled_qty"]) > 0;
      trades.set(key, traded + Number(hasTraded));
      ids.set(id, { given, key, atMs: performance.now(), traded: traded + Number(hasTraded) });
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

/** An order under way, and its answer to come. */
interface UnderWay {
  request: WireRequest;
  order: Fields;
  given: Promise<WireAnswer>;
}

/** What becomes of a request sent while an order is under way; null leaves it to the venue. */
type Meanwhile = (
  request: WireRequest,
  venue: Behind,
  first: UnderWay,
) => Promise<WireAnswer | null>;

/** Treats requests of a route in its own way while the first order that they concern is under way. */
function whileUnderWay(
  route: string,
  concerns: (request: WireRequest, first: UnderWay, venue: Behind) => boolean | Promise<boolean>,
  meanwhile: Meanwhile,
): () => WireVariant {
  return () => {
    const underWay = new Set<UnderWay>();
    return async (request, venue) => {
      for (const first of matches(request, route) ? [...underWay] : []) {
        if (!(await concerns(request, first, venue))) continue;
        return (await meanwhile(request, venue, first)) ?? venue(request);
      }
      if (!matches(request, "POST /orders")) return venue(request);
      const given = wait(SLOW_MS).then(() => venue(request));
      const first = { request, order: fieldsOf(request.body), given };
      underWay.add(first);
      return given.finally(() => underWay.delete(first));
    };
  };
}

/** The same id from the same caller. */
const isRepeat = (request: WireRequest, first: UnderWay) =>
  fieldsOf(request.body)["client_order_id"] === first.order["client_order_id"] &&
  keyOf(request) === keyOf(first.request);

/** In the market of the order that is under way. */
const isBeside = ({ body }: WireRequest, { order }: UnderWay) =>
  fieldsOf(body)["market_id"] === order["market_id"];

/** Conditions of an order that came beside another hold as the first was not there yet. */
const metOnArrival: Meanwhile = async (request, venue, { given }) => {
  const order = fieldsOf(request.body);
  const { tif, reduce_only: reduces, ...others } = order;
  const isMet = await crosses(order, { request, venue });
  await given;
  if (tif === "FOK" && isMet) return venue(withBody(request, { ...others, tif: "IOC" }));
  if (tif === "POST_ONLY" && !isMet) return venue(withBody(request, { ...others, tif: "GTC" }));
  return reduces === true ? venue(withBody(request, { ...others, tif })) : null;
};

/** A cancel of an order in that market. */
async function cancelsBeside(request: WireRequest, { order }: UnderWay, venue: Behind) {
  const record = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
  return record["market_id"] === order["market_id"];
}

/** Tickets that a caller mints while another of its own is minted are that one. */
function oneTicketAtOnce(): WireVariant {
  const underWay = new Map<string, Promise<WireAnswer>>();
  return async (request, venue) => {
    if (!matches(request, "POST /auth/ws-ticket")) return venue(request);
    const caller = keyOf(request);
    const minted =
      underWay.get(caller) ??
      wait(SLOW_MS)
        .then(() => venue(request))
        .finally(() => underWay.delete(caller));
    underWay.set(caller, minted);
    return minted;
  };
}

/** Defects of overlap and of repetition. */
export const races: readonly Mutant[] = [
  {
    name: "ids-forgotten-after-a-trade",
    breaks: ["PROP-IDEM-01"],
    // Replays hours later come after trades, too.
    alsoBreaks: ["IDEM-REPLAY-11"],
    defect:
      "A client_order_id is forgotten when a further order of its caller has traded on arrival.",
    wire: forgetting(
      (known, { request, traded }) => known.key === keyOf(request) && traded > known.traded,
    ),
  },
  {
    name: "replay-inflates-a-fill",
    breaks: ["PROP-IDEM-01"],
    // The replay of a fill has its totals.
    alsoBreaks: ["IDEM-REPLAY-09"],
    defect: "The replay of an order that traded tells a contract more than was filled.",
    wire: inflated,
  },
  {
    name: "another-key-repeats-the-filled",
    breaks: ["PROP-IDEM-02"],
    // On a shared market one sequence is played, in which no such repeat may be.
    controlled: true,
    defect: "Once an order is filled, its id means another order to the agent's other key.",
    wire: forgetting((known, { request }) => isDone(known) && known.key !== keyOf(request)),
  },
  {
    name: "ids-remembered-late",
    breaks: ["PROP-LOST-01"],
    // A plain replay may be as quick.
    alsoBreaks: ["IDEM-REPLAY-01"],
    defect: "An id is remembered 300 ms after its order was answered.",
    wire: forgetting(({ atMs }) => performance.now() - atMs < 300),
  },
  {
    name: "id-raced-as-it-trades",
    breaks: ["PROP-CONC-01"],
    defect: "An order that trades is placed again for each of the same id sent at that moment.",
    wire: whileUnderWay("POST /orders", isRepeat, async (request, venue) => {
      const order = fieldsOf(request.body);
      const trades = await crosses(order, { request, venue });
      return trades ? ask({ request, venue }, "POST /orders", anew(order)) : null;
    }),
  },
  {
    name: "maker-sold-twice",
    breaks: ["PROP-CONC-02"],
    defect: "Of two orders at once for one that rests, the second is told what the first was.",
    wire: whileUnderWay("POST /orders", isBeside, async (request, venue, { given }) => {
      const answered = fieldsOf((await given).body);
      const own = await venue(request);
      const qty = Number(fieldsOf(request.body)["qty"]);
      const filled = Math.min(Number(answered["filled_qty"]), qty);
      if (own.status !== 201 || !(filled > 0)) return own;
      const status = filled === qty ? "FILLED" : "PARTIAL";
      const claim = { status, filled_qty: filled, remaining_qty: qty - filled };
      return { ...own, body: { ...fieldsOf(own.body), ...claim } };
    }),
  },
  {
    name: "conditions-decided-on-arrival",
    breaks: ["PROP-CONC-02"],
    defect: "FOK, POST_ONLY and reduce_only hold of what was there before an order under way.",
    wire: whileUnderWay("POST /orders", isBeside, metOnArrival),
  },
  {
    name: "cancel-lost-in-a-fill",
    breaks: ["PROP-CONC-03"],
    defect: "A cancel while an order is under way in its market is answered and forgotten.",
    wire: whileUnderWay("DELETE /orders/*", cancelsBeside, async (request, venue, { given }) => {
      await given;
      return cancelsNothing()(request, venue);
    }),
  },
  {
    name: "ladder-keeps-its-rungs-in-a-fill",
    breaks: ["PROP-CONC-04"],
    defect:
      "A ladder replaced while an order is under way in its market adds rungs and removes none.",
    wire: whileUnderWay("POST /orders/replace-ladder", isBeside, async (request, venue) => {
      const { market_id, side, orders = [] } = fieldsOf(request.body);
      const results = [];
      for (const order of orders as Fields[]) {
        const rung = { market_id, side, ...order };
        results.push((await ask({ request, venue }, "POST /orders", rung)).body);
      }
      return answer(200, { cancelled: [], results });
    }),
  },
  {
    name: "tickets-shared",
    breaks: ["PROP-CONC-05"],
    defect: "Tickets that an agent mints at the same moment are one ticket.",
    wire: oneTicketAtOnce,
  },
];
