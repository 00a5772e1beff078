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
import {
  crosses,
  kindOf,
  opposedAt,
  reaches,
  steppedBack,
  touchOf,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const isLimit = ({ type, tif = "GTC" }: Fields) => type === "LIMIT" && tif === "GTC";

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "crossing-orders-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "A LIMIT order that would trade is put a tick away from the touch and rests.",
    wire: () => changeOrder((order, arriving) => isLimit(order) && steppedBack(order, arriving)),
  },
  {
    name: "fills-beyond-the-limit",
    breaks: ["MATCH-CROSS-02"],
    defect: "An order that trades pays two ticks more, or gets two ticks less, than its limit.",
    wire: () =>
      changeResult(({ filled_qty, fills }, { side, price, type }) => {
        if (type !== "LIMIT" || !filled_qty) return false;
        const worse = Number(price) + (side === "BUY" ? 2 : -2);
        const moved = (fills as Fields[]).map((fill) => ({ ...fill, price: worse }));
        return { avg_fill_price_cents: worse, fills: moved };
      }),
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
    name: "maker-record-not-updated",
    breaks: ["MATCH-PART-02"],
    defect: "The record of an order that was filled while it rested shows nothing filled.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) => {
        const order = fieldsOf(given.body);
        const updated = { ...order, filled_qty: 0, remaining_qty: order["qty"] };
        return "filled_qty" in order ? { ...given, body: updated } : given;
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
    defect: "On a perp an order that would trade is put a tick away from the touch.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          (await kindOf(order, arriving)) === "BTC_PERP" && steppedBack(order, arriving),
      ),
  },
  {
    name: "sells-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "A SELL that would trade is put a tick away from the touch; a BUY is not.",
    wire: () =>
      changeOrder((order, arriving) => order["side"] === "SELL" && steppedBack(order, arriving)),
  },
  {
    name: "maker-paid-less-than-its-limit",
    breaks: ["MATCH-CROSS-04"],
    defect: "An order whose limit is better than the touch trades beyond the touch in its favour.",
    wire: () =>
      changeResult(({ filled_qty, fills }, { side, type }) => {
        if (type !== "LIMIT" || !filled_qty) return false;
        const better = (price: unknown) => Number(price) + (side === "BUY" ? -1 : 1);
        const moved = (fills as Fields[]).map((one) => ({ ...one, price: better(one["price"]) }));
        return { avg_fill_price_cents: better(moved[0]?.["price"]), fills: moved };
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
        const { status, order_id: id, filled_qty: filled } = fieldsOf(given.body);
        const cut = { qty: Number(filled) + 1 };
        if (status === "PARTIAL") await ask({ request, venue }, `PATCH /orders/${id}`, cut);
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
