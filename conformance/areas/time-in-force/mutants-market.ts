/** Venues whose MARKET orders take too much, too little or too far. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeOrder,
  declineOf,
  envelope,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { offeredAgainst, touchOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

function refusesField(name: string): WireVariant {
  return answerInstead("POST /orders", ({ body }) =>
    name in fieldsOf(body) ? envelope(422, "VALIDATION_ERROR") : null,
  );
}

/** Defects of MARKET orders. */
export const marketOrders: readonly Mutant[] = [
  {
    name: "market-orders-find-nothing",
    breaks: ["TIF-MKT-01"],
    defect: "A MARKET order never trades.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["type"] === "MARKET" ? declineOf(order, "MARKET_NO_LIQUIDITY") : null;
      }),
  },
  {
    name: "market-sells-find-nothing",
    breaks: ["TIF-MKT-01"],
    defect: "Price protection is added to the touch of a SELL too, so that it never trades.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const { type, side, ...order } = fieldsOf(body);
        if (type !== "MARKET" || side !== "SELL") return null;
        return declineOf({ ...order, side }, "MARKET_NO_LIQUIDITY");
      }),
  },
  {
    name: "market-order-in-vain-accepted",
    breaks: ["TIF-MKT-02"],
    defect: "A MARKET order that finds no opposing orders is accepted and CANCELLED.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const result = fieldsOf(given.body);
        if (result["reject_reason"] !== "MARKET_NO_LIQUIDITY") return given;
        const order_id = crypto.randomUUID();
        const cancelled = { order_id, status: "CANCELLED", reject_reason: null };
        return answer(201, { ...result, ...cancelled });
      }),
  },
  {
    name: "market-order-is-all-or-nothing",
    breaks: ["TIF-MKT-03"],
    defect: "A MARKET order larger than the liquidity is declined.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const price = order["type"] === "MARKET" && (await touchOf(order, arriving));
        return typeof price === "number" && { type: "LIMIT", price, tif: "FOK" };
      }),
  },
  {
    name: "fok-market-order-takes-nothing",
    breaks: ["TIF-MKT-07"],
    defect: "A MARKET order with FOK that the book cannot fill whole is CANCELLED unfilled.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) => {
        const { type, tif, ...order } = fieldsOf(request.body);
        if (type !== "MARKET" || tif !== "FOK") return null;
        const offered = await offeredAgainst(order, { request, venue });
        const order_id = crypto.randomUUID();
        const cancelled = { order_id, status: "CANCELLED", reject_reason: null };
        const { body } = declineOf(order, "");
        return offered < Number(order["qty"])
          ? answer(201, { ...fieldsOf(body), ...cancelled })
          : null;
      }),
  },
  {
    name: "market-order-remainder-rests",
    breaks: ["TIF-MKT-03"],
    defect: "What a MARKET order cannot fill rests at the touch.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const price = order["type"] === "MARKET" && (await touchOf(order, arriving));
        return typeof price === "number" && { type: "LIMIT", price };
      }),
  },
  {
    name: "slippage-cap-cents-ignored",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect.",
    wire: () => changeOrder((order) => "slippage_cap_cents" in order && { slippage_cap_cents: 99 }),
  },
  {
    name: "slippage-cap-bps-ignored",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect.",
    wire: () => changeOrder((order) => "slippage_cap_bps" in order && { slippage_cap_bps: 9_000 }),
  },
  {
    name: "slippage-cap-cents-refused",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents is refused on every market.",
    wire: () => refusesField("slippage_cap_cents"),
  },
  {
    name: "slippage-cap-bps-refused",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps is refused on every market.",
    wire: () => refusesField("slippage_cap_bps"),
  },
];
