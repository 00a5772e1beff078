/** Venues without one of the refusals the spec names, or with another form of it. */

import {
  type Arriving,
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeAnyOrder,
  changeResult,
  declineOf,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";
import { kindOf, marketOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { cooldowns } from "./mutants-cooldown.ts";
import { ofKinds } from "./mutants-kinds.ts";
import { reduceOnly } from "./mutants-reduce.ts";

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
  {
    name: "price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "A price above the band is moved to its upper end.",
    wire: () => changeAnyOrder(({ price }) => Number(price) > 99 && { price: 99 }),
  },
  {
    name: "confirmed-price-above-band-moved",
    breaks: ["REJ-PRICE-01"],
    defect: "A price above the band is moved to its upper end where confirm_fat_finger is true.",
    wire: () =>
      changeAnyOrder(
        ({ price, confirm_fat_finger: confirmed }) =>
          confirmed === true && Number(price) > 99 && { price: 99 },
      ),
  },
  {
    name: "price-below-band-moved",
    breaks: ["REJ-PRICE-02"],
    defect: "A price below the band is moved to its lower end.",
    wire: () => changeAnyOrder(({ price }) => Number(price) < 1 && { price: 1 }),
  },
  {
    name: "band-without-its-ends",
    breaks: ["REJ-PRICE-05"],
    defect: "The two prices at the ends of a band in cents are outside it.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        const isEnd = [1, 99].includes(Number(order["price"]));
        return isEnd ? declineOf(order, "PRICE_OUT_OF_RANGE") : null;
      }),
  },
  {
    name: "perp-price-moved-into-band",
    breaks: ["REJ-PRICE-03"],
    defect: "A perp price outside the band is moved into it, and confirmed unasked.",
    wire: () =>
      changeAnyOrder(async (order, arriving) => {
        if ((await kindOf(order, arriving)) !== "BTC_PERP") return false;
        const { price } = await intoBand(order, arriving);
        const isMoved = Number.isInteger(order["price"]) && price !== order["price"];
        return isMoved && { price, confirm_fat_finger: true };
      }),
  },
  {
    name: "confirmed-perp-price-moved-into-band",
    breaks: ["REJ-PRICE-03"],
    defect: "A perp price outside the band that comes confirmed is moved into it.",
    wire: () =>
      changeAnyOrder(async (order, arriving) => {
        if (order["confirm_fat_finger"] !== true) return false;
        return (await kindOf(order, arriving)) === "BTC_PERP" && intoBand(order, arriving);
      }),
  },
  {
    name: "qty-0-is-1",
    breaks: ["REJ-QTY-01"],
    defect: "A qty of 0 is taken for 1.",
    wire: () => changeAnyOrder(({ qty }) => qty === 0 && { qty: 1 }),
  },
  {
    name: "qty-sign-dropped",
    breaks: ["REJ-QTY-02"],
    defect: "A negative qty is taken for its absolute value.",
    wire: () => changeAnyOrder(({ qty }) => Number(qty) < 0 && { qty: -Number(qty) }),
  },
  {
    name: "qty-wraps",
    breaks: ["REJ-QTY-03"],
    defect: "A qty beyond 32 bits wraps around.",
    wire: () => changeAnyOrder(({ qty }) => Number(qty) > 2 ** 31 && { qty: 1 }),
  },
  {
    name: "order-cut-to-what-cash-allows",
    breaks: ["REJ-MARGIN-01"],
    defect: "An order beyond free cash is cut to a qty of 1 and accepted.",
    wire: retried("INSUFFICIENT_MARGIN", () => ({ qty: 1 })),
  },
  {
    name: "resting-orders-promised-again",
    breaks: ["REJ-MARGIN-03"],
    defect: "An order that all cash covers is accepted, whatever rests already.",
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        if (fieldsOf(given.body)["reject_reason"] !== "INSUFFICIENT_MARGIN") return given;
        const { client_order_id: _, ...order } = fieldsOf(request.body);
        await ask({ request, venue }, "DELETE /orders");
        return ask({ request, venue }, "POST /orders", order);
      }),
  },
  {
    name: "amended-when-closed",
    breaks: ["REJ-CLOSED-05"],
    defect: "An amendment of an order of a closed market is answered 200.",
    wire: () => {
      const amended = new Map<string, WireAnswer>();
      return changeAnswer("PATCH /orders/*", (given, { path }) => {
        if (given.status === 200) amended.set(path, given);
        return amended.get(path) ?? given;
      });
    },
  },
  {
    name: "ladder-on-a-closed-market-placed",
    breaks: ["REJ-CLOSED-06"],
    defect: "The rungs of a ladder in a market that is not OPEN are told as NEW.",
    wire: () =>
      changeAnswer("POST /orders/replace-ladder", async (given, request, venue) => {
        const { status } = await marketOf(fieldsOf(request.body), { request, venue });
        const { results = [] } = fieldsOf(given.body);
        const rung = { order_id: crypto.randomUUID(), status: "NEW" };
        const placed = (results as Fields[]).map((result) => ({ ...result, ...rung }));
        return status === "OPEN" ? given : answer(200, { results: placed });
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
  {
    name: "slippage-bps-on-a-binary-ignored",
    breaks: ["REJ-SLIP-01"],
    defect: "slippage_cap_bps on a binary is ignored.",
    wire: () =>
      changeAnyOrder(
        async (order, arriving) =>
          (await kindOf(order, arriving)) === "BTC_BINARY" && { slippage_cap_bps: undefined },
      ),
  },
  ...reduceOnly,
  ...cooldowns,
  ...ofKinds,
];
