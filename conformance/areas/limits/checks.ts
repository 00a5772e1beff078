/** Rate limits below and above the documented budget. Spec: Limits; D-163 to D-168. */

import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import {
  burst,
  cancelAllOf,
  isLimited,
  READS_MOST,
  readWallet,
  retryAfterSeconds,
  times,
  volley,
  WRITES_MOST,
} from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { limitedWithin, neverLimited } from "../../expect/limits.ts";
import { passesAfterTheWait, refusals, statements } from "./checks-answers.ts";
import { reach } from "./checks-reach.ts";

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
    await t.alone();
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
    await t.alone();
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
    if (step > 0) await t.pass(STEP_MS);
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

/**
 * In the order they run in: the spread goes beside other checks, bursts follow it, reads are spent
 * only when nothing else needs them, and the wait comes last, so that it leaves budgets whole.
 */
export const CHECKS: readonly Check[] = [
  spread,
  writesAreLimited,
  ...refusals,
  ...reach,
  readsAreLimited,
  passesAfterTheWait,
  ...statements,
];
