/** Lets the mark of the perpetual follow the price of bitcoin. */
import type { DeskTools } from "./desk.ts";
import type { Duty } from "./schedule.ts";

/** Once a second; a price lost is a mark lost (D-071). Only the latest counts, whatever the jump. */
export function markDuty(tools: DeskTools, perpId: string): Duty {
  const { venue, journaled, feed } = tools;
  return {
    everyMs: 1_000,
    catchUpMs: 0,
    run(atMs) {
      const { status, markPrice: before } = venue.market(perpId)!;
      const markPrice = feed.priceCents(atMs);
      if (status !== "OPEN" || markPrice === before) return;
      journaled.apply({ type: "update-market", marketId: perpId, markPrice }, atMs);
    },
  };
}
