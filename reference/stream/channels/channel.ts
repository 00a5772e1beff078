/** What every channel of the stream is: a snapshot, then what changed since; and two common kinds. */
import type { VenueEvent } from "../../core/events.ts";
import type { SpotFeed } from "../../feed/spot-feed.ts";
import type { Clock } from "../../injected/clock.ts";
import type { ReadableVenue } from "../../store/journaled-venue.ts";

/** What channels read. */
export interface ChannelSource {
  venue: ReadableVenue;
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
export type OpenChannel = (source: ChannelSource, subject: string) => Channel;

/** A channel whose every message is the whole record, sent again when it differs; `read` gives it. */
export function whole(read: () => object): Channel {
  let sent = JSON.stringify(read());
  return {
    snapshot: read,
    take() {},
    changes() {
      const record = read();
      const text = JSON.stringify(record);
      if (text === sent) return null;
      sent = text;
      return record;
    },
  };
}

/**
 * A channel that tells what happens and nothing of before. `of` picks what concerns the channel out
 * of an event; `record` writes a list of it.
 */
export function batch<T>(rule: {
  of: (event: VenueEvent) => T | null;
  record: (happened: T[]) => object;
}): Channel {
  /** @bound what one command does: told when it is over; reference/stream/stream.test.ts */
  let happened: T[] = [];
  return {
    snapshot: () => rule.record([]),
    take(event) {
      const found = rule.of(event);
      if (found !== null) happened.push(found);
    },
    changes() {
      if (happened.length === 0) return null;
      const record = rule.record(happened);
      happened = [];
      return record;
    },
  };
}
