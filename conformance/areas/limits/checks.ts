/** Whom a spent budget stops, and whom not. Spec: Limits. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import {
  type Bursts,
  cancelAllOf,
  isLimited,
  PROBES,
  READS,
  readWallet,
  times,
  volley,
  WRITES,
  whileLimited,
} from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { lacks } from "../../expect/answers.ts";
import { neverLimited } from "../../expect/limits.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { passesAfterTheWait, refusals, statements } from "./checks-answers.ts";
import { readBudget, WHOLE_READS, WHOLE_WRITES, writeBudget } from "./checks-budget.ts";
import {
  amendmentsCount,
  browserAmendsToo,
  browserToo,
  EACH_WRITE,
  eachKeyWriteCounts,
  eachReadCounts,
  eachWriteCounts,
  otherKeyReadsToo,
  otherKeyToo,
} from "./checks-counting.ts";
import { sizes } from "./checks-sizes.ts";

const readsPass: Check = {
  title: "a write-limited agent still reads",
  proves: ["LIM-WRITE-05"],
  needs: ["agent", "market", "load"],
  async body(t) {
    await stillReads(t, t.agent, 5);
  },
};

/** Before anything else is asked of the browser: a read that is refused would be waited for. */
const browserReads: Check = {
  title: "when a key is write-limited its owner's browser still reads",
  proves: ["LIM-WRITE-05"],
  needs: ["browser", "agent", "market", "load"],
  async body(t) {
    await stillReads(t, t.human, PROBES);
  },
};

/** Judges so many reads while the agent's writes are refused. */
async function stillReads(t: CheckContext, by: Bursts, count: number): Promise<void> {
  await t.run.alone();
  const reads = await whileLimited(t.agent, cancelAllOf(t.market), () =>
    volley(by, times(count, readWallet)),
  );
  t.expect("LIM-WRITE-05", reads, neverLimited);
}

const placesNothing: Check = {
  title: "a rate-limited POST /orders places nothing",
  proves: ["LIM-WRITE-07"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const before = openCount(await agent.openOrders(market.id));
    const { refused, placed } = await ordersWhileLimited(t);
    // All may pass where a bucket is slow to be asked; whether orders count is another rule's.
    if (refused.length === 0) throw new StandsOn(EACH_WRITE, "no order was answered 429");
    await t.settle();
    const open = await agent.openOrders(market.id);
    t.expect("LIM-WRITE-07", open, lacks(...refused));
    t.expect("LIM-WRITE-07", open, noMoreOpenThan(before === null ? null : before + placed));
    // Where every limited write is carried out, a cancel that came later hides the orders there.
    const all = await agent.orders({ market_id: market.id });
    t.expect("LIM-WRITE-07", all, lacks(...refused));
  },
};

const otherAgentNot: Check = {
  title: "when one agent is write-limited another agent is not, of its owner or another",
  proves: ["LIM-WRITE-04"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    const other = t.cell.caller === "sibling" ? t.sibling : t.other;
    await t.run.alone();
    const ask = cancelAllOf(market);
    await rested(t, other, ask);
    const answers = await whileLimited(agent, ask, () => volley(other, times(5, ask)));
    t.expect("LIM-WRITE-04", answers, neverLimited);
  },
};

const otherAgentReads: Check = {
  title: "when one agent is read-limited another agent is not, of its owner or another",
  proves: ["LIM-READ-05"],
  needs: ["agent", "load"],
  async body(t) {
    const other = t.cell.caller === "sibling" ? t.sibling : t.other;
    await t.run.alone();
    await rested(t, other, readWallet);
    const read = () => volley(other, times(5, readWallet));
    t.expect("LIM-READ-05", await whileLimited(t.agent, readWallet, read), neverLimited);
  },
};

const RESTS_MS = [0, 2_000, 10_000, 60_000];
/** The share of its budget that the other agent may have spent: what it is asked has room above it. */
const SPENT_MOST = 0.8;

/** Other checks may have spent what the other agent has, and that may be less than documented. */
async function rested(t: CheckContext, other: AgentClient, ask: ApiRequest): Promise<void> {
  const isRead = ask.method === "GET";
  const few = SPENT_MOST * (isRead ? READS : WRITES);
  for (const waitMs of RESTS_MS) {
    await t.clock.pass(waitMs);
    const hasRoom = t.clock.moves || other.lately(isRead ? "read" : "write") <= few;
    if (hasRoom && !(await volley(other, times(PROBES, ask))).some(isLimited)) return;
  }
  const rule = isRead ? WHOLE_READS : WHOLE_WRITES;
  throw new StandsOn(rule, "the other agent is limited before any burst");
}

/**
 * Sends several orders at once on a spent budget, as some may slip through what trickles back:
 * client_order_ids of those answered 429, and how many were placed.
 */
async function ordersWhileLimited(t: CheckContext): Promise<{ refused: string[]; placed: number }> {
  const { agent, market } = t;
  const answers: PlaceResponse[] = [];
  // Each time with orders of their own: of one that passed before, a 429 says nothing any more.
  await whileLimited(agent, cancelAllOf(market), async () => {
    const orders = Array.from({ length: PROBES }, () => market.resting());
    const placing = orders.map((order) => agent.placeOnce(order, { tolerates: [429] }));
    answers.push(...(await Promise.all(placing)));
  });
  const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
  return {
    refused: refused.map(({ sent }) => String(sent["client_order_id"])),
    placed: answers.filter(({ fate }) => fate === "accepted").length,
  };
}

/**
 * In the order they run in: whole budgets come first, those on who is limited start from a spent one,
 * and none waits until it is whole again. The two keys may be those of an agent that was the other one
 * before, so they come late. Reads are spent only when nothing else needs them, and the wait comes
 * last, so that it leaves budgets whole.
 */
export const CHECKS: readonly Check[] = [
  ...writeBudget,
  eachWriteCounts,
  amendmentsCount,
  ...refusals,
  readsPass,
  browserReads,
  placesNothing,
  browserToo,
  browserAmendsToo,
  eachKeyWriteCounts,
  otherAgentNot,
  otherKeyToo,
  ...readBudget,
  eachReadCounts,
  otherKeyReadsToo,
  otherAgentReads,
  passesAfterTheWait,
  ...statements,
  ...sizes,
];
