/** Venues without one of the refusals the spec names, or with another form of it. */

import {
  type Arriving,
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeOrder,
  changeResult,
  declineOf,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
  rejectedWith,
} from "../interposer/changes.ts";
import type { WireRequest, WireVariant } from "../interposer/interposer.ts";
import { kindOf, marketOf, positionIn, reduces } from "../interposer/look-around.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { rejectsOfKinds } from "./rejects-of-kinds.ts";

/** The order's price, moved into the band of its market. */
async function intoBand(order: Fields, arriving: Arriving): Promise<Fields> {
  const geometry = fieldsOf((await marketOf(order, arriving))["geometry"]);
  const least = Math.max(Number(order["price"]), Number(geometry["min_price"]));
  return { price: Math.min(least, Number(geometry["max_price"])) };
}

/** What is declined for this reason is sent again, changed. */
function retried(reason: string, change: (order: Fields) => Fields): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (given, request, venue) => {
      if (fieldsOf(given.body)["reject_reason"] !== reason) return given;
      const { client_order_id: _, ...order } = fieldsOf(request.body);
      return ask({ request, venue }, "POST /orders", { ...order, ...change(order) });
    });
}

/** A venue that takes orders on markets of this status. */
function closedMarketTrades(status: string): Mutant["venue"] {
  return {
    gates: (gates) =>
      gates.map((gate) =>
        gate.name === "market-open"
          ? {
              name: gate.name,
              check: (order, context) =>
                context.market?.status === status ? null : gate.check(order, context),
            }
          : gate,
      ),
  };
}

const ofMarkets: readonly Mutant[] = [
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
    name: "closed-market-order-rests-behind-its-decline",
    breaks: ["REJ-CLOSED-04"],
    defect: "An order on an EXPIRED market is declined with MARKET_CLOSED, and rests all the same.",
    venue: closedMarketTrades("EXPIRED")!,
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        const order = fieldsOf(request.body);
        const { status } = await marketOf(order, { request, venue });
        return status === "EXPIRED" ? declineOf(order, "MARKET_CLOSED") : given;
      }),
  },
  {
    name: "unknown-market-is-closed",
    breaks: ["REJ-UNK-01"],
    defect: "An order on a market that does not exist is declined with MARKET_CLOSED.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }) =>
          reason === "UNKNOWN_MARKET" && { reject_reason: "MARKET_CLOSED" },
      ),
  },
  {
    name: "unknown-market-not-echoed",
    breaks: ["REJ-UNK-02"],
    defect:
      "The result of an order on a market that does not exist has the zero UUID as market_id.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason, order_id }) =>
          reason === "UNKNOWN_MARKET" && { market_id: order_id },
      ),
  },
];

const ofPriceAndQty: readonly Mutant[] = [
  {
    name: "price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "A price above the band is moved to its upper end.",
    wire: () => changeOrder(({ price }) => Number(price) > 99 && { price: 99 }),
  },
  {
    name: "confirmed-price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "A price above the band is moved to its upper end where confirm_fat_finger is true.",
    wire: () =>
      changeOrder(
        ({ price, confirm_fat_finger: confirmed }) =>
          confirmed === true && Number(price) > 99 && { price: 99 },
      ),
  },
  {
    name: "price-below-band-moved",
    breaks: ["REJ-PRICE-02"],
    defect: "A price below the band is moved to its lower end.",
    wire: () => changeOrder(({ price }) => Number(price) < 1 && { price: 1 }),
  },
  {
    name: "perp-price-moved-into-band",
    breaks: ["REJ-PRICE-03"],
    defect: "A perp price outside the band is moved into it, and confirmed unasked.",
    wire: () =>
      changeOrder(async (order, arriving) => ({
        ...(await intoBand(order, arriving)),
        confirm_fat_finger: true,
      })),
  },
  {
    name: "qty-0-is-1",
    breaks: ["REJ-QTY-01"],
    defect: "A qty of 0 is taken for 1.",
    wire: () => changeOrder(({ qty }) => qty === 0 && { qty: 1 }),
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
  {
    name: "order-cut-to-what-cash-allows",
    breaks: ["REJ-MARGIN-01"],
    defect: "An order beyond free cash is cut to a qty of 1 and accepted.",
    wire: retried("INSUFFICIENT_MARGIN", () => ({ qty: 1 })),
  },
];

const reduceOnly: readonly Mutant[] = [
  {
    name: "reduce-only-opens-from-flat",
    breaks: ["REJ-RO-01"],
    defect: "reduce_only has no effect on an agent without a position.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          (await positionIn(order, arriving)) === 0 && { reduce_only: false },
      ),
  },
  {
    name: "reduce-only-adds",
    breaks: ["REJ-RO-02"],
    defect: "A reduce_only order in the direction of the position is accepted.",
    wire: () =>
      changeOrder(
        async (order, arriving) => !(await reduces(order, arriving)) && { reduce_only: false },
      ),
  },
  {
    name: "reduce-only-always-declined",
    breaks: ["REJ-RO-03"],
    defect: "Every reduce_only order is declined.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["reduce_only"] === true ? declineOf(order, "REDUCE_ONLY_VIOLATION") : null;
      }),
  },
  {
    name: "cancelled-reduce-only-still-counts",
    breaks: ["REJ-RO-03"],
    defect: "A reduce_only order goes on counting against the position when it is cancelled.",
    wire: () => {
      const counted = new Set<string>();
      return answerInstead("POST /orders", (request) => {
        const order = fieldsOf(request.body);
        const place = [keyOf(request), order["market_id"], order["side"]].join(" ");
        if (order["reduce_only"] !== true) return null;
        if (counted.has(place)) return declineOf(order, "REDUCE_ONLY_VIOLATION");
        counted.add(place);
        return null;
      });
    },
  },
  {
    name: "reduce-only-flips",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only order larger than the position trades through flat.",
    wire: () => changeOrder(() => ({ reduce_only: false })),
  },
  {
    name: "reduce-only-too-large-is-a-bad-qty",
    breaks: ["REJ-RO-05"],
    defect: "A reduce_only order larger than the position is declined with INVALID_QTY.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }) =>
          reason === "REDUCE_ONLY_VIOLATION" && rejectedWith("INVALID_QTY"),
      ),
  },
  {
    name: "reduce-only-forgotten-while-resting",
    breaks: ["REJ-RO-06"],
    defect: "A resting reduce_only order trades whatever has become of its position.",
    wire: () => changeOrder(({ type }) => type === "LIMIT" && { reduce_only: false }),
  },
];

const ofForm: readonly Mutant[] = [
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
  {
    name: "cooldown-blocks-both-sides",
    breaks: ["REJ-COOL-02"],
    defect: "A cooldown blocks both sides of the market.",
    wire: () => {
      const cooling = new Set<unknown>();
      const remember = changeResult(({ reject_reason: reason }, { market_id: id }) => {
        if (reason === "AGENT_SIDE_COOLDOWN") cooling.add(id);
        return false;
      });
      const block = answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        const blocked = order["side"] === "BUY" && cooling.has(order["market_id"]);
        return blocked ? declineOf(order, "AGENT_SIDE_COOLDOWN") : null;
      });
      return inFrontOf(block, remember);
    },
  },
  {
    name: "cooldown-blocks-the-other-side",
    breaks: ["REJ-COOL-02"],
    defect: "Ten declines on one side cool down the other side of the market, and not their own.",
    venue: { limits: { cooldownDeclines: 1_000 } },
    wire: () => {
      const declines = new Map<string, number>();
      const sideOf = (request: WireRequest, side: unknown) =>
        [keyOf(request), fieldsOf(request.body)["market_id"], side].join(" ");
      const count = changeAnswer("POST /orders", (given, request) => {
        const isDecline = fieldsOf(given.body)["status"] === "REJECTED";
        const side = sideOf(request, fieldsOf(request.body)["side"]);
        if (isDecline) declines.set(side, (declines.get(side) ?? 0) + 1);
        return given;
      });
      const block = answerInstead("POST /orders", (request) => {
        const order = fieldsOf(request.body);
        const opposite = sideOf(request, order["side"] === "BUY" ? "SELL" : "BUY");
        const isCooling = (declines.get(opposite) ?? 0) >= 10;
        return isCooling ? declineOf(order, "AGENT_SIDE_COOLDOWN") : null;
      });
      return inFrontOf(block, count);
    },
  },
  {
    name: "slippage-bps-on-a-binary-ignored",
    breaks: ["REJ-SLIP-01"],
    defect: "slippage_cap_bps on a binary is ignored.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          (await kindOf(order, arriving)) === "BTC_BINARY" && { slippage_cap_bps: undefined },
      ),
  },
];

/** Defects of refusals. */
export const rejects: readonly Mutant[] = [
  ...ofMarkets,
  ...ofPriceAndQty,
  ...reduceOnly,
  ...rejectsOfKinds,
  ...ofForm,
];
