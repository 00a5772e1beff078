/** The words mutants and dialects are written in: small changes to what passes on the wire. */
import { isWellFormedThroughout } from "../expect/well-formed.ts";
import {
  type Behind,
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  type WireWitness,
  withBody,
} from "./interposer.ts";

/** Members of a JSON object, as they stand on the wire. */
export type Fields = Record<string, unknown>;

/** An order body on its way in, and a way to look around the venue first. */
export interface Arriving {
  request: WireRequest;
  venue: Behind;
}

export const ZERO_ID = "00000000-0000-0000-0000-000000000000";

/** True for requests of a route such as `GET /orders/*`; `*` is one path segment. */
export function matches(request: WireRequest, route: string): boolean {
  const [method, pattern = ""] = route.split(" ");
  if (request.method !== method) return false;
  const wanted = pattern.split("/");
  const given = request.path.split("/");
  return (
    wanted.length === given.length && wanted.every((one, i) => one === "*" || one === given[i])
  );
}

/** Changes requests of a route before they reach the venue. */
export function changeRequest(
  route: string,
  change: (request: WireRequest, venue: Behind) => WireRequest | Promise<WireRequest>,
): WireVariant {
  return async (request, venue) =>
    venue(matches(request, route) ? await change(request, venue) : request);
}

/** Changes answers of a route; the request is as it came. */
export function changeAnswer(
  route: string,
  change: (
    answer: WireAnswer,
    request: WireRequest,
    venue: Behind,
  ) => WireAnswer | Promise<WireAnswer>,
): WireVariant {
  return async (request, venue) => {
    const answer = await venue(request);
    return matches(request, route) ? change(answer, request, venue) : answer;
  };
}

/** Answers requests of a route itself, unless `answer` gives null. */
export function answerInstead(
  route: string,
  answer: (request: WireRequest, venue: Behind) => WireAnswer | null | Promise<WireAnswer | null>,
): WireVariant {
  return async (request, venue) =>
    (matches(request, route) ? await answer(request, venue) : null) ?? venue(request);
}

/** One variant in front of another: the first sees requests first and answers last. */
export function inFrontOf(front: WireVariant, back: WireVariant): WireVariant {
  const both: WireVariant = (request, venue) => front(request, (onward) => back(onward, venue));
  both.witness = (request, answer) => {
    front.witness?.(request, answer);
    back.witness?.(request, answer);
  };
  return both;
}

/** The variant, and what it has to learn from every exchange, those of other cells among them. */
export function learning(witness: WireWitness, variant: WireVariant): WireVariant {
  const watch: WireVariant = async (request, venue) => {
    const given = await venue(request);
    witness(request, given);
    return given;
  };
  watch.witness = witness;
  return inFrontOf(variant, watch);
}

type OrderChange = (order: Fields, arriving: Arriving) => Fields | false | Promise<Fields | false>;

/**
 * Changes the body of well-formed orders: the members returned replace those sent; undefined removes
 * one. What is malformed stays so: that it is refused is another rule. A replay is changed as its
 * order was, whatever has become of the venue since.
 */
export function changeOrder(change: OrderChange): WireVariant {
  const earlier = new Map<string, ReturnType<OrderChange>>();
  return changeAnyOrder((order, arriving) => {
    if (!isWellFormedThroughout(order)) return false;
    if (order["client_order_id"] === undefined) return change(order, arriving);
    const { request } = arriving;
    const replayed = `${keyOf(request)} ${request.raw}`;
    const changed = earlier.get(replayed) ?? change(order, arriving);
    earlier.set(replayed, changed);
    return changed;
  });
}

/** The same for malformed ones too. */
export function changeAnyOrder(change: OrderChange): WireVariant {
  return changeRequest("POST /orders", async (request, venue) => {
    const changed = await change(fieldsOf(request.body), { request, venue });
    if (changed === false || !isFields(request.body)) return request;
    return withBody(request, { ...request.body, ...changed });
  });
}

/** Changes order results (2xx answers of POST /orders): the members returned replace its own. */
export function changeResult(
  change: (result: Fields, order: Fields) => Fields | false | undefined,
): WireVariant {
  return changeAnswer("POST /orders", (answer, request) => {
    if (answer.status > 299) return answer;
    const result = fieldsOf(answer.body);
    const changed = change(result, fieldsOf(request.body));
    return changed ? { ...answer, body: { ...result, ...changed } } : answer;
  });
}

/** Changes the records of a list answer. */
export function changeList(
  route: string,
  change: (records: Fields[], request: WireRequest, venue: Behind) => Fields[] | Promise<Fields[]>,
): WireVariant {
  return changeAnswer(route, async (answer, request, venue) => {
    const body = fieldsOf(answer.body);
    const orders = await change((body["orders"] ?? []) as Fields[], request, venue);
    return answer.status === 200 ? { ...answer, body: { ...body, orders } } : answer;
  });
}

/** Asks the venue something else as the same caller, or as the caller of another request. */
export async function ask(
  { request, venue }: Arriving,
  route: string,
  body?: unknown,
): Promise<WireAnswer> {
  const [method = "GET", path = ""] = route.split(" ");
  const { prefix, headers } = request;
  const bare = { method, prefix, path, query: {}, headers, body: undefined, raw: Buffer.alloc(0) };
  return venue(body === undefined ? bare : withBody(bare, body));
}

/** Cancels orders at the venue, while the caller is answered what they were before. */
export function cancelsBehind(when: (result: Fields, order: Fields) => boolean): WireVariant {
  return changeAnswer("POST /orders", async (given, request, venue) => {
    const result = fieldsOf(given.body);
    if (when(result, fieldsOf(request.body))) {
      await ask({ request, venue }, `DELETE /orders/${result["order_id"]}`);
    }
    return given;
  });
}

/** The credentials a request came with. */
export function keyOf(request: WireRequest): string {
  const { authorization, cookie } = request.headers;
  return authorization ?? cookie ?? "";
}

/** When an answer was sent, by its Date header. Units: epoch ms, to the second. */
export function timeOf({ headers }: Pick<WireAnswer, "headers">): number {
  return Date.parse(headers["date"] ?? "");
}

/** A JSON answer. */
export function answer(status: number, body: unknown): WireAnswer {
  return { status, headers: {}, body };
}

/** An error envelope. */
export function envelope(status: number, code: string, more: Fields = {}): WireAnswer {
  return answer(status, { code, message: code, request_id: crypto.randomUUID(), ...more });
}

/** The members of an order result that say it was declined. */
export function rejectedWith(reason: string): Fields {
  return {
    order_id: ZERO_ID,
    status: "REJECTED",
    reject_reason: reason,
    reject_message: reason,
    filled_qty: 0,
    remaining_qty: 0,
    avg_fill_price_cents: null,
    fills: [],
    effective_leverage: null,
  };
}

/** An engine decline of this order. */
export function declineOf(order: Fields, reason: string): WireAnswer {
  return answer(200, { market_id: order["market_id"], ...rejectedWith(reason) });
}

/** The order without its id: a venue takes it for a new one. */
export function anew({ client_order_id: _, ...order }: Fields): Fields {
  return order;
}

/** The members of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** True for a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
