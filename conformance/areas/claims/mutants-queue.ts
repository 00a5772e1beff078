/** Venues that take resting orders out of turn: orders are cancelled and placed again behind others. */
import { anew, ask, type Fields, fieldsOf, keyOf, matches } from "../../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { kindOf, reaches } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** An order that rested when it was placed; `now` is its id at the venue, `id` as it was told. */
interface Kept {
  id: string;
  now: string;
  request: WireRequest;
  order: Fields;
  /** Executed under ids that it had before. Units: contracts. */
  before: number;
}

/** What happened: the request, the order or the change in it, and where. */
interface Event {
  resting: RestingOrders;
  request: WireRequest;
  venue: Behind;
  order: Fields;
}

/** Orders that rest, oldest first, and a way to move one behind the others of its price. */
class RestingOrders {
  readonly kept: Kept[] = [];
  readonly #venue: Behind;

  constructor(venue: Behind) {
    this.#venue = venue;
  }

  /** Others of the same market, side and price. */
  beside(order: Fields, except?: Kept): Kept[] {
    const names = ["market_id", "side", "price"] as const;
    return this.kept.filter(
      (one) => one !== except && names.every((name) => one.order[name] === order[name]),
    );
  }

  /** What the venue says of an order now. */
  async record({ now, request }: Kept): Promise<Fields> {
    return fieldsOf((await ask({ request, venue: this.#venue }, `GET /orders/${now}`)).body);
  }

  /** Takes an order off; the quantity that was left, 0 where it was done. */
  async lift(one: Kept): Promise<number> {
    const { status, remaining_qty, filled_qty } = await this.record(one);
    if (status !== "NEW" && status !== "PARTIAL") return 0;
    await ask({ request: one.request, venue: this.#venue }, `DELETE /orders/${one.now}`);
    one.before += Number(filled_qty);
    return Number(remaining_qty);
  }

  /** Places what was lifted again, at the end of its level. */
  async drop(one: Kept, qty: number): Promise<void> {
    if (qty === 0) return;
    const order = { ...anew(one.order), qty };
    const placed = await ask({ request: one.request, venue: this.#venue }, "POST /orders", order);
    one.now = String(fieldsOf(placed.body)["order_id"]);
  }

  async requeue(one: Kept): Promise<void> {
    await this.drop(one, await this.lift(one));
  }

  /** A request with the ids that the venue knows. */
  inward(request: WireRequest): WireRequest {
    const one = this.kept.find(({ id }) => request.path === `/orders/${id}`);
    return !one || one.now === one.id ? request : { ...request, path: `/orders/${one.now}` };
  }

  /** An answer with the ids that were told, and what was executed under any of them. */
  outward(request: WireRequest, answer: WireAnswer): WireAnswer {
    const moved = this.kept.filter(({ id, now }) => id !== now);
    if (moved.length === 0) return answer;
    const text = JSON.stringify(answer.body) ?? "null";
    const named = moved.reduce((told, { id, now }) => told.replaceAll(now, id), text);
    const body = JSON.parse(named);
    const one = moved.find(
      ({ id }) => request.method === "GET" && request.path === `/orders/${id}`,
    );
    if (one === undefined) return { ...answer, body };
    const filled = one.before + Number(body.filled_qty);
    return { ...answer, body: { ...body, filled_qty: filled } };
  }
}

/** How a venue of this kind goes about it: before an order reaches it, and when it was answered. */
interface Disorder {
  before?(event: Event): Promise<() => Promise<void>>;
  rested?(event: Event, placed: Kept): Promise<void>;
  traded?(event: Event): Promise<void>;
  grown?(event: Event, order: Kept): Promise<void>;
  repriced?(event: Event, order: Kept): Promise<void>;
  cancelled?(event: Event, order: Kept): Promise<void>;
}

/** One after another: what is moved must not be met on the way. */
function outOfTurn(disorder: Disorder): () => WireVariant {
  return () => {
    let resting: RestingOrders | undefined;
    let last: Promise<unknown> = Promise.resolve();
    const variant: WireVariant = (request, venue) => {
      resting ??= new RestingOrders(venue);
      const passing = last.then(() => pass(resting as RestingOrders, disorder, { request, venue }));
      last = passing.catch(() => {});
      return passing;
    };
    variant.retell = (request, answer) => resting?.outward(request, answer) ?? answer;
    return variant;
  };
}

async function pass(
  resting: RestingOrders,
  disorder: Disorder,
  { request, venue }: { request: WireRequest; venue: Behind },
): Promise<WireAnswer> {
  const order = fieldsOf(request.body);
  const event = { resting, request, venue, order };
  const isOrder = matches(request, "POST /orders");
  const after = isOrder ? await disorder.before?.(event) : undefined;
  const answer = await venue(resting.inward(request));
  await after?.();
  if (isOrder) await placed(event, disorder, answer);
  const one = resting.kept.find(({ id }) => matches(request, `PATCH /orders/${id}`));
  if (one !== undefined && answer.status === 200) {
    const was = one.order;
    one.order = { ...was, ...order };
    const change = was["price"] === one.order["price"] ? disorder.grown : disorder.repriced;
    await change?.(event, one);
  }
  const gone = resting.kept.find(({ id }) => matches(request, `DELETE /orders/${id}`));
  if (gone !== undefined && answer.status === 200) await disorder.cancelled?.(event, gone);
  return resting.outward(request, answer);
}

async function placed(event: Event, disorder: Disorder, answer: WireAnswer): Promise<void> {
  const { resting, request, order } = event;
  const { status, order_id, filled_qty } = fieldsOf(answer.body);
  if (Number(filled_qty) > 0) await disorder.traded?.(event);
  if (status !== "NEW" && status !== "PARTIAL") return;
  const id = String(order_id);
  const kept = { id, now: id, request, order, before: 0 };
  resting.kept.push(kept);
  await disorder.rested?.(event, kept);
}

const opposed = ({ resting, order }: Event): Kept[] =>
  resting.kept.filter(
    (one) => one.order["market_id"] === order["market_id"] && one.order["side"] !== order["side"],
  );

/** Better prices step aside where the oldest order within reach has a worse one. */
async function stepAside(event: Event): Promise<() => Promise<void>> {
  const { resting, order } = event;
  const within = opposed(event).filter((one) => reaches(order, Number(one.order["price"])));
  const open = [];
  let leastQty = Number(order["qty"]);
  for (const one of within) {
    const qty = Number((await resting.record(one))["remaining_qty"]);
    if (qty === 0) continue;
    open.push(one);
    if (one.order["price"] === open[0]?.order["price"]) leastQty -= qty;
  }
  // Who wants more than there is at that price gets to the better ones too.
  if (leastQty > 0) return nobody;
  const [oldest] = open;
  const lifted: [Kept, number][] = [];
  for (const one of open) {
    if (one.order["price"] !== oldest?.order["price"]) lifted.push([one, await resting.lift(one)]);
  }
  return async () => {
    for (const [one, qty] of lifted) await resting.drop(one, qty);
  };
}

const nobody = async (): Promise<void> => {};

/** Orders placed after another, of its price, stand behind it whatever was done to it. */
async function keepsPlace(event: Event, order: Kept): Promise<void> {
  for (const one of youngerThan(order, event)) await event.resting.requeue(one);
}

/** In a level with more orders than this the newest is last, as it should be. */
const CROWD = 5;

async function newestFirst({ resting, order }: Event, placed: Kept): Promise<void> {
  const beside = resting.beside(order, placed);
  if (beside.length > CROWD) return;
  for (const one of beside) await resting.requeue(one);
}

/** Those of others that came after an agent's first stand behind what it places next. */
async function joinsItsOwn({ resting, order, request }: Event, placed: Kept): Promise<void> {
  const beside = resting.beside(order, placed);
  const isOwn = (one: Kept) => keyOf(one.request) === keyOf(request);
  const first = beside.findIndex(isOwn);
  if (first < 0) return;
  for (const one of beside.slice(first)) if (!isOwn(one)) await resting.requeue(one);
}

/** Each level that an order may meet is turned round. */
async function turnedRound(event: Event): Promise<() => Promise<void>> {
  for (const one of opposed(event).toReversed()) {
    if (youngerThan(one, event).length > 0) await event.resting.requeue(one);
  }
  return nobody;
}

/** Others of its price that came later, oldest first. */
function youngerThan(order: Kept, { resting }: Event): Kept[] {
  const younger = resting.kept.slice(resting.kept.indexOf(order) + 1);
  return resting.beside(order.order, order).filter((one) => younger.includes(one));
}

/** The newest of a level gets the place of one that was cancelled. */
async function lastFillsTheGap(event: Event, gone: Kept): Promise<void> {
  for (const one of youngerThan(gone, event).slice(0, -1)) await event.resting.requeue(one);
}

/** What was begun goes to the end of its level. */
async function begunLast(event: Event): Promise<void> {
  for (const one of opposed(event)) {
    const { status } = await event.resting.record(one);
    if (status === "PARTIAL") await event.resting.requeue(one);
  }
}

/** Known-bad venues of priority. */
export const queueMutants: readonly Mutant[] = [
  {
    name: "oldest-order-first-at-any-price",
    breaks: ["CLAIM-PRIO-01"],
    defect: "An arriving order takes the oldest order within its limit, however good the others.",
    wire: outOfTurn({ before: stepAside }),
  },
  {
    name: "sells-take-the-oldest-bid",
    breaks: ["CLAIM-PRIO-01"],
    defect: "A SELL takes the oldest bid within its limit, a BUY the lowest ask.",
    wire: outOfTurn({
      before: (event) =>
        event.order["side"] === "SELL" ? stepAside(event) : Promise.resolve(nobody),
    }),
  },
  {
    name: "newest-order-first",
    breaks: ["CLAIM-PRIO-02"],
    defect: "Of the orders at one price the newest is filled first.",
    wire: outOfTurn({ rested: newestFirst }),
  },
  {
    name: "newest-ask-first-on-perps",
    breaks: ["CLAIM-PRIO-02"],
    defect: "On a perp the newest ask of a price is filled first; bids and other kinds keep time.",
    wire: outOfTurn({
      async rested(event, placed) {
        if (event.order["side"] !== "SELL") return;
        if ((await kindOf(event.order, event)) === "BTC_PERP") await newestFirst(event, placed);
      },
    }),
  },
  {
    name: "ioc-orders-take-the-newest",
    breaks: ["CLAIM-PRIO-02"],
    defect: "An IOC order takes the newest order of a price first; any other takes the oldest.",
    wire: outOfTurn({
      before: (event) =>
        event.order["tif"] === "IOC" ? turnedRound(event) : Promise.resolve(nobody),
    }),
  },
  {
    name: "an-agents-orders-stand-together",
    breaks: ["CLAIM-PRIO-02"],
    defect: "Of the orders at one price those of an agent stand where its first one does.",
    wire: outOfTurn({ rested: joinsItsOwn }),
  },
  {
    name: "the-newest-fills-the-gap",
    breaks: ["CLAIM-PRIO-02"],
    defect: "Where an order is cancelled the newest one of its price gets its place.",
    wire: outOfTurn({ cancelled: lastFillsTheGap }),
  },
  {
    name: "partial-fill-loses-its-place",
    breaks: ["CLAIM-PRIO-03"],
    // What was begun is placed anew behind the others: its record tells no part, its hold grows.
    alsoBreaks: ["MATCH-PART-03", "OAPI-LIST-06", "CLAIM-CAP-03"],
    defect: "A resting order that was filled in part goes to the end of its level.",
    wire: outOfTurn({ traded: begunLast }),
  },
  {
    name: "amended-up-keeps-its-place",
    breaks: ["CLAIM-PRIO-04"],
    defect: "A resting order that is amended up stays where it was in its level.",
    wire: outOfTurn({ grown: keepsPlace }),
  },
  {
    name: "repriced-keeps-its-age",
    breaks: ["CLAIM-PRIO-05"],
    defect: "A repriced order stands among those of its new price by the time it was first placed.",
    wire: outOfTurn({ repriced: keepsPlace }),
  },
];
