/** The routes the spec lists: what it says of all routes binds these and no other. */

import type { Prefix } from "../../scenarios/deployment/profile/profile.ts";
import { routeOf } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { LISTED_ROUTES } from "../spec/routes.ts";

/** The route of an exchange, relative to its prefix, ids all alike: `DELETE /orders/{id}`. */
export function routeIn({ request }: Pick<Exchange, "request">): string {
  return `${request.method} ${routeOf(request.path)}`;
}

/** Whether an exchange was to place an order. */
export const isPlacement = (exchange: Pick<Exchange, "request">) =>
  routeIn(exchange) === "POST /orders";

/** The prefix that an exchange went under. */
export function prefixIn({ request }: Pick<Exchange, "request">): Prefix {
  return (/^(\/api\/v1|\/api|\/v1)(?=\/)/.exec(request.path)?.[1] ?? "") as Prefix;
}

/** A listed route with its ids all alike. */
export function idsAlike(route: string): string {
  return route.replace(/\{[^}]+\}/g, "{id}");
}

/** Sign-in with an identity provider is left out: a browser is answered there, often with a page. */
const LISTED: ReadonlySet<string> = new Set(
  LISTED_ROUTES.filter((route) => !route.startsWith("GET /auth/idp/")).map(idsAlike),
);

/**
 * Whether an exchange went to a listed route, under any of the four prefixes. Spec: Endpoints.
 * Shape: ids without a digit or capital are not recognised as ids (see `routeOf`).
 */
export function isListed(exchange: Exchange): boolean {
  return LISTED.has(routeIn(exchange));
}
