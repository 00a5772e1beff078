/** Rate limits below and above the documented budget, and whom a spent one stops. Spec: Limits. */

import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Inconclusive, Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import {
  burst,
  cancelAllOf,
  isLimited,
  PROBES,
  READS_MOST,
  readWallet,
  retryAfterSeconds,
  times,
  volley,
  WRITES_MOST,
  whileLimited,
} from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { lacks } from "../../expect/answers.ts";
import { limitedToo, limitedWithin, neverLimited } from "../../expect/limits.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { passesAfterTheWait, refusals, statements } from "./checks-answers.ts";

const SPREAD_STEPS = 60;
const STEP_MS = 1_000;
const WRITES_PER_STEP = 5;
const READS_PER_HALF_STEP = 25;
const SPREAD_MS_MAX = 100_000;
/** What is left of a budget of 600 where the last minute's 300 count, and a few more. */
const BURST_LEAST = 250;

const spread: Check = {
  title: "half the budget of writes and of reads, spread over a minute, meets no 429",
  proves: ["LIM-WRITE-01", "LIM-READ-01"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { writes, reads } = await spreadOverAMinute(t);
    // Two budgets: a defect in one must not hide the other.
    try {
      t.expect("LIM-WRITE-01", writes, neverLimited);
    } finally {
      t.expect("LIM-READ-01", reads, neverLimited);
    }
  },
};

const writesAreLimited: Check = {
  title: "a burst of writes meets a 429 before twice the budget has passed",
  proves: ["LIM-WRITE-02", "LIM-COUNT-01"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const met = await burst(agent, cancelAllOf(market), WRITES_MOST);
    t.expect("LIM-WRITE-02", met, limitedWithin(WRITES_MOST));
    const refused = await volley(agent, times(50, cancelAllOf(market)));
    const successes = met.successes > 600 ? "more than 600" : "at most 600";
    const wait = waitGrew(met.limited, refused) ? "grows" : "does not grow";
    const early =
      met.successes < BURST_LEAST ? `a burst met a 429 after ${met.successes}` : undefined;
    t.observe("LIM-COUNT-01", { successes, wait_with_refused_requests: wait }, early);
  },
};

const readsAreLimited: Check = {
  title: "a burst of reads meets a 429 before twice the budget has passed",
  proves: ["LIM-READ-02"],
  needs: ["agent", "load"],
  async body(t) {
    await t.run.alone();
    const met = await burst(t.agent, readWallet, READS_MOST);
    t.expect("LIM-READ-02", met, limitedWithin(READS_MOST));
  },
};

function waitGrew(first: Exchange | null, later: readonly Exchange[]): boolean {
  const waits = later.map((exchange) => retryAfterSeconds(exchange) ?? 0);
  return first !== null && Math.max(...waits) > (retryAfterSeconds(first) ?? 0) + 1;
}

/** Sends 300 writes and 3000 reads in even steps. Errors: Inconclusive on a target too slow. */
async function spreadOverAMinute(
  t: CheckContext,
): Promise<{ writes: Exchange[]; reads: Exchange[] }> {
  const { agent, market } = t;
  const writes: Exchange[] = [];
  const reads: Exchange[] = [];
  for (let step = 0; step < SPREAD_STEPS; step += 1) {
    if (step > 0) await t.clock.pass(STEP_MS);
    const [written, read] = await Promise.all([
      volley(agent, times(WRITES_PER_STEP, cancelAllOf(market))),
      volley(agent, times(READS_PER_HALF_STEP, readWallet)),
    ]);
    read.push(...(await volley(agent, times(READS_PER_HALF_STEP, readWallet))));
    writes.push(...written);
    reads.push(...read);
    const tookMs = (reads.at(-1)?.at ?? 0) - (writes[0]?.at ?? 0);
    if (tookMs > SPREAD_MS_MAX) throw new Inconclusive("too slow to spread requests over 60 s");
    if ([...written, ...read].some(isLimited)) break;
  }
  return { writes, reads };
}

const readsPass: Check = {
  title: "a write-limited agent still reads",
  proves: ["LIM-WRITE-05"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const reads = await whileLimited(agent, cancelAllOf(market), () =>
      volley(agent, times(5, readWallet)),
    );
    t.expect("LIM-WRITE-05", reads, neverLimited);
  },
};

const placesNothing: Check = {
  title: "a rate-limited POST /orders places nothing",
  proves: ["LIM-WRITE-07"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const before = openCount(await agent.openOrders(market.id));
    const { refused, placed } = await ordersWhileLimited(t);
    t.expect(
      "LIM-WRITE-07",
      refused.length,
      that("an order answered 429", (n) => n > 0),
    );
    await t.settle();
    const open = await agent.openOrders(market.id);
    t.expect("LIM-WRITE-07", open, lacks(...refused));
    t.expect("LIM-WRITE-07", open, noMoreOpenThan(before === null ? null : before + placed));
    // Where every limited write is carried out, a cancel that came later hides the orders there.
    const all = await agent.orders({ market_id: market.id });
    t.expect("LIM-WRITE-07", all, lacks(...refused));
  },
};

const otherKeyToo: Check = {
  title: "when one key is write-limited the agent's other key is too",
  proves: ["LIM-WRITE-03"],
  needs: ["second-key", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    const key = agent.credentials.secondApiKey;
    if (key === null) throw new Missing("needs two keys of the agent that bursts");
    await t.run.alone();
    const ask = cancelAllOf(market);
    const answers = await whileLimited(agent, ask, () =>
      volley(agent, times(PROBES, { ...ask, key })),
    );
    t.expect("LIM-WRITE-03", answers, limitedToo);
  },
};

const otherAgentNot: Check = {
  title: "when one agent is write-limited another agent is not",
  proves: ["LIM-WRITE-04"],
  needs: ["two-owners", "market", "load"],
  async body(t) {
    const { agent, other, market } = t;
    await t.run.alone();
    const ask = cancelAllOf(market);
    await rested(t, ask);
    const answers = await whileLimited(agent, ask, () => volley(other, times(5, ask)));
    t.expect("LIM-WRITE-04", answers, neverLimited);
  },
};

const RESTS_MS = [0, 2_000, 10_000, 60_000];

/** Other checks may have spent what the other agent has, where that is less than documented. */
async function rested(t: CheckContext, ask: ApiRequest): Promise<void> {
  for (const waitMs of RESTS_MS) {
    await t.clock.pass(waitMs);
    if (!(await volley(t.other, times(PROBES, ask))).some(isLimited)) return;
  }
  throw new StandsOn("LIM-WRITE-01", "the other agent is limited before any burst");
}

/**
 * Sends several orders at once on a spent budget, as some may slip through what trickles back:
 * client_order_ids of those answered 429, and how many were placed.
 */
async function ordersWhileLimited(t: CheckContext): Promise<{ refused: string[]; placed: number }> {
  const { agent, market } = t;
  const orders = Array.from({ length: PROBES }, () => market.resting());
  const answers = await whileLimited(agent, cancelAllOf(market), () =>
    Promise.all(orders.map((order) => agent.placeOnce(order, { tolerates: [429] }))),
  );
  const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
  return {
    refused: refused.map(({ sent }) => String(sent["client_order_id"])),
    placed: answers.filter(({ fate }) => fate === "accepted").length,
  };
}

/**
 * In the order they run in: the spread goes beside other checks, bursts follow it. Those on who is
 * limited start from a spent budget of writes, and none waits until it is whole again; the two keys
 * may be those of an agent that was the other one before, so they come last of these. Reads are spent
 * only when nothing else needs them, and the wait comes last, so that it leaves budgets whole.
 */
export const CHECKS: readonly Check[] = [
  spread,
  writesAreLimited,
  ...refusals,
  readsPass,
  placesNothing,
  otherAgentNot,
  otherKeyToo,
  readsAreLimited,
  passesAfterTheWait,
  ...statements,
];
