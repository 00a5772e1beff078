/** What a running venue consists of: the core and what the HTTP shell keeps around it. */

import { type Clock, systemClock } from "../clock.ts";
import { Venue, type VenueOptions } from "../core/venue.ts";
import { MarketData } from "../data/market-data.ts";
import { Entropy } from "../entropy.ts";
import { SpotFeed } from "../feed/spot-feed.ts";
import type { OpenSource } from "../feed/spot-source.ts";
import { createIdentity, type Identity } from "../identity/identity.ts";
import type { RelyingParty } from "../identity/relying-party.ts";
import { Schedule } from "../series/schedule.ts";
import { OrderHistory } from "../store/history.ts";
import { Hub, systemTimer } from "../stream/hub.ts";
import type { Feature } from "./feature-gates.ts";
import { Keyring } from "./keyring.ts";
import { RateLimiter, type RateLimits } from "./rate-limit.ts";

/** Everything a request may touch; a reset replaces the fields in place. */
export interface Services {
  venue: Venue;
  history: OrderHistory;
  data: MarketData;
  feed: SpotFeed;
  clock: Clock;
  entropy: Entropy;
  keyring: Keyring;
  limiter: RateLimiter;
  identity: Identity;
  streams: Hub;
  schedule: Schedule;
  closedFeatures: Set<Feature>;
  /** Where the venue is reached from outside, such as `https://venue.example`. */
  baseUrl: () => string;
  /** Of the operator's token; null where there is none. */
  operatorDigest: string | null;
}

/** How the venue is reached, and who vouches for those who come; the same over every reset. */
export type Access = Pick<Services, "baseUrl" | "operatorDigest"> & { provider: RelyingParty };

/** How to build a venue. `gates` is the admission list of the core. */
export interface ServicesOptions {
  seed: number;
  /** Secrets that no seed tells; absent where a run must be repeatable. */
  drawSecret?: () => Buffer;
  clock: Clock;
  access: Access;
  openSource: OpenSource;
  limits?: VenueOptions["limits"];
  gates?: VenueOptions["gates"];
  rateLimits?: Partial<RateLimits>;
}

/** A venue without agents or markets. */
export function createServices(options: ServicesOptions): Services {
  const entropy = new Entropy(options.seed, options.drawSecret);
  const history = new OrderHistory((orderId) => venue.openOrder(orderId));
  const data = new MarketData(() => venue);
  const venue = new Venue({
    ...(options.limits && { limits: options.limits }),
    ...(options.gates && { gates: options.gates }),
    emit(event) {
      history.record(event);
      data.record(event);
      streams.take(event);
    },
  });
  const { clock } = options;
  const feed = new SpotFeed(options.openSource(options.seed, clock.nowMs()));
  const streams = new Hub({ venue, clock, feed }, clock === systemClock ? systemTimer : null);
  return {
    venue,
    history,
    data,
    feed,
    clock,
    entropy,
    keyring: new Keyring(entropy.secret()),
    limiter: new RateLimiter(options.rateLimits),
    identity: createIdentity({ clock, entropy }, options.access.provider),
    streams,
    schedule: new Schedule(),
    baseUrl: options.access.baseUrl,
    operatorDigest: options.access.operatorDigest,
    closedFeatures: new Set(),
  };
}
