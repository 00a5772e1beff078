/** What a running venue consists of: the core and what the HTTP shell keeps around it. */

import type { Clock } from "../clock.ts";
import { Venue, type VenueOptions } from "../core/venue.ts";
import { Entropy } from "../entropy.ts";
import { Tickets } from "../identity/tickets.ts";
import { OrderHistory } from "../store/history.ts";
import type { Feature } from "./feature-gates.ts";
import { Keyring } from "./keyring.ts";
import { RateLimiter, type RateLimits } from "./rate-limit.ts";

/** Everything a request may touch; a reset replaces the fields in place. */
export interface Services {
  venue: Venue;
  history: OrderHistory;
  clock: Clock;
  entropy: Entropy;
  keyring: Keyring;
  limiter: RateLimiter;
  tickets: Tickets;
  closedFeatures: Set<Feature>;
}

/** How to build a venue. `gates` is the admission list of the core. */
export interface ServicesOptions {
  seed: number;
  clock: Clock;
  limits?: VenueOptions["limits"];
  gates?: VenueOptions["gates"];
  rateLimits?: Partial<RateLimits>;
}

/** A venue without agents or markets. */
export function createServices(options: ServicesOptions): Services {
  const entropy = new Entropy(options.seed);
  const history = new OrderHistory((orderId) => venue.openOrder(orderId));
  const venue = new Venue({
    ...(options.limits && { limits: options.limits }),
    ...(options.gates && { gates: options.gates }),
    emit: (event) => history.record(event),
  });
  return {
    venue,
    history,
    clock: options.clock,
    entropy,
    keyring: new Keyring(entropy.secret()),
    limiter: new RateLimiter(options.rateLimits),
    tickets: new Tickets({ clock: options.clock, entropy }),
    closedFeatures: new Set(),
  };
}
