/** Venues whose list of open orders shows what is done, or lacks what is open. */

import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import { ask, changeList, type Fields, fieldsOf } from "../../interposer/changes.ts";
import { changeStatus } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { byDefault, ignores, isCount } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { showsAll } from "./lists-of-all.ts";

/** The list of open orders without market_id, with the caller's LIMIT orders of this status too. */
function keepsOpen(status: string): () => WireVariant {
  return () =>
    changeList("GET /orders/open", async (open, request, venue) => {
      if (request.query["market_id"] !== undefined) return open;
      const { orders = [] } = fieldsOf((await ask({ request, venue }, "GET /orders")).body);
      const done = (orders as Fields[]).filter((one) => one["status"] === status);
      return [...open, ...done].slice(0, Number(request.query["limit"] ?? 500));
    });
}

/** Defects of open orders. */
export const ofOpenOrders: readonly Mutant[] = [
  {
    name: "open-is-an-order-id",
    breaks: ["OAPI-OPEN-01"],
    defect: "GET /orders/open is read as a request for the order open.",
    wire: changeStatus("GET /orders/open", 200, 422, {
      detail: [{ loc: ["path", "order_id"], msg: "not a UUID", type: "uuid" }],
    }),
  },
  {
    name: "open-list-without-the-partly-filled",
    breaks: ["OAPI-OPEN-02"],
    defect: "GET /orders/open without market_id lacks orders that are filled in part.",
    wire: () =>
      changeList("GET /orders/open", (orders, { query }) =>
        query["market_id"] === undefined
          ? orders.filter(({ status }) => status !== "PARTIAL")
          : orders,
      ),
  },
  {
    name: "open-list-keeps-cancelled-orders",
    breaks: ["OAPI-OPEN-03"],
    // That a cancel takes an order off this list is said of cancels too.
    alsoBreaks: ["OAPI-CXL-02"],
    defect: "GET /orders/open without market_id lists cancelled orders too.",
    wire: keepsOpen("CANCELLED"),
  },
  {
    name: "open-list-keeps-filled-orders",
    breaks: ["OAPI-OPEN-03"],
    defect: "GET /orders/open without market_id lists filled orders too.",
    wire: keepsOpen("FILLED"),
  },
  {
    name: "open-list-market-ignored",
    breaks: ["OAPI-OPEN-04"],
    defect: "GET /orders/open ignores market_id.",
    wire: ignores("GET /orders/open", "market_id", isUuid),
  },
  {
    name: "open-list-market-ignored-that-is-no-id",
    breaks: ["OAPI-OPEN-04"],
    defect: "GET /orders/open ignores a market_id that is no UUID.",
    wire: ignores("GET /orders/open", "market_id", (value) => !isUuid(value)),
  },
  {
    name: "open-list-limit-ignored",
    breaks: ["OAPI-OPEN-05"],
    defect: "GET /orders/open ignores limit.",
    wire: ignores("GET /orders/open", "limit", isCount),
  },
  {
    name: "open-list-of-everybody",
    breaks: ["OAPI-OPEN-06"],
    defect: "GET /orders/open with market_id lists the orders of all agents there.",
    wire: showsAll("GET /orders/open"),
  },
  {
    name: "open-list-default-of-200",
    breaks: ["OAPI-OPEN-07"],
    defect: "GET /orders/open without limit gives 200 orders.",
    wire: byDefault("GET /orders/open", "limit", "200"),
  },
  {
    name: "open-list-default-of-100-by-market",
    breaks: ["OAPI-OPEN-07"],
    defect: "GET /orders/open with market_id and without limit gives 100 orders.",
    wire: byDefault("GET /orders/open", "limit", "100", ({ query }) => "market_id" in query),
  },
];
