/** What the mutants and dialects of accounts say of requests: who sends them, and for which key. */

import {
  answer,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  learning,
  matches,
} from "./changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "./interposer.ts";

export const MAKE_KEY = "POST /me/agents/*/keys";
export const END_KEY = "DELETE /me/agents/*/keys/*";
export const MINT = "POST /auth/ws-ticket";

/** True for a request of a browser. */
export function hasSession({ headers }: WireRequest): boolean {
  return headers["cookie"] !== undefined && headers["authorization"] === undefined;
}

/** True for a request with an Authorization header. */
export function hasBearer({ headers }: WireRequest): boolean {
  return headers["authorization"] !== undefined;
}

/** True for a request that says nothing of who sends it. */
export function isAnonymous(request: WireRequest): boolean {
  return !hasSession(request) && !hasBearer(request);
}

/** The value of a cookie; empty where it is not sent. */
export function cookieOf({ headers }: WireRequest, name: string): string {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers["cookie"] ?? "")?.[1] ?? "";
}

/** The session that an answer opens; undefined where it sets no such cookie. */
export function sessionSet({ headers }: WireAnswer): string | undefined {
  return /(?:^|\n)sid=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1];
}

/** The request with this CSRF header. */
export function withCsrf(request: WireRequest, value: string): WireRequest {
  return { ...request, headers: { ...request.headers, "x-service-csrf": value } };
}

/** The request with this Authorization header. */
export function withAuthorization(request: WireRequest, authorization: string): WireRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

/** Answers of a route with this status, given another one. */
export function changeStatus(
  route: string,
  from: number,
  to: number,
  body?: unknown,
): () => WireVariant {
  return () =>
    changeAnswer(route, (given) =>
      given.status === from ? { ...given, status: to, body: body ?? given.body } : given,
    );
}

/** Success answers of a route as this refusal, where `when` holds: what is refused anyway stays so. */
export function refused(
  route: string,
  { status, code }: { status: number; code: string },
  when: (request: WireRequest, answer: WireAnswer) => boolean = () => true,
): () => WireVariant {
  return () =>
    changeAnswer(route, (given, request) =>
      given.status < 300 && when(request, given) ? envelope(status, code) : given,
    );
}

/** Success answers of a route with other members. */
export function members(route: string, change: (body: Fields) => Fields): () => WireVariant {
  return () =>
    changeAnswer(route, (given) =>
      given.status < 300 ? { ...given, body: change(fieldsOf(given.body)) } : given,
    );
}

/** Cookies an answer sets, each changed. */
export function changeCookies(change: (cookie: string) => string): WireVariant {
  return async (request, venue) => {
    const given = await venue(request);
    const cookies = given.headers["set-cookie"]?.split("\n").map(change).join("\n");
    return cookies === undefined ? given : withHeader(given, "set-cookie", cookies);
  };
}

function withHeader(given: WireAnswer, name: string, value: string): WireAnswer {
  return { ...given, headers: { ...given.headers, [name]: value } };
}

/** Who placed which order, for venues that mix callers up. */
export function ownersKept(
  variant: (ownerOf: (orderId: string) => WireRequest | undefined) => WireVariant,
): WireVariant {
  const owners = new Map<string, WireRequest>();
  const remember = (request: WireRequest, { body }: WireAnswer) => {
    if (!matches(request, "POST /orders")) return;
    owners.set(String(fieldsOf(body)["order_id"]), request);
  };
  return learning(
    remember,
    variant((orderId) => owners.get(orderId)),
  );
}

/** A key or ticket that nobody has. */
function forged(prefix: "rk_live_" | "rw_live_"): string {
  return prefix + crypto.randomUUID().replaceAll("-", "").padEnd(43, "0");
}

/** A body that gives away a new key. */
export function forgedKey(): Fields {
  return { key_id: crypto.randomUUID(), api_key: forged("rk_live_") };
}

/** A body that gives away a new ticket. */
export function forgedTicket(): Fields {
  return { ticket: forged("rw_live_"), expires_at: new Date(Date.now() + 60_000).toISOString() };
}

/** A route whose refusals with this code, to those for whom `who` holds, become this success. */
export function givenTo(
  route: string,
  refusal: string,
  { who = () => true, body }: { who?: (request: WireRequest) => boolean; body: () => Fields },
): () => WireVariant {
  return () =>
    changeAnswer(route, (given, request) =>
      fieldsOf(given.body)["code"] === refusal && who(request) ? answer(201, body()) : given,
    );
}

/** A route that serves callers without credentials this body. */
export function unguarded(route: string, body: unknown = {}): () => WireVariant {
  return () =>
    changeAnswer(route, (given, request) =>
      given.status === 401 && isAnonymous(request) ? answer(200, body) : given,
    );
}

/** A variant that knows of a request whether a login opened its session. */
export function knowingLogins(
  variant: (isByLogin: (request: WireRequest) => boolean) => WireVariant,
): WireVariant {
  const opened = new Set<string>();
  const remember = ({ path }: WireRequest, given: WireAnswer) => {
    const session = sessionSet(given);
    if (path === "/auth/login" && session !== undefined) opened.add(session);
  };
  return learning(
    remember,
    variant((request) => opened.has(cookieOf(request, "sid"))),
  );
}
