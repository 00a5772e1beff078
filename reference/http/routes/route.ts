/** What one route is, as data: mounting, validation and documentation all come from it. */
import type { IncomingMessage } from "node:http";
import type { Static, TObject, TSchema } from "typebox";
import type { Scope } from "../../core/commands.ts";
import type { Caller } from "../../identity/caller.ts";
import type { ErrorCode } from "../../wire/codes.ts";
import type { Feature, HttpParts } from "../parts.ts";
import type { RequestExample } from "./order-examples.ts";

/** One request on its way through: who calls, when its head arrived, and what it carries. */
export interface RouteCall<P = unknown, Q = unknown, B = unknown> {
  /** Of the venue as it was when the request came. */
  parts: HttpParts;
  /** The request itself, for its cookies, headers and address. */
  req: IncomingMessage;
  caller: Caller;
  /** The agent the caller acts for; empty for an operator, or for nobody on a public route. */
  agentId: string;
  /** When the request head arrived. Units: epoch ms. */
  at: number;
  params: P;
  query: Q;
  body: B;
}

/** A handler's answer, not yet serialized. */
export interface Reply {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** Set-Cookie headers. */
  cookies?: string[];
}

/**
 * Who may call: anybody (but a key presented must still be good, D-112), whoever acts for an
 * agent by key or session, a human's session alone, or the operator.
 */
export type Auth = "public" | "agent" | "session" | "operator";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a success status means, the record it carries, and headers of its own. */
export interface RouteResponse {
  means: string;
  body: TSchema;
  headers?: Record<string, string>;
}

interface RouteFacts {
  method: Method;
  /** Relative to the prefix; parameters as `:name`. */
  path: string;
  auth: Auth;
  /** What a key must be allowed to do. D-130. */
  scope: Scope;
  /** The gate that can close this route. D-171. */
  feature?: Feature;
  /** Whether it enters orders, which the kill switch stops before the body is read. D-060. */
  entersOrders?: true;
  /** Whether it answers while the store does not, since it tells nothing of the venue. */
  isStoreless?: true;
  /** Whether it reads much: without credentials it is limited by address. */
  isDear?: true;
  /** Whether no body at all counts as an empty one. */
  bodyMayBeAbsent?: true;
  /** Bodies that the description shows, by name. */
  examples?: Record<string, RequestExample>;
  /** Answers by success status. */
  responses: Record<number, RouteResponse>;
  /** Codes of the errors that are this route's own, beside those of its kind. */
  errors?: readonly ErrorCode[];
  /** Families of the rules that speak of it, such as `OAPI-LIST-*`. */
  rules?: readonly string[];
  /** Part of the specification. */
  section: string;
}

/** An entry of the route table. */
export interface Route extends RouteFacts {
  params?: TObject;
  query?: TObject;
  body?: TObject;
  handle(call: RouteCall): Reply | Promise<Reply>;
}

/** An entry written down: the handler's `params`, `query` and `body` are typed by the schemas. */
export function route<P extends TObject, Q extends TObject, B extends TObject>(
  entry: RouteFacts & {
    params?: P;
    query?: Q;
    body?: B;
    handle(call: RouteCall<Static<P>, Static<Q>, Static<B>>): Reply | Promise<Reply>;
  },
): Route {
  return entry as Route;
}

/** An answer of 200. */
export const ok = (body: object): Reply => ({ status: 200, body });
