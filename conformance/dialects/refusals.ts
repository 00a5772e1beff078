/** Legal ways to carry a refusal: which status, envelope or result, which shape of validation. */

import {
  type Arriving,
  answer,
  answerInstead,
  changeAnswer,
  changeAnyOrder,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
  matches,
  ZERO_ID,
} from "../interposer/changes.ts";
import { hasBearer } from "../interposer/credentials.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireVariant } from "../interposer/interposer.ts";
import { marketOf, offeredAgainst, onlyReads } from "../interposer/look-around.ts";
import { declines } from "../interposer/refusals.ts";

const BODIES_NOT_SHOWN = /^(POST \/orders\/replace-ladder|PATCH \/orders)/;
const MISSING = { loc: ["body", "version"], msg: "Field required", type: "missing" };

/** Declines for this reason are answered in another form, unless it is null. */
function declineAs(reason: string, form: (order: Fields) => WireAnswer | null): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (given, request) => {
      const isMeant = fieldsOf(given.body)["reject_reason"] === reason;
      return (isMeant ? form(fieldsOf(request.body)) : null) ?? given;
    });
}

/** The book is looked at before the quantity: a decline for one that is negative gives its reason. */
const liquidityFirst = changeAnswer("POST /orders", async (given, request, venue) => {
  const result = fieldsOf(given.body);
  const order = fieldsOf(request.body);
  const isMeant = order["type"] === "MARKET" && Number(order["qty"]) < 0;
  if (!isMeant || result["reject_reason"] !== "INVALID_QTY") return given;
  if ((await offeredAgainst(order, { request, venue })) > 0) return given;
  const none = "MARKET_NO_LIQUIDITY";
  return { ...given, body: { ...result, reject_reason: none, reject_message: none } };
});

/** A limit inside the band of a perp, and less than half its mark or more than twice. */
async function isFarFromMark(order: Fields, arriving: Arriving): Promise<boolean> {
  const { kind, geometry, mark_price: mark } = await marketOf(order, arriving);
  if (kind !== "BTC_PERP" || typeof mark !== "number") return false;
  const { min_price: lowest, max_price: highest } = fieldsOf(geometry);
  const price = Number(order["price"]);
  const isInBand = price >= Number(lowest) && price <= Number(highest);
  return isInBand && (price < mark / 2 || price > mark * 2);
}

/** Refused bodies, in another form. */
function refusedBodyAs(status: number, form: (given: Fields) => unknown): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    const body = fieldsOf(given.body);
    return body["code"] === "VALIDATION_ERROR" ? { ...given, status, body: form(body) } : given;
  };
}

function asDetailArray({ details, message }: Fields): unknown {
  const errors = (fieldsOf(details)["errors"] ?? []) as Fields[];
  const items = errors.map(({ field, message: msg }) => ({
    loc: ["body", ...String(field).split(".")],
    msg,
    type: "value_error",
  }));
  return { detail: items.length > 0 ? items : [{ loc: ["body"], msg: message, type: "json" }] };
}

const isWhole = (value: string) => /^-?\d+$/.test(value);

/** Within what every route takes. */
const nearest = (value: string) => String(Math.min(Math.max(Number(value), 1), 500));

/** Errors of routes the spec does not list, in the words of a common framework. */
const frameworkNotFound: WireVariant = async (request, venue) => {
  const given = await venue(request);
  if (/^\/(feed|series|auth|leaderboard)\//.test(request.path)) return given;
  const { code } = fieldsOf(given.body);
  if (code === "ROUTE_NOT_FOUND") return { ...given, body: { detail: "Not Found" } };
  return code === "METHOD_NOT_ALLOWED" ? { ...given, body: { detail: "Not Allowed" } } : given;
};

/** Answers with this code get another status. */
function codeWithStatus(code: string, status: number): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    return fieldsOf(given.body)["code"] === code ? { ...given, status } : given;
  };
}

const ofBodies: readonly Dialect[] = [
  {
    name: "validation-as-422",
    decision: "D-002",
    also: ["D-013"],
    variant: "A malformed order is refused with 422 and a flat envelope.",
    wire: refusedBodyAs(422, (body) => body),
  },
  {
    name: "validation-as-422-array",
    decision: "D-003",
    variant: "A malformed order is refused with 422 and a detail array.",
    wire: refusedBodyAs(422, asDetailArray),
  },
  {
    name: "validation-as-400-array",
    decision: "D-003",
    variant: "A malformed order is refused with 400 and a detail array.",
    wire: refusedBodyAs(400, asDetailArray),
  },
  {
    name: "bad-query-in-both-shapes",
    decision: "D-003",
    variant: "A malformed query is refused with 422, an array and the members of an envelope.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { detail } = fieldsOf(given.body);
      return given.status === 422 && Array.isArray(detail)
        ? envelope(422, "VALIDATION_ERROR", { detail })
        : given;
    },
  },
  {
    name: "parameters-clamped",
    decision: "D-113",
    variant: "A limit, depth or offset out of bounds is taken for the nearest within them.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const asked = Object.entries(request.query);
      if (given.status !== 422 || !asked.some(([, value]) => isWhole(value))) return given;
      const within = asked.map(([name, value]) => [name, isWhole(value) ? nearest(value) : value]);
      return venue({ ...request, query: Object.fromEntries(within) });
    },
  },
  {
    name: "lenient-parser",
    decision: "D-010",
    variant: "true and lower-case words are taken for what they mean.",
    wire: () =>
      changeAnyOrder(({ qty, side, type }) => ({
        qty: qty === true ? 1 : qty,
        side: typeof side === "string" ? side.toUpperCase() : side,
        type: typeof type === "string" ? type.toUpperCase() : type,
      })),
  },
  {
    name: "market-tif-refused",
    decision: "D-024",
    variant: "A MARKET order with a tif other than IOC is refused as malformed.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const { type, tif = "IOC" } = fieldsOf(body);
        return type === "MARKET" && tif !== "IOC" ? envelope(400, "VALIDATION_ERROR") : null;
      }),
  },
];

/** Dialects of refusals. */
export const refusals: readonly Dialect[] = [
  {
    name: "declines-as-201",
    decision: "D-001",
    variant: "An engine decline is answered 201.",
    wire: () =>
      changeAnswer("POST /orders", (given) =>
        given.status === 200 ? { ...given, status: 201 } : given,
      ),
  },
  {
    name: "market-closed-as-409",
    decision: "D-006",
    variant: "MARKET_CLOSED is a 409 envelope.",
    wire: declineAs("MARKET_CLOSED", () => envelope(409, "MARKET_CLOSED")),
  },
  {
    name: "unknown-market-as-404",
    decision: "D-007",
    variant: "UNKNOWN_MARKET is a 404 envelope.",
    wire: declineAs("UNKNOWN_MARKET", () => envelope(404, "UNKNOWN_MARKET")),
  },
  {
    name: "nil-uuid-malformed",
    decision: "D-007",
    variant: "A market_id of zeros is refused as malformed.",
    wire: declineAs("UNKNOWN_MARKET", ({ market_id }) =>
      market_id === ZERO_ID ? envelope(400, "VALIDATION_ERROR") : null,
    ),
  },
  {
    name: "invalid-leverage-as-422",
    decision: "D-008",
    variant: "INVALID_LEVERAGE is a 422 envelope with both leverages in details.",
    wire: declineAs("INVALID_LEVERAGE", ({ leverage }) => {
      const details = { requested_leverage: leverage, effective_leverage: 1 };
      return envelope(422, "INVALID_LEVERAGE", { details });
    }),
  },
  {
    name: "invalid-leverage-declined",
    decision: "D-008",
    variant: "INVALID_LEVERAGE is a 200 REJECTED, above the cap too.",
    wire: () =>
      changeAnswer("POST /orders", (given, request) =>
        fieldsOf(given.body)["code"] === "INVALID_LEVERAGE"
          ? { ...declineOf(fieldsOf(request.body), "INVALID_LEVERAGE"), headers: given.headers }
          : given,
      ),
  },
  {
    name: "band-as-validation",
    decision: "D-004",
    variant: "A price outside the band is refused as malformed.",
    wire: declineAs("PRICE_OUT_OF_RANGE", () => envelope(400, "VALIDATION_ERROR")),
  },
  {
    name: "collar-round-the-mark",
    decision: "D-160",
    variant: "An order on a perp far from its mark is declined PRICE_COLLAR, inside the band too.",
    wire: () => declines("PRICE_COLLAR", isFarFromMark),
    // What is far from the mark has another end here than the reference claims.
    profile: ({ claims }) => ({ claims: { ...claims, fat_finger_times: undefined } }),
  },
  {
    name: "qty-0-as-validation",
    decision: "D-067",
    variant: "A qty of 0 or less is refused as malformed.",
    wire: declineAs("INVALID_QTY", () => envelope(422, "VALIDATION_ERROR")),
  },
  {
    name: "liquidity-before-quantity",
    decision: "D-060",
    variant: "A MARKET order of a negative qty is declined MARKET_NO_LIQUIDITY on an empty side.",
    wire: () => liquidityFirst,
  },
  {
    name: "stale-as-408",
    decision: "D-050",
    variant: "A stale order is refused with a 408 envelope.",
    wire: declineAs("TIMESTAMP_OUT_OF_WINDOW", () => envelope(408, "STALE_REQUEST")),
  },
  {
    name: "stale-as-validation",
    decision: "D-050",
    variant: "A stale order is refused as malformed.",
    wire: declineAs("TIMESTAMP_OUT_OF_WINDOW", () => envelope(400, "VALIDATION_ERROR")),
  },
  {
    name: "scope-missing-as-401",
    decision: "D-130",
    variant: "A key that may only read is refused with 401 where it may not.",
    wire: codeWithStatus("INSUFFICIENT_SCOPE", 401),
  },
  {
    name: "orders-for-who-trades",
    decision: "D-130",
    variant: "A key that may only read is told of no orders: its scope is one for data.",
    wire: () => async (request, venue) => {
      const isOfOrders = matches(request, "GET /orders") || matches(request, "GET /orders/*");
      const isRefused = isOfOrders && hasBearer(request) && (await onlyReads({ request, venue }));
      return isRefused ? envelope(403, "INSUFFICIENT_SCOPE") : venue(request);
    },
  },
  {
    name: "bodies-before-scopes",
    decision: "D-060",
    variant:
      "Bodies that are not shown are found malformed before their caller is asked for scopes.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isGuess = BODIES_NOT_SHOWN.test(`${request.method} ${request.path}`);
      const isOfScopes = fieldsOf(given.body)["code"] === "INSUFFICIENT_SCOPE";
      return isGuess && isOfScopes ? answer(422, { detail: [MISSING] }) : given;
    },
  },
  {
    name: "framework-not-found",
    decision: "D-161",
    variant: "A route the spec does not list is answered with detail: Not Found.",
    wire: () => frameworkNotFound,
  },
  {
    name: "markets-need-a-key",
    decision: "D-112",
    variant: "Market data is refused with 401 to callers without credentials.",
    wire: () => async (request, venue) =>
      request.path.startsWith("/markets") && request.headers["authorization"] === undefined
        ? envelope(401, "UNAUTHENTICATED")
        : venue(request),
  },
  {
    name: "health-needs-a-key",
    decision: "D-173",
    variant: "Health, live and ready are refused with 401 to callers without credentials.",
    wire: () => async (request, venue) =>
      ["/health", "/live", "/ready"].includes(request.path) &&
      request.headers["authorization"] === undefined
        ? envelope(401, "UNAUTHENTICATED")
        : venue(request),
  },
  {
    name: "not-ready",
    decision: "D-173",
    variant: "GET /ready is answered 503.",
    wire: () => changeAnswer("GET /ready", () => envelope(503, "NOT_READY")),
  },
  ...ofBodies,
];
