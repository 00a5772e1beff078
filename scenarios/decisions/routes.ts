/** Routes that decisions speak of: patterns for a method and a path with its ids folded. */

/** Tells `DELETE /orders/{id}`, without its prefix, from others. */
export type Routes = RegExp;

/** Every route. */
export const ANY: Routes = /./;

/** Market data, the feed and the leaderboard. */
export const DATA: Routes = /^GET \/(markets|series|feed|leaderboard)/;

/** Making and revoking keys. */
export const KEYS: Routes = /^(POST|DELETE) \/me\/agents\/\{id\}\/keys/;
