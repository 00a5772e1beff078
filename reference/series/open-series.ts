/** Starts what the venue does by itself: its series of markets and, if wanted, their maker. */

import { openAgent } from "../identity/people.ts";
import { Entropy } from "../injected/entropy.ts";
import type { Services } from "../running-venue.ts";
import { Desk } from "./desk.ts";
import { Maker } from "./maker.ts";
import { markDuty } from "./mark.ts";

/** With enough to quote for years. Units: cents (10 million USD). */
const MAKER = { owner: "house", name: "maker", cashCents: 1_000_000_000 };
const HALF_OF_SEEDS = 2 ** 52;

/**
 * Goes on with the markets and the maker of an earlier run, if there was one. Its ids come from an entropy of its own,
 * so that all other ids are the same without it.
 */
export function openHouse(services: Services, { makers }: { makers: boolean }): void {
  const { venue, feed, clock, schedule, projection, journal } = services;
  const { seed, epoch } = services.entropy;
  const apart = seed < HALF_OF_SEEDS ? seed + HALF_OF_SEEDS : seed - HALF_OF_SEEDS;
  const tools = { venue, feed, journal, entropy: new Entropy(apart, null, epoch) };
  const nowMs = clock.nowMs();
  const desk = new Desk(tools, nowMs);
  schedule.add(desk, nowMs);
  schedule.add(markDuty(tools, desk.perpId), nowMs);
  if (!makers) return;
  const known = venue.accountOfOwner(MAKER.owner)?.agents[0]?.agentId;
  const agentId = known ?? openAgent({ ...services, entropy: tools.entropy }, MAKER);
  projection.ignore(agentId);
  schedule.add(new Maker(tools, desk, agentId), nowMs);
}
