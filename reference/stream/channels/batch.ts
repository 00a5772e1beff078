/** A channel that tells what happens and nothing of before: trades, fills. */
import type { VenueEvent } from "../../core/events.ts";
import type { Channel } from "./channel.ts";

/** `of` picks what concerns the channel out of an event; `record` writes a list of it. */
export function batch<T>(rule: {
  of: (event: VenueEvent) => T | null;
  record: (happened: T[]) => object;
}): Channel {
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
