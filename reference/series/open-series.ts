/** Starts what the venue does by itself: its series of markets and, if wanted, their maker. */
import type { SpotFeed } from "../feed/spot-feed.ts";
import { openAgent } from "../identity/people.ts";
import type { Clock } from "../injected/clock.ts";
import { Entropy } from "../injected/entropy.ts";
import { MAKER_OWNER, type Projection } from "../store/history/projection.ts";
import type { Journal } from "../store/journal.ts";
import type { JournaledVenue, ReadableVenue } from "../store/journaled-venue.ts";
import { Desk, type DeskTools } from "./desk.ts";
import { Maker } from "./maker.ts";
import type { Duty, Schedule } from "./schedule.ts";

/** What the series are run with. */
export interface SeriesParts {
  venue: ReadableVenue;
  journaled: JournaledVenue;
  journal: Journal;
  projection: Projection;
  feed: SpotFeed;
  clock: Clock;
  entropy: Entropy;
  schedule: Schedule;
}

/** With enough to quote for years. Units: cents (10 million USD). */
const MAKER = { owner: MAKER_OWNER, name: "maker", cashCents: 1_000_000_000 };
const HALF_OF_SEEDS = 2 ** 52;

/**
 * Goes on with the markets and the maker of an earlier run, if there was one. Its ids come from an
 * entropy of its own, so that all other ids are the same without it.
 */
export function openSeries(parts: SeriesParts, { makers }: { makers: boolean }): void {
  const { venue, journaled, journal, projection, feed, clock, schedule } = parts;
  const { seed, epoch } = parts.entropy;
  const apart = seed < HALF_OF_SEEDS ? seed + HALF_OF_SEEDS : seed - HALF_OF_SEEDS;
  const tools = { venue, journaled, feed, journal, entropy: new Entropy(apart, null, epoch) };
  const nowMs = clock.nowMs();
  const desk = new Desk(tools, nowMs);
  schedule.add(desk, nowMs);
  schedule.add(markDuty(tools, desk.perpId), nowMs);
  if (!makers) return;
  const known = venue.accountOfOwner(MAKER.owner)?.agents[0]?.agentId;
  const agentId = known ?? openAgent({ ...tools, clock }, MAKER);
  projection.ignore(agentId);
  const maker = new Maker(tools, desk, agentId);
  schedule.add(maker, nowMs);
  schedule.add(maker.watch(), nowMs);
  feed.whenLost(() => {
    if (!journal.isAvailable) return;
    const lostMs = clock.nowMs();
    schedule.runDue(lostMs);
    maker.withdraw(lostMs);
  });
}

/**
 * Lets the mark of the perpetual follow the price of bitcoin, once a second; a price lost is a mark
 * lost (D-071). Only the latest counts, whatever the jump.
 */
function markDuty(tools: DeskTools, perpId: string): Duty {
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
