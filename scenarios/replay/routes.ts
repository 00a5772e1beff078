/** What a route is, told from its path: enough to judge its answers. */
import { routeOf } from "../deployment/wire/client.ts";

/** Method and path without prefix, ids folded: `DELETE /orders/{id}`. */
export function routeNamed(method: string, path: string): string {
  return `${method} ${routeOf(path)}`;
}

/** Answers about the venue at large: on a deployment that lives on, others have a part in them. */
export function isAboutEverybody(route: string): boolean {
  return /^GET \/(markets(\/active|\/event-history)?|leaderboard.*|feed\/.*|series\/.*)$/.test(
    route,
  );
}

/** Answers that money is told in: fees and starting cash are nobody's contract (H-11). */
export function isAboutMoney(route: string): boolean {
  return /^GET \/(account|positions|me\/wallet)$/.test(route);
}

/** Answers with a point for each step of the clock, be there news or not. */
export function isAboutTime(route: string): boolean {
  return /\/(mid-history|candles)$/.test(route);
}
