/** Venues on which a cancel does too little, too much, or is answered wrongly. */

import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import { cancelsNothing } from "../../interposer/cancels.ts";
import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import { hasSession, isAnonymous, ownersKept } from "../../interposer/credentials.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { ignores } from "../../interposer/lists.ts";
import { marketOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { backByAmendment } from "./back-by-amendment.ts";
import { callersKept } from "./callers-there.ts";
import { cancelsOneKind } from "./cancels-one-kind.ts";
import { fillsWhatIsGone } from "./fills-what-is-gone.ts";
import { ofCancelAll } from "./mutants-cancel-all.ts";

const orderIn = ({ path }: WireRequest) => path.slice("/orders/".length);

/** The cancel of an order filled in part is answered, and does nothing. */
export const sparesTheTouched = () => cancelsNothing(({ status }) => status === "PARTIAL");

/** Refused because the order is another agent's, and for no other reason. */
export const isForeign = ({ status, body }: { status: number; body: unknown }): boolean =>
  status === 403 && fieldsOf(body)["code"] === "FORBIDDEN";

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
        if (!isForeign(given) || owner === undefined) return given;
        const cancelled = await ask({ request: owner, venue }, `DELETE ${request.path}`);
        return isAdmitted ? cancelled : given;
      }),
    );
}

const isCancelAll = (request: WireRequest) =>
  matches(request, "DELETE /orders") && request.query["market_id"] === undefined;

/** A cancel-all without market_id reaches the market alone that the caller was last in. */
function cancelsWhereLast(): WireVariant {
  const last = new Map<string, string>();
  return (request, venue) => {
    const { market_id: market } = fieldsOf(request.body);
    if (matches(request, "POST /orders")) last.set(keyOf(request), String(market));
    const there = last.get(keyOf(request));
    if (!isCancelAll(request) || there === undefined) return venue(request);
    return venue({ ...request, query: { ...request.query, market_id: there } });
  };
}

/** A cancel-all in a market is carried out for everybody who has placed orders there. */
function cancelsForAllThere(): WireVariant {
  return callersKept((callersThere) =>
    changeAnswer("DELETE /orders", async (given, request, venue) => {
      if (given.status !== 200) return given;
      const { market_id: market } = request.query;
      for (const { headers } of callersThere(market)) await venue({ ...request, headers });
      return given;
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
    defect: "A cancel is answered 200 and not carried out.",
    wire: () => cancelsNothing(),
  },
  {
    name: "cancelled-order-back-by-amendment",
    breaks: ["OAPI-CXL-02"],
    defect: "An order that is cancelled while an amendment of it is under way rests again.",
    wire: backByAmendment,
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
    defect: "An order that was cancelled is met by whoever arrives at its price.",
    wire: fillsWhatIsGone,
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
        fieldsOf(given.body)["code"] === "ORDER_NOT_FOUND"
          ? answer(200, { cancelled: true })
          : given,
      ),
  },
  {
    name: "filled-order-becomes-cancelled",
    breaks: ["OAPI-CXL-08"],
    defect: "After a cancel the record of a filled order has the status CANCELLED.",
    wire: () => {
      const asked = new Set<unknown>();
      const cancel = changeAnswer("DELETE /orders/*", (given, request) => {
        if (given.status === 409) asked.add(orderIn(request));
        return given;
      });
      return inFrontOf(
        cancel,
        recordsSay("CANCELLED", ({ order_id: id, status }) => status === "FILLED" && asked.has(id)),
      );
    },
  },
  {
    name: "cancel-all-takes-one",
    breaks: ["OAPI-ALL-01"],
    defect: "DELETE /orders without market_id cancels the newest order alone.",
    wire: () =>
      answerInstead("DELETE /orders", async (request, venue) => {
        const arriving = { request, venue };
        const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
        const [newest, ...others] = orders as Fields[];
        if (newest === undefined || others.length === 0 || !isCancelAll(request)) return null;
        const given = await ask(arriving, `DELETE /orders/${newest["order_id"]}`);
        const cancelled = { cancelled: [newest["order_id"]], count: 1 };
        return given.status === 200 ? answer(200, cancelled) : given;
      }),
  },
  {
    name: "cancel-all-of-one-market",
    breaks: ["OAPI-ALL-01"],
    defect:
      "DELETE /orders without market_id cancels the orders of the market alone that the caller was last in.",
    wire: cancelsWhereLast,
  },
  {
    name: "cancel-all-of-one-kind",
    breaks: ["OAPI-ALL-01"],
    defect:
      "DELETE /orders without market_id cancels on perps alone, or elsewhere alone, as the newest rests.",
    wire: cancelsOneKind,
  },
  {
    name: "cancel-all-of-a-browser-does-nothing",
    breaks: ["OAPI-ALL-01"],
    defect: "Cancelling everything from a browser leaves what a key has placed.",
    wire: () =>
      answerInstead("DELETE /orders", (request) =>
        hasSession(request) && isCancelAll(request) ? answer(200, { orders: [], count: 0 }) : null,
      ),
  },
  {
    name: "cancel-all-ignores-market",
    breaks: ["OAPI-ALL-02"],
    defect: "DELETE /orders ignores the market_id of a market that is there.",
    wire: () =>
      changeRequest("DELETE /orders", async (request, venue) => {
        const { id } = await marketOf(request.query, { request, venue });
        return id === undefined ? request : { ...request, query: {} };
      }),
  },
  {
    name: "cancel-all-in-a-market-takes-25",
    breaks: ["OAPI-ALL-02"],
    // So many rest at once where control is alone.
    controlled: true,
    defect: "DELETE /orders with market_id cancels the 25 newest orders there alone.",
    wire: () =>
      answerInstead("DELETE /orders", async (request, venue) => {
        const arriving = { request, venue };
        const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
        const there = (orders as Fields[]).filter(
          ({ market_id: market }) => market === request.query["market_id"],
        );
        if (there.length <= 25) return null;
        const cancelled = there.slice(0, 25).map(({ order_id: id }) => id);
        for (const id of cancelled) await ask(arriving, `DELETE /orders/${id}`);
        return answer(200, { cancelled, count: cancelled.length });
      }),
  },
  {
    name: "cancel-all-takes-parlays-along",
    breaks: ["OAPI-ALL-02"],
    // Nobody else makes a parlay of markets that are leased.
    controlled: true,
    defect: "DELETE /orders with the market_id of a leg cancels the orders on its parlay too.",
    wire: () =>
      changeAnswer("DELETE /orders", async (given, request, venue) => {
        const arriving = { request, venue };
        const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
        for (const order of orders as Fields[]) {
          const { legs = [] } = await marketOf(order, arriving);
          const isOverIt = (legs as unknown[]).includes(request.query["market_id"]);
          if (isOverIt) await ask(arriving, `DELETE /orders/${order["order_id"]}`);
        }
        return given;
      }),
  },
  {
    name: "cancel-all-of-everybody",
    breaks: ["OAPI-ALL-03"],
    defect: "DELETE /orders with market_id cancels the orders of all agents there.",
    wire: cancelsForAllThere,
  },
  {
    name: "cancel-all-of-nothing-as-404",
    breaks: ["OAPI-ALL-04"],
    defect: "DELETE /orders without market_id and with nothing open is answered 404.",
    wire: () =>
      changeAnswer("DELETE /orders", (given, request) =>
        isCancelAll(request) && fieldsOf(given.body)["count"] === 0
          ? envelope(404, "ORDER_NOT_FOUND")
          : given,
      ),
  },
  {
    name: "cancel-all-of-unknown-market-takes-all",
    breaks: ["OAPI-ALL-05"],
    defect: "DELETE /orders with a market_id that does not exist cancels everything.",
    wire: () =>
      changeRequest("DELETE /orders", async (request, venue) => {
        if (isCancelAll(request)) return request;
        const { id } = await marketOf(request.query, { request, venue });
        return id === undefined ? { ...request, query: {} } : request;
      }),
  },
  {
    name: "cancel-all-of-no-market-takes-all",
    breaks: ["OAPI-ALL-05"],
    defect: "DELETE /orders with a market_id that is no UUID cancels everything.",
    wire: ignores("DELETE /orders", "market_id", (value) => !isUuid(value)),
  },
  {
    name: "ladder-unguarded",
    breaks: ["OAPI-LADDER-02"],
    // Ladders are about one caller, like every route of orders.
    alsoBreaks: ["AUTH-BEAR-02"],
    defect: "POST /orders/replace-ladder without credentials is answered 200.",
    wire: () =>
      changeAnswer("POST /orders/replace-ladder", (given, request) =>
        given.status === 401 && isAnonymous(request)
          ? answer(200, { cancelled: [], results: [] })
          : given,
      ),
  },
  ...ofCancelAll,
];
