/** What every channel of the stream is: a snapshot, then what changed since. */

import type { VenueEvent } from "../../core/events.ts";
import type { Venue } from "../../core/venue.ts";
import type { SpotFeed } from "../../feed/spot-feed.ts";
import type { Clock } from "../../injected/clock.ts";

/** What channels read. */
export interface Source {
  venue: Venue;
  clock: Clock;
  feed: Pick<SpotFeed, "health">;
}

/** One channel while somebody follows it; its records are the wire's, as the routes answer them. */
export interface Channel {
  /** Everything, for who joins now. */
  snapshot(): object;
  /** Takes note of an event of its market or agent; nothing of another's ever comes here. */
  take(event: VenueEvent): void;
  /** What changed since the last call; null when nothing did. */
  changes(): object | null;
  /** Nobody follows it any more. */
  close?(): void;
}

/** Opens a channel of one market, one agent, or the feed. */
export type OpenChannel = (source: Source, subject: string) => Channel;
