/** Whether the route is switched off: by the store, by its feature gate, or by the kill switch. */

import type { Services } from "../../running-venue.ts";
import { Refused } from "../../wire/refused.ts";
import type { Route } from "../routes/route.ts";

/** All stand before the body is read. D-060, D-170, D-171. Errors: all are 503. */
export function checkOpen(services: Services, route: Route): void {
  const { venue, closedFeatures, journal } = services;
  if (route.isStoreless !== true) journal.assertAvailable();
  if (route.feature !== undefined && closedFeatures.has(route.feature)) {
    const details = { feature: route.feature };
    throw new Refused("FEATURE_DISABLED", `${route.feature} is switched off`, { details });
  }
  if (route.entersOrders && venue.frozen) {
    throw new Refused("EXCHANGE_FROZEN", "the venue takes no new orders");
  }
}
