/** Venues on which a cancel does too little, too much, or is answered wrongly. */

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
import { hasSession, ownersKept } from "../../interposer/credentials.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { marketOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const orderIn = ({ path }: WireRequest) => path.slice("/orders/".length);

/** Answers the cancel of an order filled in part, and does nothing. */
export function sparesTheTouched(): WireVariant {
  return answerInstead("DELETE /orders/*", async (request, venue) => {
    const record = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
    return record["status"] === "PARTIAL" ? answer(200, { ...record, status: "CANCELLED" }) : null;
  });
}

/** Records of an order, with another status. */
function recordsSay(status: string, when: (record: Fields) => boolean) {
  return changeAnswer("GET /orders/*", (given) => {
    const record = fieldsOf(given.body);
    return when(record) ? { ...given, body: { ...record, status } } : given;
  });
}

/** A cancel of somebody else's order is carried out for its owner. */
function cancelsForOwner(isAdmitted: boolean): Mutant["wire"] {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer("DELETE /orders/*", async (given, request, venue) => {
        const owner = ownerOf(orderIn(request));
        if (given.status !== 403 || owner === undefined) return given;
        const cancelled = await ask({ request: owner, venue }, `DELETE ${request.path}`);
        return isAdmitted ? cancelled : given;
      }),
    );
}

/** Defects of cancelling. */
export const cancelling: readonly Mutant[] = [
  {
    name: "cancel-as-409",
    breaks: ["OAPI-CXL-01"],
    defect: "A cancel is carried out and answered 409.",
    wire: () =>
      changeAnswer("DELETE /orders/*", (given) =>
        given.status === 200 ? envelope(409, "ORDER_NOT_OPEN") : given,
      ),
  },
  {
    name: "cancel-does-nothing",
    breaks: ["OAPI-CXL-02"],
    // What stays in the list for want of a cancel stays in the book too.
    alsoBreaks: ["OAPI-CXL-04"],
    defect: "A cancel is answered 200 and not carried out.",
    wire: () => answerInstead("DELETE /orders/*", () => answer(200, { cancelled: true })),
  },
  {
    name: "cancelled-order-called-rejected",
    breaks: ["OAPI-CXL-03"],
    defect: "The record of a cancelled order has the status REJECTED.",
    wire: () => recordsSay("REJECTED", ({ status }) => status === "CANCELLED"),
  },
  {
    name: "cancelled-order-still-fills",
    breaks: ["OAPI-CXL-04"],
    defect: "A cancelled order leaves the lists and stays in the book.",
    wire: () => {
      const hidden = new Set<unknown>();
      const cancel = answerInstead("DELETE /orders/*", (request) => {
        hidden.add(orderIn(request));
        return answer(200, { cancelled: true });
      });
      const list = changeList("GET /orders/open", (orders) =>
        orders.filter(({ order_id: id }) => !hidden.has(id)),
      );
      return inFrontOf(
        cancel,
        inFrontOf(
          list,
          recordsSay("CANCELLED", ({ order_id: id }) => hidden.has(id)),
        ),
      );
    },
  },
  {
    name: "touched-order-not-cancelled",
    breaks: ["OAPI-CXL-04"],
    defect: "An order filled in part is answered CANCELLED and stays in the book.",
    wire: sparesTheTouched,
  },
  {
    name: "foreign-order-cancelled",
    breaks: ["OAPI-CXL-05"],
    defect: "Anybody may cancel anybody's order.",
    wire: cancelsForOwner(true)!,
  },
  {
    name: "foreign-order-cancelled-behind-its-403",
    breaks: ["OAPI-CXL-05"],
    defect: "A cancel of another owner's order is answered 403 and carried out.",
    wire: cancelsForOwner(false)!,
  },
  {
    name: "unknown-order-cancelled",
    breaks: ["OAPI-CXL-06"],
    defect: "A cancel of an order that does not exist is answered 200.",
    wire: () =>
      changeAnswer("DELETE /orders/*", (given) =>
        given.status === 404 ? answer(200, { cancelled: true }) : given,
      ),
  },
  {
    name: "filled-order-becomes-cancelled",
    breaks: ["OAPI-CXL-08"],
    defect: "After a cancel the record of a filled order has the status CANCELLED.",
    wire: () => {
      const asked = new Set<unknown>();
      const cancel = changeRequest("DELETE /orders/*", (request) => {
        asked.add(orderIn(request));
        return request;
      });
      return inFrontOf(
        cancel,
        recordsSay("CANCELLED", ({ order_id: id }) => asked.has(id)),
      );
    },
  },
  {
    name: "cancel-all-takes-one",
    breaks: ["OAPI-ALL-01"],
    defect: "DELETE /orders cancels the newest order alone.",
    wire: () =>
      answerInstead("DELETE /orders", async (request, venue) => {
        const arriving = { request, venue };
        const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
        const [newest] = orders as Fields[];
        if (newest) await ask(arriving, `DELETE /orders/${newest["order_id"]}`);
        return answer(200, { cancelled: newest ? [newest["order_id"]] : [] });
      }),
  },
  {
    name: "cancel-all-of-one-market",
    breaks: ["OAPI-ALL-01"],
    defect: "DELETE /orders cancels the orders of the market traded last alone.",
    wire: () => {
      let last: unknown;
      return async (request, venue) => {
        last = fieldsOf(request.body)["market_id"] ?? last;
        const all = request.method === "DELETE" && request.path === "/orders";
        return venue(all ? { ...request, query: { market_id: String(last) } } : request);
      };
    },
  },
  {
    name: "cancel-all-of-a-browser-does-nothing",
    breaks: ["OAPI-ALL-01"],
    defect: "Cancelling everything from a browser leaves what a key has placed.",
    wire: () =>
      answerInstead("DELETE /orders", (request) =>
        hasSession(request) ? answer(200, { orders: [], count: 0 }) : null,
      ),
  },
  {
    name: "cancel-all-ignores-market",
    breaks: ["OAPI-ALL-02"],
    defect: "DELETE /orders ignores market_id.",
    wire: () => changeRequest("DELETE /orders", (request) => ({ ...request, query: {} })),
  },
  {
    name: "cancel-all-of-everybody",
    breaks: ["OAPI-ALL-03"],
    defect: "DELETE /orders cancels the orders of all agents.",
    wire: () => {
      const callers = new Map<string, WireRequest>();
      return async (request, venue) => {
        callers.set(keyOf(request), request);
        if (request.method === "DELETE" && request.path === "/orders") {
          for (const caller of callers.values()) {
            await ask({ request: caller, venue }, "DELETE /orders");
          }
        }
        return venue(request);
      };
    },
  },
  {
    name: "cancel-all-of-nothing-as-404",
    breaks: ["OAPI-ALL-04"],
    defect: "DELETE /orders with nothing open is answered 404.",
    wire: () =>
      changeAnswer("DELETE /orders", (given) =>
        fieldsOf(given.body)["count"] === 0 ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  {
    name: "cancel-all-of-unknown-market-takes-all",
    breaks: ["OAPI-ALL-05"],
    defect: "DELETE /orders with a market_id that does not exist cancels everything.",
    wire: () =>
      changeRequest("DELETE /orders", async (request, venue) => {
        const { id } = await marketOf(request.query, { request, venue });
        return id === undefined ? { ...request, query: {} } : request;
      }),
  },
  {
    name: "ladder-unguarded",
    breaks: ["OAPI-LADDER-02"],
    defect: "POST /orders/replace-ladder without credentials is answered 200.",
    wire: () =>
      changeAnswer("POST /orders/replace-ladder", (given) =>
        given.status === 401 ? answer(200, { cancelled: [], results: [] }) : given,
      ),
  },
];
