/** What a decision is: a place that the spec leaves open, and what the suite makes of it. */
import type { DeclineCode } from "./decline-codes.ts";
import type { Situation } from "./situation.ts";

/**
 * One entry of the decision register.
 * Shape: `id` is permanent; `question` completes "..., where the spec leaves room"; `accepts` says
 * in sentences what never fails and why; `reference` is what our venue does, as a phrase.
 */
export interface Decision {
  readonly id: string;
  readonly question: string;
  readonly accepts: string;
  readonly reference: string;
  readonly statuses?: readonly Statuses[];
  readonly declines?: readonly DeclineForms[];
  /** Why no dialect speaks it. */
  readonly unshown?: string;
}

/**
 * HTTP statuses of which any will do, the usual one first; `odd` ones will too, and deserve a look.
 * Shape: `on` names the routes where a replay takes one for another; without it more than the
 * status decides, as for orders, or a check alone knows what it asked for.
 */
export interface Statuses {
  readonly on?: Routes;
  readonly among: readonly number[];
  readonly odd?: readonly number[];
  readonly when?: Situation;
}

/** One decline said in several ways: by HTTP statuses too, or by any code of a group. */
export type DeclineForms =
  | { readonly code: DeclineCode; readonly http: readonly number[] }
  | { readonly together: readonly DeclineCode[] };

/** Tells `DELETE /orders/{id}`, without its prefix, from others. */
export type Routes = RegExp;

/** Every route. */
export const ANY: Routes = /./;

/** Market data, the feed and the leaderboard. */
export const DATA: Routes = /^GET \/(markets|series|feed|leaderboard)/;

/** Making and revoking keys. */
export const KEYS: Routes = /^(POST|DELETE) \/me\/agents\/\{id\}\/keys/;
