/** What a socket tells of its own agent, and keeps of others. Spec: Events; D-155. */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { executedQty, recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { StreamSocket } from "../../scenarios/deployment/wire/stream-socket.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { is } from "../check/expectation.ts";
import { speaksOfAll, speaksOfNone } from "../expect/stream.ts";
import { freshTicket } from "./tickets.ts";

/** How long a frame that should not come is waited for. Units: ms. */
const LEAK_MS = 1_000;

const othersUntold: Check = {
  title: "nothing of what another agent places, trades and cancels reaches the socket",
  proves: ["STRM-PRIV-01"],
  needs: ["two-owners", "stream", "binary", "quiet"],
  async body(t) {
    const { agent, other } = t;
    const { frames, quiet } = await opened(t, agent);
    const theirs = await opened(t, other);
    const ids = await lifeOf(other, t);
    await t.reading(async () => ({ frames: theirs.frames, ids: ids.slice(0, 1) }), speaksOfAll);
    await quiet();
    t.expect("STRM-PRIV-01", { frames, ids }, speaksOfNone);
  },
};

async function opened(t: CheckContext, caller: AgentClient) {
  const socket = await t.stream.opens(await freshTicket(caller));
  return { frames: socket.frames, quiet: () => socket.quiet(LEAK_MS, { orFrame: false }) };
}

/** Rests and cancels an order, and takes one of the first agent; returns ids of both. */
async function lifeOf(caller: AgentClient, { agent, market }: CheckContext): Promise<string[]> {
  const rested = await caller.rests(market.resting());
  await caller.cancel(rested.orderId);
  const [price = 0] = await market.inside();
  await agent.rests(market.limit("SELL", price));
  const taken = await caller.takes(market.limit("BUY", price));
  return [rested, taken].flatMap(idsOf);
}

function idsOf({ orderId, sent }: PlaceResponse): string[] {
  return [orderId, sent["client_order_id"]].filter((id) => typeof id === "string");
}

const ownTold: Check = {
  title: "whether an own order is told on the socket, with what was filled of it",
  proves: ["STRM-PRIV-02"],
  needs: ["two-owners", "stream", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    const socket = await t.stream.opens(await freshTicket(agent));
    const [price = 0] = await market.inside();
    const { orderId } = await agent.rests(market.limit("SELL", price, { qty: 2 }));
    await other.takes(market.limit("BUY", price));
    const filled = await t.reading(async () => filledAsTold(socket, orderId), is(1));
    const { ok: told } = speaksOfAll.judge({ frames: socket.frames, ids: [orderId] });
    const warning = told && (filled ?? 1) !== 1 ? ANOTHER_STORY : undefined;
    t.observe("STRM-PRIV-02", { told, filled_as_told: filled }, warning);
  },
};

const ANOTHER_STORY = "the socket does not tell the one contract that was filled";

/** The most that frames say was filled of an order; null where none says it. */
function filledAsTold(socket: StreamSocket, orderId: string): number | null {
  const records = socket.frames.map((frame) => recordOf(jsonIn(frame), orderId));
  const filled = records.map((record) => (record === null ? null : executedQty(record)));
  return filled.reduce((most, qty) => (qty === null ? most : Math.max(most ?? 0, qty)), null);
}

/** Checks of private channels. */
export const streamPrivate: readonly Check[] = [othersUntold, ownTold];
