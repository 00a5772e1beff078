/** Venues that match wrongly. */

import {
  ask,
  cancelsBehind,
  changeAnswer,
  changeOrder,
  changeResult,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import {
  clearOfTouch,
  crosses,
  kindOf,
  opposedAt,
  reaches,
  touchOf,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import type { Concerns } from "../../interposer/refusals.ts";

const isLimit = ({ type, tif = "GTC" }: Fields) => type === "LIMIT" && tif === "GTC";

/** GTC orders for which `when` holds, and that go beyond the touch, are put a tick away from it. */
function stepBack(when: Concerns): () => WireVariant {
  return () =>
    changeOrder(async (order, arriving) => {
      if (!isLimit(order) || !(await when(order, arriving))) return false;
      const touch = await touchOf(order, arriving);
      const isBeyond = order["price"] !== touch && reaches(order, touch);
      return isBeyond && { price: await clearOfTouch(order, arriving) };
    });
}

/** The only fill of a LIMIT order that its limit left room to, at another price. */
function onlyFillAt(price: (order: Fields, filledAt: number) => number): () => WireVariant {
  return () =>
    changeResult(({ fills = [] }, order) => {
      const [fill, ...others] = fills as Fields[];
      if (!isLimit(order) || fill === undefined || others.length > 0) return false;
      if (fill["price"] === order["price"]) return false;
      const moved = price(order, Number(fill["price"]));
      return { avg_fill_price_cents: moved, fills: [{ ...fill, price: moved }] };
    });
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "crossing-orders-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "A LIMIT order better than the touch is put a tick away from it and rests.",
    wire: stepBack(() => true),
  },
  {
    name: "fills-beyond-the-limit",
    breaks: ["MATCH-CROSS-02"],
    // The order that rested had a limit of its own.
    alsoBreaks: ["CLAIM-PRICE-01"],
    defect:
      "An order better than the touch pays two ticks more, or gets two ticks less, than its limit.",
    wire: onlyFillAt(({ side, price }) => Number(price) + (side === "BUY" ? 2 : -2)),
  },
  {
    name: "partial-remainder-cancelled",
    breaks: ["MATCH-PART-01"],
    defect: "What a GTC order cannot fill at once is cancelled, as if it were IOC.",
    wire: () =>
      inFrontOf(
        changeResult(
          ({ status }) => status === "PARTIAL" && { status: "CANCELLED", remaining_qty: 0 },
        ),
        cancelsBehind(({ status }) => status === "PARTIAL"),
      ),
  },
  {
    name: "partly-filled-record-counts-one",
    breaks: ["MATCH-PART-02"],
    defect: "The record of an order that is filled in part shows one contract filled.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) => {
        const order = fieldsOf(given.body);
        const one = { filled_qty: 1, remaining_qty: Number(order["qty"]) - 1 };
        return order["status"] === "PARTIAL" ? { ...given, body: { ...order, ...one } } : given;
      }),
  },
  {
    name: "ten-levels-trade",
    breaks: ["MATCH-SWEEP-01"],
    defect: "An order trades with ten levels at most, and rests at the tenth with what is left.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const tenth = isLimit(order) ? await opposedAt(order, arriving, 9) : null;
        return reaches(order, tenth) && { price: tenth };
      }),
  },
  {
    name: "only-the-best-level-trades",
    breaks: ["MATCH-SWEEP-01"],
    defect: "An order trades at the touch alone, and rests there with what is left.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          isLimit(order) &&
          (await crosses(order, arriving)) && { price: await touchOf(order, arriving) },
      ),
  },
  {
    name: "perps-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "On a perp an order better than the touch is put a tick away from it.",
    wire: stepBack(async (order, arriving) => (await kindOf(order, arriving)) === "BTC_PERP"),
  },
  {
    name: "sells-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "A SELL better than the touch is put a tick away from it; a BUY is not.",
    wire: stepBack(({ side }) => side === "SELL"),
  },
  {
    name: "maker-paid-less-than-its-limit",
    breaks: ["MATCH-CROSS-04"],
    // Beyond the touch is not at it.
    alsoBreaks: ["CLAIM-PRICE-01"],
    defect: "An order whose limit is better than the touch trades beyond the touch in its favour.",
    wire: onlyFillAt(({ side }, filledAt) => filledAt + (side === "BUY" ? -1 : 1)),
  },
  {
    name: "whole-sweeps-at-the-price-of-the-touch",
    breaks: ["MATCH-CROSS-04"],
    // What rested behind the touch did not trade at its own price.
    alsoBreaks: ["CLAIM-PRICE-01"],
    defect: "A MARKET or a FOK order that goes through several levels has all at the first price.",
    wire: () =>
      changeResult(({ fills = [] }, { type, tif }) => {
        const [first, ...others] = fills as Fields[];
        const isWhole = type === "MARKET" || tif === "FOK";
        if (!isWhole || first === undefined || others.length === 0) return false;
        const { price } = first;
        return {
          avg_fill_price_cents: price,
          fills: [first, ...others].map((fill) => ({ ...fill, price })),
        };
      }),
  },
  {
    name: "filled-maker-stays-partial",
    breaks: ["MATCH-PART-03"],
    defect: "The record of an order that several takers filled says PARTIAL for ever.",
    wire: () => {
      const partial = new Set<unknown>();
      return changeAnswer("GET /orders/*", (given) => {
        const record = fieldsOf(given.body);
        if (record["status"] === "PARTIAL") partial.add(record["order_id"]);
        return record["status"] === "FILLED" && partial.has(record["order_id"])
          ? { ...given, body: { ...record, status: "PARTIAL" } }
          : given;
      });
    },
  },
  {
    name: "one-contract-of-the-rest-in-the-book",
    breaks: ["MATCH-PART-04"],
    defect: "Of what a GTC order could not fill at once a single contract goes into the book.",
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        const { status, order_id: id, filled_qty: filled, remaining_qty } = fieldsOf(given.body);
        const isReplay = given.headers["idempotent-replayed"] !== undefined;
        if (status !== "PARTIAL" || Number(remaining_qty) < 2 || isReplay) return given;
        const cut = { qty: Number(filled) + 1 };
        await ask({ request, venue }, `PATCH /orders/${id}`, cut);
        return given;
      }),
  },
  {
    name: "one-order-of-a-level-trades",
    breaks: ["MATCH-SWEEP-02"],
    defect: "Of several orders at one price the last is passed over and its record left as it was.",
    wire: () =>
      changeResult(
        ({ status, filled_qty, remaining_qty, fills }) =>
          status === "PARTIAL" &&
          (fills as Fields[]).length > 2 && {
            filled_qty: Number(filled_qty) - Number((fills as Fields[]).at(-1)?.["qty"]),
            remaining_qty: Number(remaining_qty) + Number((fills as Fields[]).at(-1)?.["qty"]),
            fills: (fills as Fields[]).slice(0, -1),
          },
      ),
  },
];
