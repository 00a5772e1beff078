/** Venues whose lists of orders show too much, too little, or what is not the caller's. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeList,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import { ownersKept } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { byDefault, ignores } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { cancelling } from "./mutants-cancels.ts";
import { ofSiblings } from "./mutants-siblings.ts";

/** A list that shows orders of all agents. */
function showsAll(route: string): () => WireVariant {
  return () => {
    const placed: { key: string; record: Fields }[] = [];
    const remember = changeAnswer("POST /orders", (given, request) => {
      const record = { ...fieldsOf(request.body), ...fieldsOf(given.body) };
      placed.push({ key: keyOf(request), record });
      return given;
    });
    const list = changeList(route, (orders, request) => [
      ...orders,
      ...placed.filter(({ key }) => key !== keyOf(request)).map(({ record }) => record),
    ]);
    return inFrontOf(list, remember);
  };
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "order-list-unknown",
    breaks: ["OAPI-LIST-01"],
    defect: "GET /orders is answered 404.",
    wire: () => answerInstead("GET /orders", () => envelope(404, "ROUTE_NOT_FOUND")),
  },
  {
    name: "order-list-without-resting-orders",
    breaks: ["OAPI-LIST-02"],
    defect: "GET /orders lists finished orders alone.",
    wire: () =>
      changeList("GET /orders", (orders) => orders.filter(({ status }) => status !== "NEW")),
  },
  {
    name: "order-list-default-of-1000",
    breaks: ["OAPI-LIST-03"],
    defect: "GET /orders without limit gives up to 1000 orders.",
    wire: () =>
      changeRequest("GET /orders", (request) => ({
        ...request,
        query: { limit: "1000", ...request.query },
      })),
  },
  {
    name: "order-list-limit-ignored",
    breaks: ["OAPI-LIST-04"],
    defect: "GET /orders ignores limit.",
    wire: ignores("GET /orders", "limit"),
  },
  {
    name: "order-list-market-ignored",
    breaks: ["OAPI-LIST-05"],
    defect: "GET /orders ignores market_id.",
    wire: ignores("GET /orders", "market_id"),
  },
  {
    name: "order-list-status-unknown",
    breaks: ["OAPI-LIST-06"],
    defect: "GET /orders refuses the status CANCELLED as unknown.",
    wire: () =>
      answerInstead("GET /orders", ({ query }) => {
        const detail = [{ loc: ["query", "status"], msg: "unknown", type: "enum" }];
        return query["status"] === "CANCELLED" ? answer(422, { detail }) : null;
      }),
  },
  {
    name: "order-list-of-everybody",
    breaks: ["OAPI-LIST-08"],
    defect: "GET /orders lists the orders of all agents.",
    wire: showsAll("GET /orders"),
  },
  {
    name: "open-is-an-order-id",
    breaks: ["OAPI-OPEN-01"],
    defect: "GET /orders/open is read as a request for the order open.",
    wire: () =>
      answerInstead("GET /orders/open", () => {
        const detail = [{ loc: ["path", "order_id"], msg: "not a UUID", type: "uuid" }];
        return answer(422, { detail });
      }),
  },
  {
    name: "open-list-empty",
    breaks: ["OAPI-OPEN-02"],
    defect: "GET /orders/open is always empty.",
    wire: () => changeList("GET /orders/open", () => []),
  },
  {
    name: "open-list-of-all-orders",
    breaks: ["OAPI-OPEN-03"],
    defect: "GET /orders/open lists finished orders too.",
    wire: () => changeRequest("GET /orders/open", (request) => ({ ...request, path: "/orders" })),
  },
  {
    name: "open-list-keeps-filled-orders",
    breaks: ["OAPI-OPEN-03"],
    defect: "GET /orders/open lists filled orders too.",
    wire: () =>
      changeList("GET /orders/open", async (open, request, venue) => {
        const { orders = [] } = fieldsOf((await ask({ request, venue }, "GET /orders")).body);
        return [...open, ...(orders as Fields[]).filter(({ status }) => status === "FILLED")];
      }),
  },
  {
    name: "open-list-market-ignored",
    breaks: ["OAPI-OPEN-04"],
    defect: "GET /orders/open ignores market_id.",
    wire: ignores("GET /orders/open", "market_id"),
  },
  {
    name: "open-list-limit-ignored",
    breaks: ["OAPI-OPEN-05"],
    defect: "GET /orders/open ignores limit.",
    wire: ignores("GET /orders/open", "limit"),
  },
  {
    name: "open-list-of-everybody",
    breaks: ["OAPI-OPEN-06"],
    defect: "GET /orders/open lists the orders of all agents.",
    wire: showsAll("GET /orders/open"),
  },
  {
    name: "own-order-unknown",
    breaks: ["OAPI-GET-01"],
    defect: "GET of a resting order is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given, { path }) =>
        given.status === 200 && path !== "/orders/open" ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  {
    name: "foreign-order-unknown",
    breaks: ["OAPI-GET-02"],
    defect: "GET of another owner's order is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        given.status === 403 ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  {
    name: "foreign-order-shown",
    breaks: ["OAPI-GET-02"],
    defect: "GET of another owner's order shows it.",
    wire: () =>
      ownersKept((ownerOf) =>
        changeAnswer("GET /orders/*", (given, request, venue) => {
          const owner = ownerOf(request.path.slice("/orders/".length));
          if (given.status !== 403 || owner === undefined) return given;
          return ask({ request: owner, venue }, `GET ${request.path}`);
        }),
      ),
  },
  {
    name: "unknown-order-is-null",
    breaks: ["OAPI-GET-03"],
    defect: "GET of an order that does not exist is answered 200 with null.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        given.status === 404 ? answer(200, { order: null }) : given,
      ),
  },
  {
    name: "order-list-limit-less-one",
    breaks: ["OAPI-LIST-04"],
    defect: "GET /orders with limit gives one order less.",
    wire: () =>
      changeList("GET /orders", (orders, { query }) =>
        query["limit"] === undefined ? orders : orders.slice(0, -1),
      ),
  },
  {
    name: "open-list-default-of-200",
    breaks: ["OAPI-OPEN-07"],
    defect: "GET /orders/open without limit gives 200 orders.",
    wire: byDefault("GET /orders/open", "limit", "200"),
  },
  {
    name: "order-list-default-of-100",
    breaks: ["OAPI-LIST-03"],
    defect: "GET /orders without limit gives 100 orders.",
    wire: byDefault("GET /orders", "limit", "100"),
  },
  {
    name: "status-filter-matches-nothing",
    breaks: ["OAPI-LIST-06"],
    defect: "GET /orders with the status PARTIAL gives nothing.",
    wire: () =>
      changeList("GET /orders", (orders, { query }) =>
        query["status"] === "PARTIAL" ? [] : orders,
      ),
  },
  {
    name: "status-filter-ignored",
    breaks: ["OAPI-LIST-06"],
    defect: "GET /orders ignores status where market_id is given too.",
    wire: () => ignoresStatusBesideMarket,
  },
  {
    name: "market-filter-of-bids-alone",
    breaks: ["OAPI-LIST-05"],
    defect: "GET /orders with market_id leaves out orders that sell.",
    wire: () =>
      changeList("GET /orders", (orders, { query }) =>
        query["market_id"] ? orders.filter(({ side }) => side === "BUY") : orders,
      ),
  },
  {
    name: "filled-order-unknown",
    breaks: ["OAPI-GET-01"],
    defect: "GET of an order that is filled is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        fieldsOf(given.body)["status"] === "FILLED" ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  ...cancelling,
  ...ofSiblings,
];

const ignoresStatusBesideMarket: WireVariant = (request, venue) => {
  const { status: _, ...query } = request.query;
  return venue(query["market_id"] === undefined ? request : { ...request, query });
};
