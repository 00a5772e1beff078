/** Whom and what a task is given to work with. */

import type { Lease, Wish } from "../../scenarios/deployment/lease.ts";
import type { Cell } from "../check/cell.ts";
import { needsIn, wishOf } from "../check/check.ts";
import { type Conditions, wishOfConditions } from "../check/conditions.ts";
import { sharesAgent } from "../check/need.ts";
import { InUse, namesIn, type Taken } from "./in-use.ts";
import { waitFor } from "./room.ts";
import type { RunState } from "./run-state.ts";
import type { Manners, Task } from "./task.ts";
import { LONG_MS } from "./task-queue.ts";

/** As many agents and markets are looked at for each task. */
const LEASES_MOST = 8;

/** What a task asks for in a cell: what its check does, and what surrounds that. */
export function wishIn({ check, conditions = {} }: Task, cell: Cell): Wish {
  return { ...wishOf(check, cell), ...wishOfConditions(conditions) };
}

/**
 * What is shared is leased in turns: of a few leases the one that waits least, then is least spent.
 * What somebody else uses is waited for rather than one that may not write for long.
 */
export async function leaseFor(
  task: Task,
  { state, manners }: { state: RunState; manners: Manners },
): Promise<Taken<Lease>> {
  const { pacer, pool } = state.deployment;
  const {
    check,
    cells: [cell = {}],
  } = task;
  const wish = wishIn(task, cell);
  const { by } = task.conditions ?? {};
  const acting = by && ACTING[by];
  if (acting !== undefined) return { one: acting(await state.lease(wish)), release() {} };
  if (pool.own || wish.bursts || !wish.agent) {
    return { one: await state.lease(wish), release() {} };
  }
  const seen = (lease: Lease) => ({
    lease,
    waitMs: waitFor(check, cell, lease, { pacer, own: pool.ownMarkets, spare: manners.spare }),
    spent: lease.agent === undefined ? 0 : pacer.lately(lease.agent, "write"),
  });
  const drawn = async () => {
    const leases: ReturnType<typeof seen>[] = [];
    while (leases.length < LEASES_MOST) leases.push(seen(await state.lease(wish)));
    const best = leases.toSorted((a, b) => a.waitMs - b.waitMs || a.spent - b.spent);
    const enough = (best[0]?.waitMs ?? 0) + LONG_MS;
    return best.filter(({ waitMs }) => waitMs <= enough).map(({ lease }) => lease);
  };
  const [best] = sharesAgent(needsIn(check, cell)) ? await drawn() : [];
  if (best !== undefined) return { one: best, release() {} };
  const { inUse = new InUse() } = manners;
  return inUse.take(drawn, namesIn);
}

/** Leases in which another key of the agent, or the owner's other agent, is in the place of the first one. */
const ACTING: Partial<Record<NonNullable<Conditions["by"]>, (lease: Lease) => Lease>> = {
  "second key"(lease) {
    const { agent } = lease;
    if (!agent?.secondApiKey) return lease;
    const { apiKey, secondApiKey } = agent;
    return { ...lease, agent: { ...agent, apiKey: secondApiKey, secondApiKey: apiKey } };
  },
  "second agent"(lease) {
    const { agent, sibling } = lease;
    return agent && sibling ? { ...lease, agent: sibling, sibling: agent } : lease;
  },
};

/** The OPEN markets of a wish alone. */
export function marketsOf({ market, secondMarket, kind }: Wish): Wish {
  return {
    ...(market && { market }),
    ...(secondMarket && { secondMarket }),
    ...(kind && { kind }),
  };
}
