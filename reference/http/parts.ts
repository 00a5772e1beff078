/** What requests are served with; a reset exchanges all of it, for the requests that come after. */
import type { Leaderboard } from "../data/leaderboard.ts";
import type { SpotFeed } from "../feed/spot-feed.ts";
import type { Operator } from "../identity/operator.ts";
import type { PeopleParts } from "../identity/people.ts";
import type { Schedule } from "../series/schedule.ts";
import type { History } from "../store/history/history.ts";
import type { Projection } from "../store/history/projection.ts";
import type { Journal } from "../store/journal.ts";
import type { OwnHosts } from "../wire/own-hosts.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SpotHistory } from "./spot-history.ts";

/** The parts of a running venue that the routes use, and the steps before them. */
export interface HttpParts extends PeopleParts {
  journal: Journal;
  projection: Projection;
  history: History;
  feed: SpotFeed;
  spotHistory: SpotHistory;
  leaderboard: Leaderboard;
  schedule: Schedule;
  limiter: RateLimiter;
  closedFeatures: ReadonlySet<Feature>;
  /** Where the venue is reached from outside, such as `https://venue.example`. */
  baseUrl: () => string;
  /** Which requests it takes for its own. */
  ownHosts: OwnHosts;
  /** Null where the venue has none. */
  operator: Operator | null;
}

/** Named groups of routes that an operator can close; a closed one answers 503. D-171. */
export const FEATURES = ["ladder", "amend", "signup"] as const;
export type Feature = (typeof FEATURES)[number];

/** Whether a name from outside is a feature. */
export const isFeature = (name: string): name is Feature =>
  (FEATURES as readonly string[]).includes(name);
