/** Which listed routes a run has found: one that was asked and never knew what was meant is not there. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { idsAlike, routeIn } from "../expect/listed-routes.ts";
import { LISTED_ROUTES } from "../spec/routes.ts";

/** What servers answer where no handler is. */
export const ABSENT: readonly number[] = statusesOf("D-161");

export class RoutesSeen {
  readonly #statuses = new Map<string, Set<number>>();

  /** Notes what a route was answered. */
  saw(exchange: Exchange): void {
    const status = exchange.response?.status;
    if (status === undefined) return;
    const route = routeIn(exchange);
    const seen = this.#statuses.get(route);
    if (seen === undefined) this.#statuses.set(route, new Set([status]));
    else seen.add(status);
  }

  /** Whether every answer that the exchange's route has given says that nothing is there. */
  isAbsent(exchange: Exchange): boolean {
    return this.#isAbsent(routeIn(exchange));
  }

  /** Listed routes that are not there, in the spec's order. */
  absent(): string[] {
    return LISTED_ROUTES.filter((route) => this.#isAbsent(idsAlike(route)));
  }

  #isAbsent(route: string): boolean {
    const seen = this.#statuses.get(route);
    return seen !== undefined && [...seen].every((status) => ABSENT.includes(status));
  }
}
