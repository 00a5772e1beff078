/** Demands on error answers, and which of them a demand is about. Spec: Errors; D-003, D-169. */
import { oddOf, statusesOf } from "../../scenarios/decisions/forms.ts";
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { asItWent } from "../../scenarios/deployment/wire/written.ts";
import { anyOf, type Expectation, odd, show, that } from "../check/expectation.ts";
import { answerGist, answerThat, flatEnvelope, httpStatusOf } from "./answers.ts";
import { isListed, isPlacement } from "./listed-routes.ts";

/** Statuses at which input is refused, where a detail array is a documented form (D-002, D-013). */
const INPUT = statusesOf("D-013");
/** What servers and gateways answer before a venue has seen the request. */
const BEFORE_THE_VENUE = oddOf("D-169");

/** Whether a listed route answered with one of these statuses. */
export function isError(exchange: Exchange, ...statuses: number[]): boolean {
  return statuses.includes(httpStatusOf(exchange)) && isListed(exchange);
}

/** Whether the body has this member at top level; a null member is none. */
export function hasMember({ response }: Exchange, name: string): boolean {
  return (objectOf(response?.body)[name] ?? null) !== null;
}

/** The items of a validation detail array; null for any other answer. */
export function detailItems(exchange: Exchange): readonly unknown[] | null {
  const { detail } = objectOf(exchange.response?.body);
  return INPUT.includes(httpStatusOf(exchange)) && Array.isArray(detail) ? detail : null;
}

/** Whether `detail` is used where only rate limits and refused input may use it. */
export function misusesDetail(exchange: Exchange): boolean {
  return ![429, ...INPUT].includes(httpStatusOf(exchange)) && hasMember(exchange, "detail");
}

/** From something in front of the venue: no JSON object, and a status such things answer with. */
const fromAGateway = answerThat(
  "an answer of a gateway in front",
  (exchange) =>
    (httpStatusOf(exchange) >= 500 ||
      BEFORE_THE_VENUE.includes(httpStatusOf(exchange)) ||
      (httpStatusOf(exchange) === 400 && !isEncoded(exchange.request.path))) &&
    Object.keys(objectOf(exchange.response?.body)).length === 0,
);

/** Whether an address can be decoded: a server refuses it before the venue where not. */
function isEncoded(address: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(address);
}

/** The flat envelope; an answer of something in front of the venue is only odd (D-169). */
export const envelopeOrGateway: Expectation<Exchange> = anyOf(
  odd(fromAGateway, "no error envelope: a gateway in front seems to have answered"),
  flatEnvelope,
);

/** Not a 500, whatever its body; markup is what a gateway answers with (D-169). */
export const no500: Expectation<Exchange> = anyOf(
  answerThat("a status below 500", (exchange) => httpStatusOf(exchange) < 500),
  answerThat("502 or 503", (exchange) => statusesOf("D-169").includes(httpStatusOf(exchange))),
  odd(
    answerThat("another 5xx", (exchange) => httpStatusOf(exchange) > 500),
    ({ request, response }) =>
      `${request.method} ${request.path} was answered ${response?.status}, which is not documented`,
  ),
  odd(
    answerThat("a 500 page of a gateway", ({ response }) => /^\s*</.test(response?.bodyText ?? "")),
    "a 500 with markup: a gateway in front seems to have answered",
  ),
);

/** Each item of a detail array has loc, msg and type, and there is an item. */
export const itemsComplete: Expectation<Exchange> = itemsThat(
  "loc, msg and type in every item of detail",
  (item) => ["loc", "msg", "type"].every((name) => name in item),
);

/** loc is an array of strings or integers, msg and type are strings, where they are there. */
export const itemsTyped: Expectation<Exchange> = itemsThat(
  "loc an array of strings or integers, msg and type strings",
  ({ loc = [], msg = "", type = "" }) =>
    Array.isArray(loc) &&
    loc.every((step) => typeof step === "string" || Number.isInteger(step)) &&
    typeof msg === "string" &&
    typeof type === "string",
);

function itemsThat(
  says: string,
  holds: (item: Record<string, unknown>) => boolean,
): Expectation<Exchange> {
  return that(
    says,
    (exchange) => {
      const items = detailItems(exchange) ?? [];
      return items.length > 0 && items.every((item) => holds(objectOf(item)));
    },
    (exchange) => `${answerGist(exchange)} with detail ${show(detailItems(exchange))}`,
  );
}

/**
 * Whether a flat refusal answers an order that no venue could read: no JSON object, or a required
 * field missing or of a hopeless type (D-010). An empty body and other media types are left out.
 */
export function refusesMalformedOrder(exchange: Exchange): boolean {
  const { request } = exchange;
  if (!isPlacement(exchange)) return false;
  if (!statusesOf("D-002").includes(httpStatusOf(exchange)) || !hasMember(exchange, "code"))
    return false;
  const text = asItWent(request);
  if (!request.headers["content-type"]?.includes("json") || !text) return false;
  return isMalformedOrder(text);
}

function isMalformedOrder(bodyText: string): boolean {
  try {
    const order: unknown = JSON.parse(bodyText);
    const { market_id, side, type, qty, price } = objectOf(order);
    const unpriced = type === "LIMIT" && price === undefined;
    const missing = [market_id, side, type, qty].includes(undefined);
    return unpriced || missing || [market_id, side, type, qty].some((v) => typeof v === "object");
  } catch {
    return true;
  }
}
