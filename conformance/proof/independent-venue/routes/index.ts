/** Every route of the venue. */
import type { Route } from "../http/call.ts";
import type { Settings } from "../options.ts";
import { ACCOUNT_ROUTES } from "./account-routes.ts";
import { amendRoutes } from "./amend-routes.ts";
import { AUTH_ROUTES } from "./auth-routes.ts";
import { FEED_ROUTES } from "./feed-routes.ts";
import { HISTORY_ROUTES } from "./history-routes.ts";
import { KEY_ROUTES } from "./key-routes.ts";
import { LEADERBOARD_ROUTES } from "./leaderboard-routes.ts";
import { MARKET_ROUTES } from "./market-routes.ts";
import { ORDER_ROUTES } from "./order-routes.ts";

/** The table these settings give; of two that fit a path the earlier counts. */
export function routesOf(settings: Settings): Route[] {
  return [
    ...ORDER_ROUTES,
    ...amendRoutes(settings.amends),
    ...HISTORY_ROUTES,
    ...MARKET_ROUTES,
    ...FEED_ROUTES,
    ...LEADERBOARD_ROUTES,
    ...ACCOUNT_ROUTES,
    ...KEY_ROUTES,
    ...AUTH_ROUTES,
  ];
}
