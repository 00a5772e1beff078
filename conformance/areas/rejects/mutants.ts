/** Venues without one of the refusals the spec names, or with another form of it. */

import {
  type Arriving,
  answer,
  ask,
  changeAnswer,
  changeList,
  changeOrder,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { marketOf, positionIn } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { type Concerns, declines } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";
import { cash } from "./mutants-cash.ts";
import { cooldowns } from "./mutants-cooldown.ts";
import { ofKinds } from "./mutants-kinds.ts";
import { reduceOnly } from "./mutants-reduce.ts";
import { unknownMarkets } from "./mutants-unknown.ts";

/** What a market says of its prices. Units: market price units. */
interface Prices {
  isPerp: boolean;
  min: number;
  max: number;
  tick: number;
}

/** The prices that a LIMIT order may have; null of any other, and where there is no such market. */
async function pricesFor(order: Fields, arriving: Arriving): Promise<Prices | null> {
  const { kind, geometry } = await marketOf(order, arriving);
  if (order["type"] !== "LIMIT" || geometry === undefined) return null;
  const { min_price: min, max_price: max, tick_size: tick } = fieldsOf(geometry);
  return { isPerp: kind === "BTC_PERP", min: Number(min), max: Number(max), tick: Number(tick) };
}

/** LIMIT orders on a market in cents, moved to another price where it has one for them. */
function movedInCents(to: (price: number, prices: Prices, order: Fields) => number) {
  return () =>
    changeOrder(async (order, arriving) => {
      const prices = await pricesFor(order, arriving);
      if (prices === null || prices.isPerp) return false;
      const price = to(Number(order["price"]), prices, order);
      return price !== order["price"] && { price };
    });
}

function inBand(price: number, { min, max }: Prices): number {
  return Math.min(Math.max(price, min), max);
}

/** Whether an order is at an end of a band in cents. */
const isAtAnEnd: Concerns = async (order, arriving) => {
  const prices = await pricesFor(order, arriving);
  return (
    prices !== null && !prices.isPerp && [prices.min, prices.max].includes(order["price"] as number)
  );
};

/** The same on a perp. */
const isAtAnEndOfPerp: Concerns = async (order, arriving) => {
  const prices = await pricesFor(order, arriving);
  return prices?.isPerp === true && [prices.min, prices.max].includes(order["price"] as number);
};

/** Lists what was declined on a closed market among the caller's orders, as NEW. */
function listsTheDeclined(): WireVariant {
  const declined: { key: string; record: Fields }[] = [];
  const remember = changeAnswer("POST /orders", (given, request) => {
    const record = { ...fieldsOf(request.body), order_id: crypto.randomUUID(), status: "NEW" };
    const isClosed = fieldsOf(given.body)["reject_reason"] === "MARKET_CLOSED";
    if (isClosed) declined.push({ key: keyOf(request), record });
    return given;
  });
  const list = changeList("GET /orders", (orders, request) => {
    const { market_id: market, status } = request.query;
    const own = declined.filter(({ key }) => key === keyOf(request));
    const listed = own.map(({ record }) => record);
    return [
      ...listed.filter(
        (one) => (market ?? one["market_id"]) === one["market_id"] && (status ?? "NEW") === "NEW",
      ),
      ...orders,
    ];
  });
  return inFrontOf(list, remember);
}

/** Lists rungs of a ladder that are outside the band as if they rested, until the next ladder. */
function listsRungsOutside(): WireVariant {
  const outside = new Map<string, Fields[]>();
  const remember = changeAnswer("POST /orders/replace-ladder", async (given, request, venue) => {
    const { market_id, orders = [] } = fieldsOf(request.body);
    const rungs: Fields[] = [];
    for (const rung of orders as Fields[]) {
      const order: Fields = { ...rung, market_id };
      const prices = await pricesFor(order, { request, venue });
      const price = Number(order["price"]);
      if (prices !== null && inBand(price, prices) !== price) rungs.push(order);
    }
    outside.set(keyOf(request), rungs);
    return given;
  });
  const list = changeList("GET /orders/open", (orders, request) => {
    const id = crypto.randomUUID();
    const added = (outside.get(keyOf(request)) ?? []).map((order) => ({ ...order, order_id: id }));
    return [...added, ...orders];
  });
  return inFrontOf(list, remember);
}

/** A venue that takes orders on markets of this status. */
function closedMarketTrades(status: string): Mutant["venue"] {
  return gate("market-open", (check) => (order, context) => {
    return context.market?.status === status ? null : check(order, context);
  });
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...[
    ["EXPIRED", "REJ-CLOSED-01"],
    ["RESOLVED", "REJ-CLOSED-02"],
    ["VOID", "REJ-CLOSED-03"],
  ].map(([status = "", rule = ""]) => ({
    name: `${status.toLowerCase()}-market-trades`,
    breaks: [rule],
    defect: `A market that is ${status} still takes orders.`,
    venue: closedMarketTrades(status)!,
  })),
  {
    name: "closed-market-order-listed-behind-its-decline",
    breaks: ["REJ-CLOSED-04"],
    defect: "An order that is declined with MARKET_CLOSED is in the list of orders, as NEW.",
    wire: listsTheDeclined,
  },
  ...unknownMarkets,
  {
    name: "price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "On a market in cents a price above the band is moved to its upper end.",
    wire: movedInCents((price, { max }) => Math.min(price, max)),
  },
  {
    name: "confirmed-price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "A price above the band is moved to its upper end where confirm_fat_finger is true.",
    wire: movedInCents((price, { max }, { confirm_fat_finger: isConfirmed }) =>
      isConfirmed === true ? Math.min(price, max) : price,
    ),
  },
  {
    name: "price-below-band-moved",
    breaks: ["REJ-PRICE-02"],
    defect: "On a market in cents a price below the band is moved to its lower end.",
    wire: movedInCents((price, { min }) => Math.max(price, min)),
  },
  {
    name: "band-without-its-ends",
    breaks: ["REJ-PRICE-05"],
    defect: "The two prices at the ends of a band in cents are outside it.",
    wire: () => declines("PRICE_OUT_OF_RANGE", isAtAnEnd),
  },
  {
    name: "perp-band-without-its-ends",
    breaks: ["REJ-PRICE-05"],
    defect: "The two prices at the ends of a perp's band are outside it.",
    wire: () => declines("PRICE_OUT_OF_RANGE", isAtAnEndOfPerp),
  },
  {
    name: "perp-price-moved-into-band",
    breaks: ["REJ-PRICE-03"],
    defect: "A perp price a tick outside the band is moved into it, and confirmed unasked.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const prices = await pricesFor(order, arriving);
        if (prices === null || !prices.isPerp) return false;
        const { min, max, tick } = prices;
        const [asked, inside] = [Number(order["price"]), inBand(Number(order["price"]), prices)];
        const isNear = asked >= min - tick && asked <= max + tick;
        return isNear && inside !== asked && { price: inside, confirm_fat_finger: true };
      }),
  },
  {
    name: "confirmed-perp-price-moved-into-band",
    breaks: ["REJ-PRICE-03"],
    defect: "A perp price outside the band that comes confirmed is moved into it.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const prices = await pricesFor(order, arriving);
        if (order["confirm_fat_finger"] !== true || prices?.isPerp !== true) return false;
        const price = inBand(Number(order["price"]), prices);
        return price !== order["price"] && { price };
      }),
  },
  {
    name: "amended-beyond-the-band",
    breaks: ["REJ-PRICE-06"],
    defect: "An order may be amended to a price outside the band.",
    // Only an amendment is judged without an id.
    venue: gate(
      "price-range",
      (check) => (order, context) =>
        order.clientOrderId === undefined ? null : check(order, context),
    )!,
  },
  {
    name: "rungs-beyond-the-band",
    breaks: ["REJ-PRICE-06"],
    defect: "A rung of a ladder at a price outside the band is among the open orders.",
    wire: listsRungsOutside,
  },
  {
    name: "qty-0-is-1",
    breaks: ["REJ-QTY-01"],
    defect: "A qty of 0 is taken for 1.",
    wire: () => changeOrder(({ qty }) => qty === 0 && { qty: 1 }),
  },
  {
    name: "zero-closes-a-position",
    breaks: ["REJ-QTY-01"],
    defect: "A reduce_only order with a qty of 0 is one for the whole position.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["qty"] !== 0 || order["reduce_only"] !== true) return false;
        const held = Math.abs(await positionIn(order, arriving));
        return held > 0 && { qty: held };
      }),
  },
  {
    name: "qty-sign-dropped",
    breaks: ["REJ-QTY-02"],
    defect: "A negative qty is taken for its absolute value.",
    wire: () => changeOrder(({ qty }) => Number(qty) < 0 && { qty: -Number(qty) }),
  },
  {
    name: "qty-wraps",
    breaks: ["REJ-QTY-03"],
    defect: "A qty beyond 32 bits wraps around.",
    wire: () => changeOrder(({ qty }) => Number(qty) > 2 ** 31 && { qty: 1 }),
  },
  ...cash,
  {
    name: "amended-when-closed",
    breaks: ["REJ-CLOSED-05"],
    defect: "An amendment of an order of a closed market is answered 200.",
    wire: () =>
      changeAnswer("PATCH /orders/*", async (given, request, venue) => {
        if (given.status !== 409) return given;
        const arriving = { request, venue };
        const record = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
        const { status = "OPEN" } = await marketOf(record, arriving);
        return status === "OPEN" ? given : answer(200, record);
      }),
  },
  {
    name: "ladder-on-a-closed-market-placed",
    breaks: ["REJ-CLOSED-06"],
    defect: "The rungs of a ladder in a market that is not OPEN are told as NEW.",
    wire: () =>
      changeAnswer("POST /orders/replace-ladder", async (given, request, venue) => {
        const { status } = await marketOf(fieldsOf(request.body), { request, venue });
        if (given.status !== 200 || status === "OPEN") return given;
        const { results = [], ...rest } = fieldsOf(given.body);
        const rung = { order_id: crypto.randomUUID(), status: "NEW", reject_reason: null };
        const placed = (results as Fields[]).map((result) => ({ ...result, ...rung }));
        return { ...given, body: { ...rest, results: placed } };
      }),
  },
  {
    name: "decline-as-envelope-200",
    breaks: ["REJ-SHAPE-01"],
    defect: "A decline is an error envelope with status 200.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const { status, reject_reason: code } = fieldsOf(given.body);
        const refusal = { code, message: "declined", request_id: crypto.randomUUID() };
        return status === "REJECTED" ? answer(200, refusal) : given;
      }),
  },
  ...reduceOnly,
  ...cooldowns,
  ...ofKinds,
];
