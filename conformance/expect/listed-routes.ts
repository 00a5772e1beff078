/** The routes the spec lists: what it says of all routes binds these and no other. */

import { routeOf } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { LISTED_ROUTES } from "../spec/routes.ts";

/** Sign-in with an identity provider is left out: a browser is answered there, often with a page. */
const LISTED: ReadonlySet<string> = new Set(
  LISTED_ROUTES.filter((route) => !route.startsWith("GET /auth/idp/")).map((route) =>
    route.replace(/\{[^}]+\}/g, "{id}"),
  ),
);

/**
 * Whether an exchange went to a listed route, under any of the four prefixes. Spec: Endpoints.
 * Shape: ids without a digit or capital are not recognised as ids (see `routeOf`).
 */
export function isListed({ request }: Exchange): boolean {
  return LISTED.has(`${request.method} ${routeOf(request.path)}`);
}
