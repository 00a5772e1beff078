/** Venues whose MARKET orders take too much, too little or too far. */

import {
  answer,
  answerInstead,
  changeOrder,
  declineOf,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import {
  levelsAgainst,
  marketOf,
  offeredAgainst,
  positionIn,
  reduces,
  touchOf,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines, declineWaived, refusesAsMalformed } from "../../interposer/refusals.ts";

const isMarket = ({ type }: Fields) => type === "MARKET";
const has = (name: string) => (order: Fields) => (order[name] ?? null) !== null;

/** What a MARKET order of the venue behind is allowed without a cap. */
const DEFAULT_CENTS = 10;

/** MARKET orders with this cap, with one that reaches as far as any. */
function capIgnored(name: string, widest: number, when = (_: Fields) => true): () => WireVariant {
  return () =>
    changeOrder(
      (order) => isMarket(order) && has(name)(order) && when(order) && { [name]: widest },
    );
}

/** MARKET orders with this cap are refused as malformed. */
function capRefused(name: string): () => WireVariant {
  return () => refusesAsMalformed((order) => isMarket(order) && has(name)(order));
}

/** Defects of MARKET orders. */
export const marketOrders: readonly Mutant[] = [
  {
    name: "market-orders-find-nothing",
    breaks: ["TIF-MKT-01"],
    defect: "A MARKET order never trades.",
    wire: () => declines("MARKET_NO_LIQUIDITY", isMarket),
  },
  {
    name: "market-sells-find-nothing",
    breaks: ["TIF-MKT-01"],
    defect: "Price protection is added to the touch of a SELL too, so that it never trades.",
    wire: () =>
      declines("MARKET_NO_LIQUIDITY", (order) => isMarket(order) && order["side"] === "SELL"),
  },
  {
    name: "market-order-in-vain-accepted",
    breaks: ["TIF-MKT-02"],
    defect: "A MARKET order that finds no opposing orders is accepted and CANCELLED.",
    wire: () =>
      declineWaived("MARKET_NO_LIQUIDITY", async (order, arriving) => {
        const geometry = fieldsOf((await marketOf(order, arriving))["geometry"]);
        const price = geometry[order["side"] === "BUY" ? "min_price" : "max_price"];
        const uncapped = { slippage_cap_cents: undefined, slippage_cap_bps: undefined };
        return { ...uncapped, type: "LIMIT", tif: "IOC", price, confirm_fat_finger: true };
      }),
  },
  {
    name: "market-order-is-all-or-nothing",
    breaks: ["TIF-MKT-03"],
    defect: "A MARKET order larger than the liquidity is declined.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const price = isMarket(order) && (await touchOf(order, arriving));
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
    defect: "What a MARKET order without tif cannot fill of a whole book rests at its last price.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (!isMarket(order) || has("tif")(order)) return false;
        const levels = await levelsAgainst(order, arriving);
        const qty = levels.reduce((sum, level) => sum + level.qty, 0);
        const isShort = levels.length > 0 && qty < Number(order["qty"]);
        return isShort && { type: "LIMIT", price: levels.at(-1)?.price };
      }),
  },
  {
    name: "market-order-that-closes-rests",
    breaks: ["TIF-MKT-03"],
    defect: "What a MARKET order has left once it closed the position rests at its last price.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (!isMarket(order) || !(await reduces(order, arriving))) return false;
        const levels = await levelsAgainst(order, arriving);
        const qty = levels.reduce((sum, level) => sum + level.qty, 0);
        const isClosed = qty === Math.abs(await positionIn(order, arriving));
        const rests = isClosed && qty < Number(order["qty"]);
        return rests && { type: "LIMIT", price: levels.at(-1)?.price };
      }),
  },
  {
    name: "slippage-cap-cents-ignored",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect.",
    wire: capIgnored("slippage_cap_cents", 99),
  },
  {
    name: "wide-slippage-cap-cut-to-the-default",
    breaks: ["TIF-MKT-08"],
    defect: "slippage_cap_cents allows no more than the venue's default.",
    wire: () =>
      changeOrder(
        (order) =>
          isMarket(order) &&
          Number(order["slippage_cap_cents"] ?? 0) > DEFAULT_CENTS && {
            slippage_cap_cents: DEFAULT_CENTS,
          },
      ),
  },
  {
    name: "slippage-cap-bps-read-as-tenths",
    breaks: ["TIF-MKT-08"],
    defect: "slippage_cap_bps allows a tenth of what it says.",
    wire: () =>
      changeOrder(
        (order) =>
          isMarket(order) &&
          has("slippage_cap_bps")(order) && {
            slippage_cap_bps: Math.floor(Number(order["slippage_cap_bps"]) / 10),
          },
      ),
  },
  {
    name: "slippage-cap-cents-ignored-beside-a-tif",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect on a MARKET order that names a tif.",
    wire: capIgnored("slippage_cap_cents", 99, has("tif")),
  },
  {
    name: "slippage-cap-bps-ignored-beside-a-tif",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect on a MARKET order that names a tif.",
    wire: capIgnored("slippage_cap_bps", 9_000, has("tif")),
  },
  {
    name: "slippage-cap-cents-void-once-confirmed",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect on an order that is confirmed against a slip.",
    wire: capIgnored(
      "slippage_cap_cents",
      99,
      ({ confirm_fat_finger: isConfirmed }) => isConfirmed === true,
    ),
  },
  {
    name: "slippage-cap-bps-ignored",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect.",
    wire: capIgnored("slippage_cap_bps", 9_000),
  },
  {
    name: "slippage-cap-cents-refused",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents is refused on every market.",
    wire: capRefused("slippage_cap_cents"),
  },
  {
    name: "slippage-cap-bps-refused",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps is refused on every market.",
    wire: capRefused("slippage_cap_bps"),
  },
  {
    name: "slippage-cap-of-sells-ignored",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect on a SELL.",
    wire: capIgnored("slippage_cap_cents", 99, ({ side }) => side === "SELL"),
  },
  {
    name: "slippage-cap-of-buys-ignored",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect on a BUY.",
    wire: capIgnored("slippage_cap_bps", 9_000, ({ side }) => side === "BUY"),
  },
];
