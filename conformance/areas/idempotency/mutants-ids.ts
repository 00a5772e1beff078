/** Venues that take ids for others, forget them, or bind them to what placed nothing. */

import {
  type Arriving,
  changeAnswer,
  changeAnyOrder,
  changeOrder,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import { type WireAnswer, type WireVariant, withBody } from "../../interposer/interposer.ts";
import { crosses, marketOf, venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Answers to the replays of accepted orders, changed. */
export function changeReplay(
  change: (
    given: WireAnswer,
    order: Fields,
    arriving: Arriving,
  ) => WireAnswer | Promise<WireAnswer>,
): WireVariant {
  return changeAnswer("POST /orders", (given, request, venue) => {
    const isReplay = given.headers["idempotent-replayed"] !== undefined && given.status === 201;
    return isReplay ? change(given, fieldsOf(request.body), { request, venue }) : given;
  });
}

/** The same where their market is open no more. */
export function replayOnceClosed(
  change: (given: WireAnswer, order: Fields) => WireAnswer,
): () => WireVariant {
  return () =>
    changeReplay(async (given, order, arriving) => {
      const { status } = await marketOf(order, arriving);
      return status === "OPEN" ? given : change(given, order);
    });
}

/** Ids that read alike are taken for the first of them. */
function readAlike(reading: (id: string) => string): () => WireVariant {
  return () => {
    const firsts = new Map<string, string>();
    return changeOrder(({ client_order_id: id }, { request }) => {
      if (typeof id !== "string") return false;
      const read = `${keyOf(request)} ${reading(id)}`;
      const first = firsts.get(read) ?? id;
      firsts.set(read, first);
      return first !== id && { client_order_id: first };
    });
  };
}

/** Declined ids are free: each attempt is judged afresh, under a name of its own behind. */
const declinesFree = (isSuch: (reason: unknown) => boolean) => (): WireVariant => {
  const attempts = new Map<string, number>();
  return async (request, venue) => {
    const { client_order_id: id } = fieldsOf(request.body);
    if (!matches(request, "POST /orders") || typeof id !== "string") return venue(request);
    const name = keyOf(request) + id;
    const attempt = attempts.get(name) ?? 0;
    const alias = attempt === 0 ? id : `${id}.${attempt}`;
    const given = await changeAnyOrder(() => ({ client_order_id: alias }))(request, venue);
    const { status, reject_reason: reason } = fieldsOf(given.body);
    if (status === "REJECTED" && isSuch(reason)) attempts.set(name, attempt + 1);
    return given;
  };
};

/** Who asked, and when by the venue's clock. Units: epoch ms. */
interface AskedBy {
  key: string;
  atMs: number;
}

/** Declined ids are free to whoever asks so that the decline is not found. */
const declinesLost = (isLost: (now: AskedBy, then: AskedBy) => boolean) => (): WireVariant => {
  const declined = new Map<unknown, AskedBy>();
  return async (request, venue) => {
    const order = fieldsOf(request.body);
    const { client_order_id: id } = order;
    if (!matches(request, "POST /orders") || typeof id !== "string") return venue(request);
    const now = { key: keyOf(request), atMs: await venueNow({ request, venue }) };
    const then = declined.get(id);
    if (then !== undefined && isLost(now, then)) {
      return venue(withBody(request, { ...order, client_order_id: `${id}.again` }));
    }
    const given = await venue(request);
    if (then === undefined && fieldsOf(given.body)["status"] === "REJECTED") declined.set(id, now);
    return given;
  };
};

const HOUR_MS = 3_600_000;

/** An id that a request which ended before the engine has used up. */
const claimedOnArrival =
  (statuses: readonly number[], isSuch: (order: Fields) => boolean = () => true) =>
  (): WireVariant => {
    const claimed = new Set<unknown>();
    return async (request, venue) => {
      const order = fieldsOf(request.body);
      const { client_order_id: id } = order;
      if (!matches(request, "POST /orders") || id === undefined) return venue(request);
      if (claimed.has(id)) return envelope(409, "CLIENT_ORDER_ID_CONFLICT");
      const given = await venue(request);
      if (statuses.includes(given.status) && isSuch(order)) claimed.add(id);
      return given;
    };
  };

/** Ids are known for so long. Milliseconds of the venue's clock. */
function forgetsAfter(keptMs: number): WireVariant {
  const seenAt = new Map<unknown, number>();
  return changeAnyOrder(async (order, arriving) => {
    const { client_order_id: id } = order;
    if (typeof id !== "string" || "timestamp_ms" in order) return false;
    const now = await venueNow(arriving);
    const first = seenAt.get(id) ?? now;
    seenAt.set(id, first);
    return now - first > keptMs && { client_order_id: `${id}.late` };
  });
}

/** They get an id of their own each time that they come. */
function longIdsForgotten(): WireVariant {
  let times = 0;
  return changeAnyOrder(({ client_order_id: id, tif }) => {
    if (tif !== "FOK" || typeof id !== "string" || id.length <= 32) return false;
    times += 1;
    return { client_order_id: `${id.slice(0, 32)}-${times}` };
  });
}

/** Defects of ids that are declined, nearly the same, or late. */
export const ofLaterIds: readonly Mutant[] = [
  {
    name: "long-ids-of-fok-orders-forgotten",
    breaks: ["IDEM-REPLAY-10"],
    defect: "A FOK order under a client_order_id of more than 32 characters is placed each time.",
    wire: longIdsForgotten,
  },
  {
    name: "declined-ids-free",
    breaks: ["IDEM-REJ-01"],
    defect: "The client_order_id of a declined order is judged afresh, and may place an order.",
    wire: declinesFree(() => true),
  },
  {
    name: "ids-free-after-want-of-a-mark",
    // The mark is the operator's to set.
    controlled: true,
    breaks: ["IDEM-REJ-01"],
    defect: "The client_order_id of an order declined with NO_REFERENCE_PRICE can place one.",
    wire: declinesFree((reason) => reason === "NO_REFERENCE_PRICE"),
  },
  {
    name: "ids-free-after-the-position-cap",
    breaks: ["IDEM-REJ-01"],
    defect: "The client_order_id of an order declined with POSITION_CAP can place one.",
    wire: declinesFree((reason) => reason === "POSITION_CAP"),
  },
  {
    name: "declined-ids-known-to-their-key-alone",
    breaks: ["IDEM-REJ-01"],
    defect: "The client_order_id of a declined order can place one by another key of its agent.",
    wire: declinesLost((now, then) => now.key !== then.key),
  },
  {
    name: "declined-ids-forgotten-after-an-hour",
    breaks: ["IDEM-REJ-01"],
    // No run waits so long by itself.
    controlled: true,
    defect: "The client_order_id of a declined order can place one an hour later.",
    wire: declinesLost((now, then) => now.atMs - then.atMs > HOUR_MS),
  },
  {
    name: "id-claimed-on-arrival",
    breaks: ["IDEM-REJ-02"],
    defect: "A request that fails validation or credentials uses its client_order_id up.",
    wire: claimedOnArrival([400, 401]),
  },
  {
    name: "id-claimed-by-an-order-without-price",
    breaks: ["IDEM-REJ-02"],
    defect: "A LIMIT order that is refused as it has no price uses its client_order_id up.",
    wire: claimedOnArrival([400], ({ type, price }) => type === "LIMIT" && price === undefined),
  },
  {
    name: "id-claimed-by-a-forged-request",
    breaks: ["IDEM-REJ-02"],
    defect: "A request without its CSRF header uses its client_order_id up.",
    wire: claimedOnArrival([403]),
  },
  {
    name: "ids-in-any-letter-case",
    breaks: ["IDEM-ID-01"],
    defect: "client_order_ids that differ in letter case alone are one.",
    wire: readAlike((id) => id.toLowerCase()),
  },
  {
    name: "ids-end-at-a-colon",
    breaks: ["IDEM-ID-01"],
    defect: "client_order_ids that differ in what follows their last colon alone are one.",
    wire: readAlike((id) => id.replace(/(.):[^:]+$/, "$1")),
  },
  {
    name: "punctuation-in-ids-ignored",
    breaks: ["IDEM-ID-01"],
    defect: "client_order_ids that differ in their punctuation alone are one.",
    wire: readAlike((id) => id.replaceAll(/[_-]/g, ".")),
  },
  {
    name: "takers-have-no-ids",
    breaks: ["IDEM-REPLAY-10"],
    defect: "The client_order_id of a MARKET or an IOC order has no effect.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const { type, tif } = order;
        const takes = type === "MARKET" || (tif === "IOC" && (await crosses(order, arriving)));
        return takes && { client_order_id: undefined };
      }),
  },
  {
    name: "protected-orders-have-no-ids",
    breaks: ["IDEM-REPLAY-10"],
    // Caps are sent beside where nobody else quotes.
    controlled: true,
    defect: "The client_order_id of an order with a slippage cap or a margin mode has no effect.",
    wire: () =>
      changeOrder(({ slippage_cap_cents: cents, slippage_cap_bps: bps, margin_mode: mode }) => {
        const isPlain = [cents, bps, mode].every((member) => member === undefined);
        return !isPlain && { client_order_id: undefined };
      }),
  },
  {
    name: "orders-that-reduce-have-no-ids",
    breaks: ["IDEM-REPLAY-10"],
    defect: "The client_order_id of a reduce-only order that takes on arrival has no effect.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const takes = order["reduce_only"] === true && (await crosses(order, arriving));
        return takes && { client_order_id: undefined };
      }),
  },
  {
    name: "ids-forgotten-after-30-seconds",
    breaks: ["IDEM-REPLAY-11"],
    defect: "A client_order_id is forgotten after thirty seconds.",
    wire: () => forgetsAfter(30_000),
  },
  {
    name: "ids-forgotten-after-half-an-hour",
    breaks: ["IDEM-REPLAY-11"],
    // No run waits so long by itself.
    controlled: true,
    defect: "A client_order_id is forgotten after thirty minutes.",
    wire: () => forgetsAfter(1_800_000),
  },
  {
    name: "replay-in-a-closed-market-tells-another-order",
    breaks: ["IDEM-REPLAY-12"],
    defect: "A replay in a market that has closed is answered with an order of another id.",
    wire: replayOnceClosed((given) => ({
      ...given,
      body: { ...fieldsOf(given.body), order_id: crypto.randomUUID() },
    })),
  },
  {
    name: "replay-in-a-closed-market-declined",
    breaks: ["IDEM-REPLAY-12"],
    defect: "A replay in a market that has closed is declined with MARKET_CLOSED.",
    wire: replayOnceClosed((_, order) => declineOf(order, "MARKET_CLOSED")),
  },
];
