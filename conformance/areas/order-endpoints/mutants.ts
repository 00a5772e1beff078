/** Venues whose lists of orders show too much, too little, or what is not the caller's. */

import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import { isOpen } from "../../interposer/cancels.ts";
import {
  answer,
  ask,
  changeAnswer,
  changeList,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { changeStatus, ownersKept } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest } from "../../interposer/interposer.ts";
import { byDefault, ignores, isCount } from "../../interposer/lists.ts";
import { venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { showsAll } from "./lists-of-all.ts";
import { ofAmended } from "./mutants-amended.ts";
import { cancelling, isForeign } from "./mutants-cancels.ts";
import { whileCooling } from "./mutants-cooling.ts";
import { limitCut, ofMany } from "./mutants-many.ts";
import { ofOpenOrders } from "./mutants-open.ts";
import { ofRevoked } from "./mutants-revoked.ts";
import { ofSiblings } from "./mutants-siblings.ts";

const AN_HOUR_MS = 3_600_000;
const { body: NO_ROUTE } = envelope(404, "ROUTE_NOT_FOUND");

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "order-list-unknown",
    breaks: ["OAPI-LIST-01"],
    defect: "GET /orders is answered 404.",
    wire: changeStatus("GET /orders", 200, 404, NO_ROUTE),
  },
  {
    name: "order-list-without-resting-orders",
    breaks: ["OAPI-LIST-02"],
    // That what a market_id narrows it to is there too is another rule.
    defect: "GET /orders without market_id lists finished orders alone.",
    wire: () =>
      changeList("GET /orders", (orders, { query }) =>
        query["market_id"] === undefined ? orders.filter(({ status }) => status !== "NEW") : orders,
      ),
  },
  {
    name: "order-list-of-the-last-hour",
    breaks: ["OAPI-LIST-09"],
    defect: "GET /orders lists no order that ended, or changed last, more than an hour ago.",
    wire: () =>
      changeList("GET /orders", async (orders, request, venue) => {
        const since = (await venueNow({ request, venue })) - AN_HOUR_MS;
        return orders.filter(({ updated_at_ms: atMs }) => Number(atMs) > since);
      }),
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
    wire: ignores("GET /orders", "limit", isCount),
  },
  {
    name: "order-list-market-ignored",
    breaks: ["OAPI-LIST-05"],
    defect: "GET /orders ignores market_id.",
    wire: ignores("GET /orders", "market_id", isUuid),
  },
  {
    name: "part-filled-orders-in-every-market",
    breaks: ["OAPI-LIST-05"],
    defect: "GET /orders with a market_id lists what is filled in part in other markets too.",
    wire: () =>
      changeList("GET /orders", async (records, request, venue) => {
        if (!isUuid(request.query["market_id"])) return records;
        const { body } = await ask({ request, venue }, "GET /orders/open");
        const open = (fieldsOf(body)["orders"] ?? []) as Fields[];
        const known = new Set(records.map(({ order_id: id }) => id));
        return [
          ...records,
          ...open.filter(({ order_id: id, status }) => status === "PARTIAL" && !known.has(id)),
        ];
      }),
  },
  {
    name: "order-list-market-ignored-that-is-no-id",
    breaks: ["OAPI-LIST-05"],
    defect: "GET /orders ignores a market_id that is no UUID.",
    wire: ignores("GET /orders", "market_id", (value) => !isUuid(value)),
  },
  {
    name: "order-list-status-unknown",
    breaks: ["OAPI-LIST-06"],
    // A market's orders in any status are narrowed by status.
    alsoBreaks: ["OAPI-LIST-05"],
    defect: "GET /orders refuses the status CANCELLED as unknown.",
    wire: () =>
      changeAnswer("GET /orders", (given, { query }) => {
        const detail = [{ loc: ["query", "status"], msg: "unknown", type: "enum" }];
        const isMeant = given.status === 200 && query["status"] === "CANCELLED";
        return isMeant ? answer(422, { detail }) : given;
      }),
  },
  {
    name: "order-list-of-everybody",
    breaks: ["OAPI-LIST-08"],
    defect: "GET /orders with market_id lists the orders of all agents there.",
    wire: showsAll("GET /orders"),
  },
  {
    name: "order-list-by-status-of-everybody",
    breaks: ["OAPI-LIST-08"],
    defect: "GET /orders with status lists the orders of all agents.",
    wire: showsAll("GET /orders", "status"),
  },
  {
    name: "own-order-unknown",
    breaks: ["OAPI-GET-01"],
    defect: "GET of a resting order is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        fieldsOf(given.body)["status"] === "NEW" ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  {
    name: "foreign-order-unknown",
    breaks: ["OAPI-GET-02"],
    defect: "GET of another owner's order is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        isForeign(given) ? envelope(404, "ORDER_NOT_FOUND") : given,
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
          if (!isForeign(given) || owner === undefined) return given;
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
        fieldsOf(given.body)["code"] === "ORDER_NOT_FOUND" ? answer(200, { order: null }) : given,
      ),
  },
  {
    name: "order-list-limit-less-one",
    breaks: ["OAPI-LIST-04"],
    defect: "GET /orders with limit gives one order less.",
    wire: () =>
      changeList("GET /orders", (orders, { query }) =>
        orders.length === Number(query["limit"]) ? orders.slice(0, -1) : orders,
      ),
  },
  {
    name: "order-list-limit-cut-to-100",
    breaks: ["OAPI-LIST-04"],
    defect: "GET /orders with a limit from 100 to 199 gives 100 orders.",
    wire: limitCut("GET /orders", { from: 100, below: 200 }),
  },
  {
    name: "order-list-default-of-100",
    breaks: ["OAPI-LIST-03"],
    defect: "GET /orders without limit gives 100 orders.",
    wire: byDefault("GET /orders", "limit", "100"),
  },
  {
    name: "order-list-default-of-100-by-status",
    breaks: ["OAPI-LIST-03"],
    defect: "GET /orders with the status CANCELLED and without limit gives 100 orders.",
    wire: byDefault("GET /orders", "limit", "100", ({ query }) => query["status"] === "CANCELLED"),
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
    // A market's orders in any status are narrowed by status.
    alsoBreaks: ["OAPI-LIST-05"],
    defect: "GET /orders ignores status where market_id is given too.",
    wire: () =>
      changeRequest("GET /orders", (request) => {
        const { status: _, ...query } = request.query;
        return query["market_id"] === undefined ? request : { ...request, query };
      }),
  },
  {
    name: "status-filter-ignored-for-read-only-keys",
    breaks: ["OAPI-LIST-06"],
    // Only control makes a read-only key of an agent that has another.
    controlled: true,
    defect: "GET /orders ignores status where a key asks that may not trade.",
    wire: () =>
      changeRequest("GET /orders", async (request, venue) => {
        const { status: _, ...query } = request.query;
        const isReader = (await ask({ request, venue }, "POST /orders", {})).status === 403;
        return isReader ? { ...request, query } : request;
      }),
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
  {
    name: "ended-order-unknown-to-other-callers",
    breaks: ["OAPI-GET-01"],
    defect:
      "GET of an order that has ended is answered 404, but to the credentials that placed it.",
    wire: () => {
      const placedBy = new Map<unknown, string>();
      const learn = (request: WireRequest, { status, body }: WireAnswer) => {
        if (matches(request, "POST /orders") && status < 400)
          placedBy.set(fieldsOf(body)["order_id"], keyOf(request));
      };
      return learning(
        learn,
        changeAnswer("GET /orders/*", (given, request) => {
          const order = fieldsOf(given.body);
          const { order_id: id } = order;
          const isOthers = placedBy.has(id) && placedBy.get(id) !== keyOf(request);
          return isOthers && !isOpen(order) ? envelope(404, "ORDER_NOT_FOUND") : given;
        }),
      );
    },
  },
  {
    name: "market-order-unknown",
    breaks: ["OAPI-GET-01"],
    defect: "GET of an order that was a MARKET one is answered 404.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) =>
        fieldsOf(given.body)["type"] === "MARKET" ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  ...ofMany,
  ...ofRevoked,
  ...cancelling,
  ...ofOpenOrders,
  ...ofAmended,
  ...whileCooling,
  ...ofSiblings,
];
