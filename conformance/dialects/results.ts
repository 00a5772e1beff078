/** Legal ways to tell what became of an order, at once and when it is sent again. */

import { isWellFormedThroughout } from "../expect/well-formed.ts";
import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeAnyOrder,
  changeResult,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  isFields,
  rejectedWith,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireVariant } from "../interposer/interposer.ts";
import { offeredAgainst, positionIn, reduces } from "../interposer/look-around.ts";

const isCut = ({ type, tif }: Fields) => type === "MARKET" || tif === "IOC";
const filledIn = ({ filled_qty: qty }: Fields) => Number(qty) > 0;

/** Orders cut in part, told with another status. */
function cutAs(status: string): () => WireVariant {
  return () =>
    changeResult(
      (result, order) =>
        isCut(order) && result["status"] === "CANCELLED" && filledIn(result) && { status },
    );
}

/** Fills, told in other words. */
function fillsAs(change: (fill: Fields) => Fields): () => WireVariant {
  return () => changeResult(({ fills }) => ({ fills: ((fills ?? []) as Fields[]).map(change) }));
}

const AVERAGE = "avg_fill_price_cents";

/** Averages to one decimal, wherever in a body they are told. */
function averagesRounded(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(averagesRounded);
  if (!isFields(body)) return body;
  const members = Object.entries(body).map(([name, value]) => {
    const isAverage = name === AVERAGE && typeof value === "number";
    return [name, isAverage ? Math.round(value * 10) / 10 : averagesRounded(value)];
  });
  return Object.fromEntries(members);
}

/** What a client_order_id sent again with another body is answered, by the first order's answer. */
function conflictAs(form: (first: WireAnswer, order: Fields) => WireAnswer): () => WireVariant {
  return () => {
    const firsts = new Map<unknown, WireAnswer>();
    return changeAnswer("POST /orders", (given, request) => {
      const { order_id: id, code, details } = fieldsOf(given.body);
      if (id !== undefined) firsts.set(id, given);
      const first = firsts.get(fieldsOf(details)["order_id"]) ?? given;
      return code === "CLIENT_ORDER_ID_CONFLICT" ? form(first, fieldsOf(request.body)) : given;
    });
  };
}

/** What a replay is answered. */
function replayAs(
  form: (given: WireAnswer, record: () => Promise<Fields>) => Promise<WireAnswer>,
): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", async (given, request, venue) => {
      const { order_id: id, status } = fieldsOf(given.body);
      if (given.headers["idempotent-replayed"] === undefined || status === "REJECTED") return given;
      const record = async () =>
        fieldsOf((await ask({ request, venue }, `GET /orders/${id}`)).body);
      return form(given, record);
    });
}

/** Orders of the caller that an order would trade with. */
async function meetsOwn(order: Fields, own: Fields[]): Promise<boolean> {
  // What is malformed is refused as that, whatever rests.
  if (!isWellFormedThroughout(order)) return false;
  const price = order["type"] === "MARKET" ? Number.NaN : Number(order["price"]);
  // A venue behind may tell ids in upper case.
  const marketOf = ({ market_id }: Fields) => String(market_id).toLowerCase();
  return own.some((resting) => {
    if (resting["side"] === order["side"] || marketOf(resting) !== marketOf(order)) return false;
    const gap =
      order["side"] === "BUY" ? price - Number(resting["price"]) : Number(resting["price"]) - price;
    return Number.isNaN(price) || gap >= 0;
  });
}

const resent: readonly Dialect[] = [
  {
    name: "conflict-answered-with-original",
    decision: "D-044",
    variant: "A client_order_id sent again with another body is answered with the first result.",
    wire: conflictAs((first) => first),
  },
  {
    name: "conflict-declined",
    decision: "D-044",
    variant: "A client_order_id sent again with another body is an engine decline.",
    wire: conflictAs((_, order) => declineOf(order, "DUPLICATE_CLIENT_ORDER_ID")),
  },
  {
    name: "conflict-as-422",
    decision: "D-044",
    variant: "A client_order_id sent again with another body is a 422 envelope.",
    wire: conflictAs(() => envelope(422, "IDEMPOTENCY_MISMATCH")),
  },
  {
    name: "replay-as-200",
    decision: "D-041",
    variant: "A replay is answered 200.",
    wire: replayAs(async (given) => ({ ...given, status: 200 })),
  },
  {
    name: "replay-shows-present-state",
    decision: "D-040",
    variant: "A replay is answered with what has become of the order by now.",
    wire: replayAs(async (given, record) => {
      const { status, filled_qty, remaining_qty, avg_fill_price_cents } = await record();
      const rests = status === "NEW" || status === "PARTIAL";
      const present = { status, filled_qty, remaining_qty: rests ? remaining_qty : 0 };
      return answer(200, { ...fieldsOf(given.body), ...present, avg_fill_price_cents });
    }),
  },
  {
    name: "replay-without-an-average",
    decision: "D-040",
    variant: "A replay of a fill leaves out avg_fill_price_cents, which a result need not have.",
    wire: replayAs(async (given) => {
      const { [AVERAGE]: _, ...result } = fieldsOf(given.body);
      return { ...given, body: result };
    }),
  },
  {
    name: "declined-ids-are-duplicates",
    decision: "D-042",
    variant: "A client_order_id that was declined is declined again, as a duplicate.",
    wire: () => {
      const declined = new Set<string>();
      const remember = changeResult(({ status }, { client_order_id: id }) => {
        if (status === "REJECTED" && typeof id === "string") declined.add(id);
        return false;
      });
      const refuse = answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        const known = declined.has(String(order["client_order_id"]));
        return known ? declineOf(order, "DUPLICATE_CLIENT_ORDER_ID") : null;
      });
      return inFrontOf(refuse, remember);
    },
  },
  {
    name: "duplicates-meanwhile-409",
    decision: "D-045",
    variant: "An identical order is answered 409 while the first one is under way.",
    wire: () => {
      const placing = new Set<unknown>();
      return async (request, venue) => {
        const { client_order_id: id } = fieldsOf(request.body);
        if (placing.has(id)) return envelope(409, "IN_PROGRESS");
        if (id !== undefined) placing.add(id);
        return venue(request).finally(() => placing.delete(id));
      };
    },
  },
];

/** Dialects of order results. */
export const results: readonly Dialect[] = [
  {
    name: "cut-order-partial",
    decision: "D-021",
    variant: "An IOC or MARKET order filled in part is PARTIAL with nothing remaining.",
    wire: cutAs("PARTIAL"),
  },
  {
    name: "cut-order-filled",
    decision: "D-021",
    variant: "An IOC or MARKET order filled in part is FILLED with less than its qty.",
    wire: cutAs("FILLED"),
  },
  {
    name: "unmatched-ioc-rejected",
    decision: "D-022",
    variant: "An IOC order without a match is declined.",
    wire: () =>
      changeAnswer("POST /orders", (given, request) => {
        const result = fieldsOf(given.body);
        const order = fieldsOf(request.body);
        const inVain = result["status"] === "CANCELLED" && !filledIn(result) && isCut(order);
        return inVain ? answer(200, { ...result, ...rejectedWith("IOC_NOT_MATCHED") }) : given;
      }),
  },
  {
    name: "fok-market-honoured",
    decision: "D-024",
    variant: "A MARKET order with FOK is declined where the book cannot fill it whole.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) => {
        const order = fieldsOf(request.body);
        if (order["type"] !== "MARKET" || order["tif"] !== "FOK") return null;
        const offered = await offeredAgainst(order, { request, venue });
        return offered < Number(order["qty"]) ? declineOf(order, "FOK_NOT_FILLABLE") : null;
      }),
  },
  {
    name: "reduce-only-trimmed",
    decision: "D-072",
    variant: "A reduce_only order larger than the position is cut to it.",
    wire: () =>
      changeAnyOrder(async (order, arriving) => {
        const { reduce_only, qty } = order;
        // What is malformed stays so.
        if (reduce_only !== true || !Number.isInteger(qty)) return false;
        if (!(await reduces(order, arriving))) return false;
        return { qty: Math.min(Number(qty), Math.abs(await positionIn(order, arriving))) };
      }),
  },
  {
    name: "self-trade-declines-taker",
    decision: "D-027",
    variant: "An order that would meet an order of its own agent is declined.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) => {
        const order = fieldsOf(request.body);
        if (order["tif"] === "POST_ONLY" || order["client_order_id"] === undefined) return null;
        const { orders = [] } = fieldsOf((await ask({ request, venue }, "GET /orders/open")).body);
        const meets = await meetsOwn(order, orders as Fields[]);
        return meets ? declineOf(order, "SELF_TRADE") : null;
      }),
    profile: ({ claims }) => ({ claims: { ...claims, self_trade: "cancel-taker" } }),
  },
  {
    name: "fills-by-other-names",
    decision: "D-034",
    variant: "Fills have an execution_id, px and contracts.",
    wire: fillsAs(({ fill_id, price, qty }) => ({
      execution_id: fill_id,
      px: price,
      contracts: qty,
    })),
  },
  {
    name: "fills-in-dollars",
    decision: "D-034",
    variant: "The prices of fills are dollars, beside an average in cents.",
    wire: fillsAs(({ price, ...fill }) => ({ ...fill, price: Number(price) / 100 })),
  },
  {
    name: "averages-to-one-decimal",
    decision: "D-033",
    variant: "Results and records of orders tell their average price to one decimal.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isOfOrders = /^\/orders(\/|$)/.test(request.path);
      return isOfOrders ? { ...given, body: averagesRounded(given.body) } : given;
    },
  },
  {
    name: "optional-members-left-out",
    decision: "D-090",
    variant: "Results have neither an avg_fill_price_cents nor an effective_leverage.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        if (given.status > 299) return given;
        const { avg_fill_price_cents, effective_leverage, ...result } = fieldsOf(given.body);
        return { ...given, body: result };
      }),
  },
  ...resent,
];
