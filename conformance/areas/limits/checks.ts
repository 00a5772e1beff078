/** Whom a spent budget stops, and whom not. Spec: Limits. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import {
  type OrderBody,
  type PlaceResponse,
  readPlaced,
} from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import {
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
import { PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { lacks } from "../../expect/answers.ts";
import { neverLimited } from "../../expect/limits.ts";
import { accepted } from "../../expect/placed.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import {
  passesAfterTheWait,
  readPassesAfterTheWait,
  refusals,
  statements,
} from "./checks-answers.ts";
import { readsBeside } from "./checks-beside.ts";
import { readBudget, WHOLE_READS, WHOLE_WRITES, writeBudget } from "./checks-budget.ts";
import { cancelsCount, DOES_NOTHING, laddersDoNothing } from "./checks-cancels.ts";
import {
  amendmentsCount,
  browserAmendsToo,
  browserReadsToo,
  browserToo,
  EACH_WRITE,
  eachKeyWriteCounts,
  eachPrefixCounts,
  eachReadCounts,
  eachWriteCounts,
  otherKeyReadsToo,
  otherKeyToo,
} from "./checks-counting.ts";
import { eachKindCountsOnce } from "./checks-kinds.ts";
import { sizes } from "./checks-sizes.ts";

const placesNothing: Check = {
  title: "a rate-limited POST /orders places nothing",
  proves: [DOES_NOTHING],
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
    t.expect(DOES_NOTHING, open, lacks(...refused));
    t.expect(DOES_NOTHING, open, noMoreOpenThan(before === null ? null : before + placed));
    // Where every limited write is carried out, a cancel that came later hides the orders there.
    const all = await agent.orders({ market_id: market.id });
    t.expect(DOES_NOTHING, all, lacks(...refused));
  },
};

const bindsNoId: Check = {
  title: "the client_order_id of a rate-limited POST /orders places an order later",
  proves: [DOES_NOTHING],
  needs: ["agent", "market", "load", "moved-clock"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const { sent } = await ordersWhileLimited(t);
    if (sent.length === 0) throw new StandsOn(EACH_WRITE, "no order was answered 429");
    await agent.rested("write", 0);
    const orders = sent.slice(0, FEW_RESENT);
    const asks = orders.map((body) => ({ method: "POST", path: "/orders", body }));
    const answers = await volley(agent, asks, statusesOf("D-044"));
    await volley(agent, [cancelAllOf(market)]);
    for (const [index, body] of orders.entries()) {
      t.expect(DOES_NOTHING, readPlaced(body, answers[index]!), accepted);
    }
  },
};

/** Orders that are sent again once they may be. */
const FEW_RESENT = 4;

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
 * Sends orders of both sides under each prefix at once on a spent budget, as some may slip through
 * what trickles back:
 * those answered 429, their client_order_ids, and how many were placed.
 */
async function ordersWhileLimited(
  t: CheckContext,
): Promise<{ sent: OrderBody[]; refused: string[]; placed: number }> {
  const { agent, market } = t;
  const answers: PlaceResponse[] = [];
  // Each time with orders of their own: of one that passed before, a 429 says nothing any more.
  await whileLimited(agent, cancelAllOf(market), async () => {
    const placing = Array.from({ length: PROBES }, (_, at) => {
      const prefix = PREFIXES[at % PREFIXES.length]!;
      return agent.placeOnce(market.resting(SIDES[at % SIDES.length]), {
        prefix,
        tolerates: [429],
      });
    });
    answers.push(...(await Promise.all(placing)));
  });
  const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
  return {
    sent: refused.map(({ sent }) => sent),
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
  eachKindCountsOnce,
  eachWriteCounts,
  cancelsCount,
  laddersDoNothing,
  amendmentsCount,
  ...refusals,
  ...readsBeside,
  placesNothing,
  bindsNoId,
  browserToo,
  browserAmendsToo,
  eachKeyWriteCounts,
  otherAgentNot,
  otherKeyToo,
  ...readBudget,
  eachReadCounts,
  eachPrefixCounts,
  otherKeyReadsToo,
  browserReadsToo,
  readPassesAfterTheWait,
  otherAgentReads,
  passesAfterTheWait,
  ...statements,
  ...sizes,
];
