/** What a running venue consists of: the core and what the HTTP shell keeps around it. */

import type { Venue } from "./core/venue.ts";
import { SpotFeed } from "./feed/spot-feed.ts";
import type { OpenSource } from "./feed/spot-source.ts";
import { type Feature, isFeature } from "./http/feature-gates.ts";
import { RateLimiter, type RateLimits } from "./http/rate-limit.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import { Keyring } from "./identity/keyring.ts";
import type { RelyingParty } from "./identity/relying-party.ts";
import { type Clock, systemClock } from "./injected/clock.ts";
import { Entropy } from "./injected/entropy.ts";
import { Schedule } from "./series/schedule.ts";
import { History } from "./store/history/history.ts";
import { Projection } from "./store/history/projection.ts";
import type { Journal } from "./store/journal.ts";
import { Hub, systemTimer } from "./stream/hub.ts";

/** Everything a request may touch; a reset replaces the fields in place. */
export interface Services {
  venue: Venue;
  journal: Journal;
  projection: Projection;
  history: History;
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

/** What to build around a venue, new or recovered. */
export interface ServicesOptions {
  venue: Venue;
  journal: Journal;
  /** Of a new venue; a recovered one has its own. */
  seed: number;
  /** Secrets that no seed tells; absent where a run must be repeatable. */
  drawSecret?: () => Buffer;
  clock: Clock;
  access: Access;
  openSource: OpenSource;
  rateLimits?: Partial<RateLimits>;
}

/** A venue that runs, without agents or markets if it is new. */
export function createServices(options: ServicesOptions): Services {
  const { venue, journal, clock } = options;
  const { entropy, pepper } = begin(options);
  const projection = new Projection(venue);
  const history = new History(venue, () => journal.tables());
  const feed = new SpotFeed(options.openSource(entropy.seed, clock.nowMs()));
  feed.isCut = journal.facts.the("feed")?.cut ?? false;
  const timer = clock === systemClock ? systemTimer : null;
  const streams = new Hub({ venue, clock, feed }, timer, (tell) => journal.whenSettled(tell));
  venue.listen((event) => {
    projection.record(event);
    streams.take(event);
  });
  journal.follow(venue, projection);
  return {
    venue,
    journal,
    projection,
    history,
    feed,
    clock,
    entropy,
    keyring: new Keyring(pepper),
    limiter: new RateLimiter(options.rateLimits),
    identity: createIdentity({ clock, entropy, journal }, options.access.provider),
    streams,
    schedule: new Schedule(),
    baseUrl: options.access.baseUrl,
    operatorDigest: options.access.operatorDigest,
    closedFeatures: closedFeatures(journal),
  };
}

/** Notes that a run begins; what it draws, no earlier run of the venue has drawn. */
function begin({ seed, drawSecret, clock, journal }: ServicesOptions) {
  const before = journal.facts.the("started");
  const epoch = before === null ? 0 : before.epoch + 1;
  const entropy = new Entropy(before?.seed ?? seed, drawSecret, epoch);
  const pepper = before === null ? entropy.secret() : Buffer.from(before.pepper, "base64");
  const kind = clock === systemClock ? "system" : "virtual";
  const facts = {
    seed: entropy.seed,
    epoch,
    clock: kind,
    pepper: pepper.toString("base64"),
  } as const;
  journal.note({ type: "started", ...facts }, clock.nowMs());
  return { entropy, pepper };
}

function closedFeatures({ facts }: Journal): Set<Feature> {
  const closed = facts.of("feature").filter((feature) => feature.closed);
  return new Set(closed.map(({ name }) => name).filter(isFeature));
}
