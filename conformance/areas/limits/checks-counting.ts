/** Whose requests draw on a budget, and which: each kind of write, each read about the caller. D-163. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { readPlaced } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import {
  besideRefused,
  cancelAllOf,
  isLimited,
  PROBES,
  readWallet,
  times,
  volley,
} from "../../check/burst.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { limitedToo } from "../../expect/limits.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { AMEND, KEY_ROUTES } from "../../spec/route-table.ts";
import { demandSameAgent } from "../caller.ts";
import { ORDER_WRITES } from "./rules.ts";
import { writesInEachForm, writesTo } from "./writes-sent.ts";

/** The rule that each kind of write counts. */
export const EACH_WRITE = "LIM-WRITE-08";

/** Writes that a key may send. */
export const eachWriteCounts: Check = {
  title: "every kind of write is refused on a spent budget of writes",
  proves: ["LIM-WRITE-08"],
  needs: ["agent", "market", "load"],
  over: { route: ORDER_WRITES },
  each: true,
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    for (const probes of await writesInEachForm(t)) {
      const answers = await besideRefused(agent, cancelAllOf(market), { by: agent, ...probes });
      // Nothing has the id that is cancelled.
      if (mayBeUncounted(answers))
        throw new Missing("needs a venue that counts before it looks up");
      t.expect("LIM-WRITE-08", answers, limitedToo);
    }
  },
};

/** Who refuses a request may do so before it is counted. D-164. */
function mayBeUncounted(answers: readonly Exchange[]): boolean {
  return !answers.some(isLimited) && !answers.some(succeeded);
}

/** More than a budget regains meanwhile: of so many, one at least is refused. */
export const RESTING = 5;

/** The spec shows no amendment (D-030), but says that one counts. */
export const amendmentsCount: Check = {
  title: "amendments are refused on a spent budget of writes, where an order can be amended",
  proves: ["LIM-WRITE-08"],
  needs: ["agent", "market", "load", "moved-clock"],
  over: { route: [AMEND] },
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const ask = await amendment(agent, market);
    const probes = { by: agent, asks: times(PROBES, ask), also: statusesOf("D-030") };
    const answers = await besideRefused(agent, cancelAllOf(market), probes);
    t.expect("LIM-WRITE-08", answers, limitedToo);
  },
};

/** An amendment that was taken of an order at rest. Errors: Missing where none is. */
async function amendment(agent: AgentClient, market: TradableMarket): Promise<ApiRequest> {
  await agent.rested("write", 0);
  // Unpaced: bursts may have spent what its pace allows the agent in a minute of our time.
  const body = market.resting();
  const [placed] = await volley(agent, [{ method: "POST", path: "/orders", body }]);
  const path = `/orders/${readPlaced(body, placed!).orderId}`;
  const ask = { method: "PATCH", path, body: { price: body["price"], qty: 2 } };
  const { response } = await agent.burst(ask);
  if (response?.status === 200) return ask;
  throw new Missing("needs a venue where an order can be amended");
}

/** More than a budget of reads regains while they are on their way. */
const READ_PROBES = 40;

/** Nothing has the ids that are asked for, one may have to be said, and what is behind a feed may be away. */
export const UNTOLD = [...statusesOf("D-115"), ...statusesOf("D-009"), ...MAY_BE_CLOSED];

/** Reads, spent when nothing else needs them. */
export const eachReadCounts: Check = {
  title: "every kind of read is refused on a spent budget of reads",
  proves: ["LIM-READ-03"],
  needs: ["agent", "load"],
  each: true,
  async body(t) {
    await t.run.alone();
    const probes = { by: t.agent, asks: times(READ_PROBES, requestIn(t)), also: UNTOLD };
    const answers = await besideRefused(t.agent, readWallet, probes);
    if (mayBeUncounted(answers)) throw new Missing("needs a record that is read there");
    t.expect("LIM-READ-03", answers, limitedToo);
  },
};

/** The same read by its other names, which are the same route. */
export const eachPrefixCounts: Check = {
  title: "reads under every prefix are refused on a spent budget of reads",
  proves: ["LIM-READ-03"],
  needs: ["agent", "load", "moved-clock"],
  over: { route: ["GET /me/wallet"] },
  async body(t) {
    await t.run.alone();
    for (const prefix of PREFIXES) {
      const probes = { by: t.agent, asks: times(READ_PROBES, { ...readWallet, prefix }) };
      t.expect("LIM-READ-03", await besideRefused(t.agent, readWallet, probes), limitedToo);
    }
  },
};

/** The budget is the agent's, not a key's. */
export const otherKeyToo: Check = {
  title: "when one key is write-limited the agent's other key is too",
  proves: ["LIM-WRITE-03"],
  needs: ["second-key", "market", "load"],
  over: { caller: ["second-key"] },
  async body(t) {
    const answers = await byOtherKey(t, cancelAllOf(t.market), PROBES);
    t.expect("LIM-WRITE-03", answers, limitedToo);
  },
};

/** The same of reads. */
export const otherKeyReadsToo: Check = {
  title: "when one key is read-limited the agent's other key is too",
  proves: ["LIM-READ-04"],
  needs: ["second-key", "load"],
  over: { caller: ["second-key"] },
  async body(t) {
    t.expect("LIM-READ-04", await byOtherKey(t, readWallet, READ_PROBES), limitedToo);
  },
};

/** Reads of a browser; no budget of reads is spent for them alone. */
export const browserReadsToo: Check = {
  title: "when a key is read-limited its owner's browser is too",
  proves: ["LIM-READ-04"],
  needs: ["browser", "agent", "load", "moved-clock"],
  over: { caller: ["session"] },
  async body(t) {
    const { agent, human } = t;
    await demandSameAgent(human);
    if (agent.credentials.agentId !== human.agentId) {
      throw new Missing("needs a browser session of the agent that bursts");
    }
    await t.run.alone();
    const probes = { by: human, asks: times(READ_PROBES, readWallet) };
    t.expect("LIM-READ-04", await besideRefused(agent, readWallet, probes), limitedToo);
  },
};

/** What so many requests of the agent's other key meet on a budget that the first key has spent. */
async function byOtherKey(t: CheckContext, ask: ApiRequest, count: number): Promise<Exchange[]> {
  const { agent } = t;
  const key = agent.credentials.secondApiKey;
  if (key === null) throw new Missing("needs two keys of the agent that bursts");
  await t.run.alone();
  return besideRefused(agent, ask, { by: agent, asks: times(count, { ...ask, key }) });
}

/** Nor a browser's, whatever it writes. */
export const browserToo: Check = {
  title: "when a key is write-limited its owner's browser is too, for every kind of write",
  proves: ["LIM-WRITE-03"],
  needs: ["browser", "market", "load"],
  over: { caller: ["session"] },
  async body(t) {
    const { human, market } = t;
    const caller = await keyOfHuman(t);
    await t.run.alone();
    // Cancels first: it may be that a session places nothing.
    for (const route of ORDER_WRITES.toReversed()) {
      const probes = { by: human, asks: writesTo(t, route), also: [...statusesOf("D-130"), 404] };
      const answers = await besideRefused(caller, cancelAllOf(market), probes);
      if (!mayBeUncounted(answers)) t.expect("LIM-WRITE-03", answers, limitedToo);
    }
  },
};

/** Nor amends it. */
export const browserAmendsToo: Check = {
  title: "when a key is write-limited its owner's browser amends nothing more either",
  proves: ["LIM-WRITE-03"],
  needs: ["browser", "market", "load", "moved-clock"],
  over: { caller: ["session"] },
  async body(t) {
    const { human, market } = t;
    const caller = await keyOfHuman(t);
    await t.run.alone();
    const asks = times(PROBES, await amendment(caller, market));
    const probes = { by: human, asks, also: statusesOf("D-030") };
    t.expect("LIM-WRITE-03", await besideRefused(caller, cancelAllOf(market), probes), limitedToo);
  },
};

/** What a browser's own cancels meet on a budget that a key of its agent has spent. */
function cancelsBesideRefused(
  human: HumanClient,
  caller: AgentClient,
  ask: ApiRequest,
): Promise<Exchange[]> {
  return besideRefused(caller, ask, { by: human, asks: times(PROBES, ask) });
}

/** Writes that a browser alone may send. */
export const eachKeyWriteCounts: Check = {
  title: "creating and revoking keys is refused on a spent budget of writes",
  proves: ["LIM-WRITE-08"],
  needs: ["browser", "market", "load"],
  over: { route: KEY_ROUTES },
  each: true,
  async body(t) {
    const { human, market } = t;
    const caller = await keyOfHuman(t);
    await t.run.alone();
    const ask = cancelAllOf(market);
    const own = await cancelsBesideRefused(human, caller, ask);
    if (!limitedToo.judge(own).ok)
      throw new StandsOn("LIM-WRITE-03", "the browser has a budget of its own");
    const keys = await keysToEnd(t, caller);
    const asks = Array.from({ length: PROBES }, (_, index) =>
      requestIn(t, { agent_id: human.agentId, key_id: keys[index % keys.length] ?? UNKNOWN_UUID }),
    );
    const answers = await besideRefused(caller, ask, { by: human, asks, also: [404] });
    if (mayBeUncounted(answers)) throw new Missing("needs a venue that counts before it looks up");
    t.expect("LIM-WRITE-08", answers, limitedToo);
  },
};

/** Ids of keys that are there to be revoked; none where they could not be made on a spent budget. */
async function keysToEnd({ cell, clock, human }: CheckContext, caller: AgentClient) {
  if (!clock.moves || !cell.route?.startsWith("DELETE")) return [];
  await caller.rested("write", 0);
  const made = await Promise.all(Array.from({ length: RESTING }, () => human.newKey()));
  return made.map(({ keyId }) => keyId);
}

/** A key of the human's agent: that of the profile where it is one, as a new one is a write. */
async function keyOfHuman({ human, agent }: CheckContext): Promise<AgentClient> {
  await demandSameAgent(human);
  if (agent.credentials.agentId === human.agentId) return agent;
  return (await human.newKey()).caller;
}
