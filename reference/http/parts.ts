/** What requests are served with; a reset exchanges all of it, for the requests that come after. */
import type { SpotFeed } from "../feed/spot-feed.ts";
import type { PeopleParts } from "../identity/people.ts";
import type { Schedule } from "../series/schedule.ts";
import type { History } from "../store/history/history.ts";
import type { Projection } from "../store/history/projection.ts";
import type { Journal } from "../store/journal.ts";
import type { RateLimiter } from "./rate-limit.ts";

/** The parts of a running venue that the routes use, and the steps before them. */
export interface HttpParts extends PeopleParts {
  journal: Journal;
  projection: Projection;
  history: History;
  feed: SpotFeed;
  schedule: Schedule;
  limiter: RateLimiter;
  closedFeatures: ReadonlySet<Feature>;
  /** Where the venue is reached from outside, such as `https://venue.example`. */
  baseUrl: () => string;
  /** Of the operator's token; null where there is none. */
  operatorDigest: string | null;
}

/** Named groups of routes that an operator can close; a closed one answers 503. D-171. */
export const FEATURES = ["ladder", "amend", "signup"] as const;
export type Feature = (typeof FEATURES)[number];

/** Whether a name from outside is a feature. */
export const isFeature = (name: string): name is Feature =>
  (FEATURES as readonly string[]).includes(name);
