/** Venues that lose or change orders when their market ends. */

import {
  type Arriving,
  ask,
  changeAnswer,
  changeList,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Whether the market of an order, or of a request, has ended. */
async function hasEnded(marketId: unknown, arriving: Arriving): Promise<boolean> {
  const { body } = await ask(arriving, `GET /markets/${marketId}`);
  const { status = "OPEN" } = fieldsOf(fieldsOf(body)["market"] ?? body);
  return status !== "OPEN";
}

/** Defects of orders whose market has ended. */
export const ends: readonly Mutant[] = [
  {
    name: "refused-on-ended-market-fills-the-maker",
    breaks: ["STATE-ORD-03"],
    defect: "An order that an ended market declines is booked as a fill of the one it would meet.",
    wire: () => {
      const sides = new Map<unknown, unknown>();
      const watch = changeAnswer("POST /orders", (given, request) => {
        const { reject_reason: reason } = fieldsOf(given.body);
        const { market_id: market, side } = fieldsOf(request.body);
        if (reason === "MARKET_CLOSED") sides.set(market, side);
        return given;
      });
      const book = changeAnswer("GET /orders/*", (given) => {
        const record = fieldsOf(given.body);
        const side = sides.get(record["market_id"]);
        if (side === undefined || record["side"] === side) return given;
        const more = { filled_qty: Number(record["filled_qty"]) + 1 };
        return { ...given, body: { ...record, ...more } };
      });
      return inFrontOf(watch, book);
    },
  },
  {
    name: "ended-market-takes-its-orders-along",
    breaks: ["STATE-ORD-04"],
    defect: "An order cannot be read any more once its market has ended.",
    wire: () =>
      changeAnswer("GET /orders/*", async (given, request, venue) => {
        const { market_id: market } = fieldsOf(given.body);
        const isGone = given.status === 200 && market && request.path !== "/orders/open";
        return isGone && (await hasEnded(market, { request, venue }))
          ? envelope(404, "ORDER_NOT_FOUND")
          : given;
      }),
  },
  {
    name: "all-orders-but-those-of-ended-markets",
    breaks: ["STATE-ORD-04"],
    defect: "GET /orders without market_id leaves out the orders of markets that have ended.",
    wire: () =>
      changeList("GET /orders", async (orders, request, venue) => {
        if (request.query["market_id"] !== undefined) return orders;
        const markets = [...new Set(orders.map(({ market_id: market }) => market))];
        const over = await Promise.all(markets.map((id) => hasEnded(id, { request, venue })));
        return orders.filter(({ market_id: market }) => !over[markets.indexOf(market)]);
      }),
  },
  {
    name: "no-orders-of-an-ended-market",
    breaks: ["STATE-ORD-04"],
    // Without it no market ends in the run.
    controlled: true,
    defect: "GET /orders with the market_id of a market that has ended is an empty list.",
    wire: () =>
      changeList("GET /orders", async (orders, request, venue) => {
        const { market_id: market } = request.query;
        if (market === undefined) return orders;
        return (await hasEnded(market, { request, venue })) ? [] : orders;
      }),
  },
  {
    name: "filled-before-the-end-and-unknown-since",
    breaks: ["STATE-ORD-04"],
    // Without it no market ends in the run.
    controlled: true,
    defect: "An order that was filled whole cannot be read any more once its market has ended.",
    wire: () =>
      changeAnswer("GET /orders/*", async (given, request, venue) => {
        const { market_id: market, status } = fieldsOf(given.body);
        const isFilled = given.status === 200 && status === "FILLED";
        return isFilled && (await hasEnded(market, { request, venue }))
          ? envelope(404, "ORDER_NOT_FOUND")
          : given;
      }),
  },
  {
    name: "ended-with-its-market-is-expired",
    breaks: ["STATE-ORD-06"],
    beside: ["STATE-ORD-04"],
    // Without it no market ends in the run.
    controlled: true,
    defect: "An order that the end of its market cancelled has the status EXPIRED when it is read.",
    wire: () =>
      changeAnswer("GET /orders/*", async (given, request, venue) => {
        const record = fieldsOf(given.body);
        const isCancelled = given.status === 200 && record["status"] === "CANCELLED";
        return isCancelled && (await hasEnded(record["market_id"], { request, venue }))
          ? { ...given, body: { ...record, status: "EXPIRED" } }
          : given;
      }),
  },
  {
    name: "cancelled-by-the-end-yet-open",
    breaks: ["STATE-ORD-05"],
    defect: "The list of open orders goes on with those that the end of their market cancelled.",
    wire: () =>
      changeList("GET /orders/open", async (open, request, venue) => {
        const market = request.query["market_id"];
        if (market === undefined || !(await hasEnded(market, { request, venue }))) return open;
        const { orders } = fieldsOf((await ask({ request, venue }, "GET /orders")).body);
        const isCancelled = ({ market_id: id, status }: Fields) =>
          id === market && status === "CANCELLED";
        return [...open, ...(orders as Fields[]).filter(isCancelled)];
      }),
  },
];
