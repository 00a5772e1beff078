/** Whole budgets: all of one passes after a quiet minute, and what is above it does not. D-163. */

import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Exchange, RequestClass } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import {
  type Burst,
  burst,
  burstOf,
  cancelAllOf,
  PROBES,
  READS,
  READS_MOST,
  readWallet,
  retryAfterSeconds,
  type Send,
  times,
  volley,
  WRITES,
  WRITES_MOST,
} from "../../check/burst.ts";
import { KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { limitedWithin, wholeBudget } from "../../expect/limits.ts";
import { requestTo } from "../../expect/route-request.ts";
import { demandSameAgent } from "../caller.ts";
import { listedMarket } from "../data-route.ts";
import { judgeWritesBeside, TWO_BUDGETS } from "./checks-beside.ts";
import { UNTOLD } from "./checks-counting.ts";
import { mixedWrites } from "./mixed-writes.ts";
import { COUNTED_READS } from "./rules.ts";

/** The rule that a whole budget of writes passes. */
export const WHOLE_WRITES = "LIM-WRITE-01";
/** The rule that no more do. */
export const NO_MORE_WRITES = "LIM-WRITE-02";
/** The same of reads. */
export const WHOLE_READS = "LIM-READ-01";

const writes: Check = {
  title: "600 mixed writes pass after a quiet minute, and a 429 comes soon after",
  proves: [WHOLE_WRITES, NO_MORE_WRITES, "LIM-COUNT-01"],
  needs: ["agent", "market", "load"],
  wholeMinute: true,
  async body(t) {
    const mixed = await mixedWrites(t);
    const met = await judgeWrites(t, mixed);
    observeCounting(t, met, await volley(t.agent, times(PROBES, cancelAllOf(t.market))));
  },
};

/** A whole budget of such writes passes, and then a 429 comes; all that was met. */
export async function judgeWrites(
  t: CheckContext,
  mixed: (send: Send) => Promise<void>,
): Promise<Burst> {
  const { agent, market, clock } = t;
  const left = await wholeButFew(t, "write", WRITES);
  await volley(agent, times(FEW_OTHERS, readWallet)); // reads have a budget of their own
  const since = await clock.serverNow();
  const within = await burstOf(agent, mixed, left);
  const met = joined(within, await burst(agent, cancelAllOf(market), WRITES_MOST - WRITES));
  const again = () => anew(t, () => burstOf(agent, mixed, WRITES_MOST));
  // Two rules: an early limit must not hide a late one.
  try {
    t.expect(WHOLE_WRITES, within, wholeBudget);
  } finally {
    await judgeAbove(t, NO_MORE_WRITES, { since, budget: WRITES, met, again });
  }
  return met;
}

/** Requests of the other class, which take nothing away from a budget. */
const FEW_OTHERS = 5;

/** The share of a budget that may be spent when it is measured. */
const FEW = 0.02;

/** Waits until a budget is whole but for a few requests, then to be alone; what is left of it. */
async function wholeButFew(t: CheckContext, kind: RequestClass, budget: number): Promise<number> {
  // Once nobody is in the middle of anything, others may go on without this agent.
  const goOn = await t.run.alone();
  const whole = t.agent.rested(kind, FEW * budget);
  goOn();
  await whole;
  await t.run.alone();
  return t.clock.moves ? budget : budget - t.agent.lately(kind);
}

/** Cheap ones: of an agent that has spent a budget of writes a venue may list many orders. */
const CHEAP_READS: readonly Pick<ApiRequest, "path" | "query">[] = [
  { path: "/me/wallet" },
  { path: "/positions" },
  { path: "/orders/open", query: { limit: "1" } },
];

const reads: Check = {
  title: "6000 mixed reads pass after a quiet minute, and a 429 comes soon after",
  proves: ["LIM-READ-01", "LIM-READ-02", TWO_BUDGETS],
  needs: ["agent", "market", "load"],
  wholeMinute: true,
  async body(t) {
    const { agent, market } = t;
    const readEach = await eachRead(t);
    const served = await servedReads(t);
    const left = await wholeButFew(t, "read", READS);
    await volley(agent, times(FEW_OTHERS, cancelAllOf(market))); // writes have a budget of their own
    const since = await t.clock.serverNow();
    await volley(agent, served, UNTOLD);
    const within = await burstOf(agent, readEach, left - served.length);
    const above = await burst(agent, readWallet, READS_MOST - READS);
    try {
      t.expect("LIM-READ-01", within, wholeBudget);
    } finally {
      const met = joined(within, above);
      const again = () => anew(t, () => burstOf(agent, readEach, READS_MOST));
      await judgeAbove(t, "LIM-READ-02", { since, budget: READS, met, again });
    }
    await judgeWritesBeside(t);
  },
};

/** A read of each kind, of those that are served: who refuses one may do so before it is counted. */
async function servedReads({ agent, market, run }: CheckContext): Promise<ApiRequest[]> {
  const ids = { market_id: market.id };
  const asks = COUNTED_READS.map((route) => requestTo(route, { ids, freshId: run.freshId() }));
  const answers = await volley(agent, asks, UNTOLD);
  return asks.filter((_, index) => answers[index]?.response?.status === 200);
}

/** Turns of those reads to one of a market of each kind: not every venue is quick to tell of one. */
const TURNS = 10;

/** Reads each of those, and now and then an OPEN market of each kind, as far as they are listed. */
async function eachRead(t: CheckContext): Promise<(send: Send) => Promise<void>> {
  const markets: string[] = [];
  for (const kind of KINDS) {
    markets.push(...(await listedMarket(t, { kind, status: "OPEN" })));
  }
  let turn = 0;
  return async (send) => {
    for (const read of CHEAP_READS) await send({ method: "GET", ...read });
    if (turn++ % TURNS > 0) return;
    for (const id of markets) await send({ method: "GET", path: `/markets/${id}` }, [404]);
  };
}

function joined(one: Burst, next: Burst): Burst {
  return { ...next, successes: one.successes + next.successes, startedAt: one.startedAt };
}

/** More than a budget, sent since then. Units: ms of the target's clock. */
interface Spent {
  since: number;
  met: Burst;
}

/** What was sent above a budget, and how to send as much again. */
interface Above extends Spent {
  budget: number;
  again(): Promise<Spent>;
}

async function anew({ clock }: CheckContext, send: () => Promise<Burst>): Promise<Spent> {
  return { since: await clock.serverNow(), met: await send() };
}

/** Phases of a minute at which a burst begins: an edge of a fixed window is in one of them at most. */
const OTHER_PHASES_MS = [80_000, 80_000];
const SLACK = 0.02;
const MS_A_MINUTE = 60_000;

/** Only a burst that is too large at every phase of a minute fails. */
async function judgeAbove(t: CheckContext, rule: string, above: Above): Promise<void> {
  const { budget, again } = above;
  let last = { met: above.met, allowed: await allowedSince(t, budget, above) };
  for (const waitMs of OTHER_PHASES_MS) {
    const { successes, limited } = last.met;
    if (limited === null || successes <= last.allowed) break;
    await t.clock.pass(waitMs);
    const spent = await again();
    last = { met: spent.met, allowed: await allowedSince(t, budget, spent) };
  }
  const { met, allowed } = last;
  if (met.limited === null && met.successes <= allowed) {
    throw new Inconclusive(`only ${met.successes} of ${allowed} requests could be sent in time`);
  }
  t.expect(rule, met, limitedWithin(allowed));
}

/** What a bucket regains meanwhile; by a clock that only control moves it is known exactly. */
async function allowedSince(
  t: CheckContext,
  budget: number,
  { since, met }: Spent,
): Promise<number> {
  const regained = (ms: number) => Math.ceil((ms * budget) / MS_A_MINUTE);
  if (t.clock.moves) return budget + regained((await t.clock.serverNow()) - since);
  return Math.ceil(budget * (1 + SLACK)) + regained(met.endedAt - met.startedAt);
}

function observeCounting(t: CheckContext, met: Burst, refused: readonly Exchange[]): void {
  const waits = refused.map((exchange) => retryAfterSeconds(exchange) ?? 0);
  const first = met.limited === null ? null : retryAfterSeconds(met.limited);
  const grew = first !== null && Math.max(...waits) > first + 1;
  t.observe("LIM-COUNT-01", { wait_with_refused_requests: grew ? "grows" : "does not grow" });
}

/** Counts that are in the minute while older ones leave it. */
const RECENT_WRITES = 60;
/** So many that a venue which tidies up its counts by the thousand does so meanwhile. */
const MINUTES = 3;

const recentWritesCount: Check = {
  title: "writes of the last minute count on while older ones leave it, minute after minute",
  proves: [NO_MORE_WRITES],
  needs: ["agent", "market", "load", "moved-clock"],
  async body(t) {
    await t.run.alone();
    const again = () => whileOthersLeave(t);
    await judgeAbove(t, NO_MORE_WRITES, { budget: WRITES, again, ...(await again()) });
  },
};

/** The first minute in which too many passed, or else the last. */
async function whileOthersLeave(t: CheckContext): Promise<Spent> {
  const { agent, market } = t;
  await agent.rested("write", 0);
  await burst(agent, cancelAllOf(market), WRITES - RECENT_WRITES);
  for (let minute = 1; ; minute += 1) {
    const spent = await nextMinute(t);
    const isTooMuch = spent.met.successes > (await allowedSince(t, WRITES, spent));
    if (isTooMuch || minute === MINUTES) return spent;
  }
}

/** A budget of writes of which some are sent before older ones leave, the rest after. */
async function nextMinute({ agent, clock, market }: CheckContext): Promise<Spent> {
  const ask = cancelAllOf(market);
  await clock.pass(MS_A_MINUTE - 1_000);
  const since = await clock.serverNow();
  const before = await burst(agent, ask, RECENT_WRITES);
  await clock.pass(2_000);
  return { since, met: joined(before, await burst(agent, ask, WRITES_MOST)) };
}

/** Writes before another key is made, and before it is revoked. */
const BEFORE_A_KEY = 200;

const newKeysBringNone: Check = {
  title:
    "what an agent has written counts on when it is given another key, and when one is revoked",
  proves: [NO_MORE_WRITES],
  needs: ["browser", "market", "load", "moved-clock"],
  async body(t) {
    const rested = () => t.agent.rested("write", 0); // of a clock that is moved, any agent
    await demandSameAgent(t.human);
    await t.run.alone();
    await rested();
    const { caller } = await t.human.newKey();
    const again = () => rested().then(() => anew(t, () => whileKeysChange(t, caller)));
    const above = { budget: WRITES, again, ...(await again()) };
    await judgeAbove(t, NO_MORE_WRITES, above).finally(rested); // keys are ended by writes
  },
};

async function whileKeysChange(
  { human, market }: CheckContext,
  caller: AgentClient,
): Promise<Burst> {
  const ask = cancelAllOf(market);
  const before = await burst(caller, ask, BEFORE_A_KEY);
  const { keyId } = await human.newKey();
  const between = await burst(caller, ask, BEFORE_A_KEY);
  await human.revoke(keyId);
  return joined(joined(before, between), await burst(caller, ask, WRITES_MOST));
}

/** Checks that spend a budget of writes, whole at first. */
export const writeBudget: readonly Check[] = [writes, recentWritesCount, newKeysBringNone];

/** The same of reads. */
export const readBudget: readonly Check[] = [reads];
