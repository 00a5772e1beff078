/** Which requests draw on a budget: each kind of write, and each read about the caller. D-163. */

import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { besideRefused, cancelAllOf, PROBES, readWallet, times } from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { limitedToo } from "../../expect/limits.ts";
import { KEY_ROUTES } from "../../spec/route-table.ts";
import { demandSameAgent } from "../caller.ts";
import { requestIn } from "../route-request.ts";
import { ORDER_WRITES } from "./rules.ts";

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
    const asks = writesTo(t, t.cell.route ?? "");
    const probes = { by: agent, asks, also: [404] };
    const answers = await besideRefused(agent, cancelAllOf(market), probes);
    t.expect("LIM-WRITE-08", answers, limitedToo);
  },
};

/** More writes of a route than a spent budget lets pass. */
function writesTo({ market }: CheckContext, route: string): ApiRequest[] {
  const [method = "", path = ""] = route.split(" ");
  return Array.from({ length: PROBES }, () => ({
    ...{ method, path: path.replace("{order_id}", UNKNOWN_UUID) },
    ...(method === "POST" && { body: market.resting() }),
    ...(route === "DELETE /orders" && { query: { market_id: market.id } }),
  }));
}

/** More than a budget of reads regains while they are on their way. */
export const READ_PROBES = 40;

/** Reads, spent when nothing else needs them. */
export const eachReadCounts: Check = {
  title: "every read about the caller is refused on a spent budget of reads",
  proves: ["LIM-READ-03"],
  needs: ["agent", "load"],
  each: true,
  async body(t) {
    await t.run.alone();
    const path = (t.cell.route ?? "").split(" ")[1] ?? "";
    const ask = { method: "GET", path };
    const probes = { by: t.agent, asks: times(READ_PROBES, ask), also: [404] };
    const answers = await besideRefused(t.agent, readWallet, probes);
    t.expect("LIM-READ-03", answers, limitedToo);
  },
};

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
    const asks = Array.from({ length: PROBES }, () => requestIn(t, { agent_id: human.agentId }));
    const probes = { by: human, asks, also: [404] };
    const answers = await besideRefused(caller, cancelAllOf(market), probes);
    t.expect("LIM-WRITE-08", answers, limitedToo);
  },
};

/** A key of the human's agent: that of the profile where it is one, as a new one is a write. */
export async function keyOfHuman({ human, agent }: CheckContext): Promise<AgentClient> {
  await demandSameAgent(human);
  if (agent.credentials.agentId === human.agentId) return agent;
  return (await human.newKey()).caller;
}
