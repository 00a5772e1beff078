/** The route table of the venue. */
import { accountRoutes } from "./account.ts";
import { agentRoutes } from "./agents.ts";
import { authRoutes } from "./auth.ts";
import { descriptionRoutes } from "./description.ts";
import { eventRoutes } from "./events.ts";
import { feedRoutes } from "./feed.ts";
import { healthRoutes } from "./health.ts";
import { idpRoutes } from "./idp.ts";
import { keyRoutes } from "./keys.ts";
import { leaderboardRoutes } from "./leaderboard.ts";
import { marketHistoryRoutes } from "./market-history.ts";
import { marketRoutes } from "./markets.ts";
import { operatorKeyRoutes } from "./operator-keys.ts";
import { orderRoutes } from "./orders.ts";
import type { Route } from "./route.ts";
import { seriesRoutes } from "./series.ts";
import { ticketRoutes } from "./ticket.ts";

/** Every route, in matching order; each is served under all four prefixes. */
export const ROUTES: readonly Route[] = [
  ...orderRoutes,
  ...accountRoutes,
  ...authRoutes,
  ...idpRoutes,
  ...ticketRoutes,
  ...agentRoutes,
  ...keyRoutes,
  ...operatorKeyRoutes,
  ...eventRoutes,
  ...marketRoutes,
  ...marketHistoryRoutes,
  ...seriesRoutes,
  ...feedRoutes,
  ...leaderboardRoutes,
  ...healthRoutes,
  ...descriptionRoutes(() => ROUTES),
];
