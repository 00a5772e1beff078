/** The route table of the venue. */
import { accountRoutes } from "./account.ts";
import { healthRoutes } from "./health.ts";
import { marketRoutes } from "./markets.ts";
import { orderRoutes } from "./orders.ts";
import type { Route } from "./route.ts";
import { ticketRoutes } from "./ticket.ts";

/** Every route, in matching order; each is served under all four prefixes. */
export const ROUTES: readonly Route[] = [
  ...orderRoutes,
  ...accountRoutes,
  ...ticketRoutes,
  ...marketRoutes,
  ...healthRoutes,
];

/** Paths of the specification that must not be taken for an id while they are not served. D-108. */
export const RESERVED_PATHS: readonly string[] = ["/markets/event-history"];
