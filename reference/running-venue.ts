/** Builds what a running venue consists of: the core, and all that stands around it. */
import type { ControlParts } from "./control/call.ts";
import type { ProfiledParts } from "./control/profile.ts";
import type { Venue } from "./core/venue.ts";
import { Leaderboard } from "./data/leaderboard.ts";
import { SpotFeed } from "./feed/spot-feed.ts";
import type { OpenSource } from "./feed/spot-source.ts";
import { type Feature, type HttpParts, isFeature } from "./http/parts.ts";
import { RateLimiter, type RateLimits } from "./http/rate-limit.ts";
import { SpotHistory } from "./http/spot-history.ts";
import { createIdentity } from "./identity/identity.ts";
import { Keyring } from "./identity/keyring.ts";
import type { RelyingParty } from "./identity/relying-party.ts";
import { type Clock, systemClock } from "./injected/clock.ts";
import { Entropy } from "./injected/entropy.ts";
import type { SeriesParts } from "./series/open-series.ts";
import { Schedule } from "./series/schedule.ts";
import { History } from "./store/history/history.ts";
import { Projection } from "./store/history/projection.ts";
import type { Journal } from "./store/journal.ts";
import { JournaledVenue } from "./store/journaled-venue.ts";
import { Hub, systemTimer } from "./stream/hub.ts";
import type { HandshakeParts } from "./stream/upgrade.ts";

/** How old the standings of many accounts may be. @bound {STANDINGS_MS} ms: then they are counted anew; reference/data/leaderboard.test.ts */
const STANDINGS_MS = 1_000;

/** All parts of a venue that runs; a reset builds them anew. */
export type VenueParts = HttpParts & HandshakeParts & ControlParts & ProfiledParts & SeriesParts;

/** How the venue is reached, and who vouches for those who come; the same over every reset. */
export type Access = Pick<VenueParts, "baseUrl" | "ownHosts" | "operator"> & {
  provider: RelyingParty;
};

/** What to build around a venue, new or recovered. */
export interface PartsOptions {
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
export function buildParts(options: PartsOptions): VenueParts {
  const { venue, journal, clock, access } = options;
  const { entropy, pepper } = begin(options);
  const projection = new Projection(venue);
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
    journaled: new JournaledVenue(venue, journal),
    journal,
    projection,
    history: new History(venue, () => journal.history()),
    feed,
    spotHistory: new SpotHistory(feed),
    leaderboard: new Leaderboard({
      venue,
      volumes: projection,
      seq: () => journal.committer.seq,
      keptMs: clock === systemClock ? STANDINGS_MS : 0,
    }),
    clock,
    entropy,
    keyring: new Keyring(pepper),
    limiter: new RateLimiter(options.rateLimits),
    identity: createIdentity({ clock, entropy, journal }, access.provider),
    streams,
    schedule: new Schedule(),
    closedFeatures: closedFeatures(journal),
    baseUrl: access.baseUrl,
    ownHosts: access.ownHosts,
    operator: access.operator,
  };
}

/** Notes that a run begins; what it draws, no earlier run of the venue has drawn. */
function begin({ seed, drawSecret, clock, journal }: PartsOptions) {
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
