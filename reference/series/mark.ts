/** Lets the mark of the perpetual follow the price of bitcoin. */
import type { Venue } from "../core/venue.ts";
import type { SpotFeed } from "../feed/spot-feed.ts";
import type { Duty } from "./schedule.ts";

/** Once a second; a price lost is a mark lost (D-071). Only the latest counts, whatever the jump. */
export function markDuty(tools: { venue: Venue; feed: SpotFeed }, perpId: string): Duty {
  const { venue, feed } = tools;
  return {
    everyMs: 1_000,
    catchUpMs: 0,
    run(atMs) {
      const { status, markPrice: before } = venue.market(perpId)!;
      const markPrice = feed.priceCents(atMs);
      if (status !== "OPEN" || markPrice === before) return;
      venue.apply({ type: "update-market", marketId: perpId, markPrice }, atMs);
    },
  };
}
