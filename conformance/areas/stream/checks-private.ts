/** Whose news a stream tells. Spec: Events; D-155. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { jsonIn } from "../../../scenarios/deployment/reading/json-in.ts";
import { type PlaceResponse, readPlaced } from "../../../scenarios/deployment/reading/order.ts";
import { executedQty, recordOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { StreamSocket } from "../../../scenarios/deployment/wire/stream-socket.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { inTurnOf, SIDES } from "../../check/cell.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import {
  type Holding,
  speaksOfAll,
  speaksOfNone,
  tellsNoOthersHolding,
} from "../../expect/stream.ts";
import { asCaller, demandOwnCaller } from "../caller.ts";
import { callersTicket, sessionsTicket, siblingOfHuman } from "../credentials.ts";
import { idsOf, opened, told, waitForLeak } from "./private-news.ts";

const othersUnseen: Check = {
  title: "nothing of what another agent places, trades and cancels reaches the socket",
  proves: ["STRM-PRIV-01"],
  needs: ["two-owners", "stream", "market", "quiet"],
  async body(t) {
    const watched = t.cell.caller === "sibling" ? t.sibling : t.other;
    // What stands when a socket opens it may tell as a whole.
    const resting = await watched.rests(t.market.resting());
    await judgeUnseen(t, watched, { before: [resting] });
  },
};

const unseenByWhoHoldsLegs: Check = {
  title: "nothing of another agent's orders on a parlay reaches the socket of who holds its legs",
  proves: ["STRM-PRIV-01"],
  needs: ["two-owners", "stream", "binary", "two-markets", "quiet", "operator"],
  over: { side: SIDES, caller: ["sibling", "other"] },
  once: true,
  async body(t) {
    const { agent, other, control, market, secondMarket } = t;
    await t.trade({ buyer: agent, seller: other });
    await t.trade({ buyer: other, seller: agent, market: secondMarket });
    const legs = [market.id, secondMarket.id];
    const parlay = await control.createMarket({ kind: "BTC_PARLAY", legs });
    await judgeUnseen(t, t.cell.caller === "sibling" ? t.sibling : other, { marketId: parlay });
  },
};

/** Judges that the first agent's socket tells nothing of what another one does in a market. */
async function judgeUnseen(
  t: CheckContext,
  watched: AgentClient,
  { marketId, before = [] }: { marketId?: string; before?: readonly PlaceResponse[] },
): Promise<void> {
  const socket = await opened(t, t.agent);
  asksForPrivate(t, socket, watched.credentials.agentId);
  const theirs = await opened(t, watched);
  const { placed, apart } = await lifeOf(watched, t, marketId);
  const ids = [...before, ...apart].flatMap(idsOf);
  await waitForLeak(t, socket, { theirs, placed });
  t.expect("STRM-PRIV-01", { frames: socket.frames, ids }, speaksOfNone);
}

/**
 * Rests, amends and cancels orders, sends one that finds nobody, takes one of a third party, is taken from in
 * part and whole, or in part and cancelled with all. Those `apart` did not trade with the first agent: a fill
 * may name both of its orders.
 */
async function lifeOf(
  caller: AgentClient,
  t: CheckContext,
  market_id = t.market.id,
): Promise<Record<"placed" | "apart", PlaceResponse[]>> {
  const { agent, other, market, side } = t;
  const opponent = caller === other ? agent : other;
  const cancelled = await caller.rests(market.resting(side, { market_id }));
  await amend(caller, cancelled.orderId, { qty: 2 });
  // An amendment may have put another order in its place (D-030).
  const { response } = await caller.cancel(cancelled.orderId);
  if ((response?.status ?? 0) >= 400) await caller.cancelAll(market_id);
  const posted = await caller.rests(market.resting(side, { market_id, tif: "POST_ONLY" }));
  await caller.cancel(posted.orderId);
  const atOnce = await caller.place(market.resting(side, { market_id, tif: "IOC" }));
  const [price = 0] = await market.inside();
  const order = (way: Side, qty = 1) => market.limit(way, price, { market_id, qty });
  await opponent.rests(order(opposite(side)));
  const taken = await caller.takes(order(side));
  const made = await caller.rests(order(opposite(side), 2));
  await opponent.takes(order(side));
  if (inTurnOf(t.cell, ["whole", "in part"]) === "whole") await opponent.takes(order(side));
  else await caller.cancelAll(market_id);
  const ended = [cancelled, posted, atOnce];
  const placed = [...ended, taken, made];
  return { placed, apart: opponent === agent ? ended : placed };
}

const ownStreamed: Check = {
  title: "whether an own order is told on the socket, with what was filled of it",
  proves: ["STRM-PRIV-02"],
  needs: ["two-owners", "stream", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const socket = await opened(t, agent);
    const [price = 0] = await market.inside();
    const { orderId } = await agent.rests(market.limit(side, price, { qty: 2 }));
    await other.takes(market.limit(opposite(side), price));
    const filled = await t.awaited(async () => filledAsStreamed(socket, orderId), is(1));
    const { ok: told } = speaksOfAll.judge({ frames: socket.frames, ids: [orderId] });
    const warning = told && (filled ?? 1) !== 1 ? OTHER_FILL : undefined;
    t.observe("STRM-PRIV-02", { told, filled_as_told: filled }, warning);
  },
};

const OTHER_FILL = "the socket does not tell the one contract that was filled";

/** The most that frames say was filled of an order; null where none says it. */
function filledAsStreamed(socket: StreamSocket, orderId: string): number | null {
  const records = socket.frames.map((frame) => recordOf(jsonIn(frame), orderId));
  const filled = records.map((record) => (record === null ? null : executedQty(record)));
  return filled.reduce((most, qty) => (qty === null ? most : Math.max(most ?? 0, qty)), null);
}

const ownFromAnywhere: Check = {
  title: "where own orders are told on the socket, each caller's are, under each prefix",
  proves: ["STRM-PRIV-03"],
  needs: ["agent", "stream", "market"],
  async body(t) {
    const socket = await opened(t, t.agent);
    if (!(await tellsOwn(t, socket))) return;
    const placed = await callersOrder(t);
    t.expect("STRM-PRIV-03", await told(t, socket, [placed]), speaksOfAll);
  },
};

/** An order of the same agent. Errors: Missing where the session has another one, or no order. */
async function callersOrder(t: CheckContext): Promise<PlaceResponse> {
  const { cell, market } = t;
  demandOwnCaller(t);
  const order = market.resting();
  const placed = readPlaced(
    order,
    await asCaller(t, { method: "POST", path: "/orders", body: order }),
  );
  if (placed.fate === "accepted") return placed;
  if (cell.caller === "session") throw new Missing("needs a session that may trade");
  throw new Inconclusive(`a plain resting order was ${placed.fate}`);
}

/** Whether an agent's own orders are told on its socket; where not, STRM-PRIV-03 is moot. */
async function tellsOwn(
  t: CheckContext,
  socket: StreamSocket,
  caller: AgentClient = t.agent,
): Promise<boolean> {
  const plain = await caller.place(t.market.resting("BUY"), { prefix: "/v1" });
  if (speaksOfAll.judge(await told(t, socket, [plain])).ok) return true;
  t.moot("STRM-PRIV-03", "own orders are not told on this stream");
  return false;
}

const outlivesAnother: Check = {
  title: "own orders go on being told when another socket of the agent has closed",
  proves: ["STRM-PRIV-03"],
  needs: ["agent", "stream", "market"],
  over: { side: SIDES },
  async body(t) {
    const { agent, market } = t;
    const leaving = await opened(t, agent);
    const staying = await opened(t, agent);
    if (!(await tellsOwn(t, staying))) return;
    await leaving.close();
    const placed = await agent.place(market.resting());
    t.expect("STRM-PRIV-03", await told(t, staying, [placed]), speaksOfAll);
  },
};

/** So many sockets are opened beside the first. */
const BESIDE = 2;

const besideAnothers: Check = {
  title: "own orders go on being told when another caller of the agent opens two sockets",
  proves: ["STRM-PRIV-03"],
  needs: ["agent", "stream", "market"],
  over: { caller: ["second-key", "session"] },
  async body(t) {
    const { agent, market } = t;
    demandOwnCaller(t);
    const socket = await opened(t, agent);
    if (!(await tellsOwn(t, socket))) return;
    for (let beside = 0; beside < BESIDE; beside += 1) await t.stream.opens(await callersTicket(t));
    const placed = await agent.rests(market.resting());
    const seen = await told(t, socket, [placed]);
    if (!socket.isOpen) throw new Missing("needs a stream that an agent may open twice");
    t.expect("STRM-PRIV-03", seen, speaksOfAll);
  },
};

const onSessionsSocket: Check = {
  title: "own orders are told on a session's socket of the agent where they are on its key's",
  proves: ["STRM-PRIV-03"],
  needs: ["agent", "stream", "market"],
  over: { caller: ["session"] },
  async body(t) {
    const { agent, human, market } = t;
    const isOf = agent.credentials.agentId === human.agentId;
    const caller = isOf ? agent : (await human.newKey()).caller;
    const keys = await opened(t, caller);
    if (!(await tellsOwn(t, keys, caller))) return;
    await keys.close();
    const socket = await t.stream.opens(await sessionsTicket(human, human.agentId));
    const placed = await caller.rests(market.resting());
    t.expect("STRM-PRIV-03", await told(t, socket, [placed]), speaksOfAll);
  },
};

const sessionsChoice: Check = {
  title: "a ticket that a session asks for one agent tells nothing of another of its owner",
  proves: ["STRM-PRIV-01"],
  needs: ["browser", "sibling", "stream", "market"],
  over: { side: SIDES, caller: ["sibling"] },
  async body(t) {
    const { agent, human, market } = t;
    const socket = await t.stream.opens(await sessionsTicket(human, siblingOfHuman(t)));
    const theirs = await opened(t, agent);
    const placed = await agent.rests(market.resting());
    await waitForLeak(t, socket, { theirs, placed: [placed] });
    t.expect("STRM-PRIV-01", { frames: socket.frames, ids: idsOf(placed) }, speaksOfNone);
  },
};

const staysWithItsAgent: Check = {
  title: "a session's socket for one agent tells nothing of another, for which a later one is open",
  proves: ["STRM-PRIV-01"],
  needs: ["browser", "sibling", "stream", "market"],
  over: { side: SIDES, caller: ["sibling"] },
  async body(t) {
    const { human, sibling, market } = t;
    const of = async (agentId: string) => t.stream.opens(await sessionsTicket(human, agentId));
    const socket = await of(human.agentId);
    const theirs = await of(siblingOfHuman(t));
    asksForPrivate(t, socket, sibling.credentials.agentId);
    const placed = await sibling.rests(market.resting());
    await waitForLeak(t, socket, { theirs, placed: [placed] });
    t.expect("STRM-PRIV-01", { frames: socket.frames, ids: idsOf(placed) }, speaksOfNone);
  },
};

/** What a private channel may be called, where one has to be asked for: no names are shown. */
const PRIVATE_CHANNELS = ["orders", "fills", "positions", "wallet"];

/** Asks for private channels, also by the name of the agent that they are not of. */
function asksForPrivate({ stream }: CheckContext, socket: StreamSocket, of: string | null): void {
  const named = of === null ? [] : PRIVATE_CHANNELS.map((channel) => `${channel}:${of}`);
  for (const channel of [...PRIVATE_CHANNELS, ...named]) stream.asksFor(socket, channel);
}

const holdingsUntold: Check = {
  title:
    "neither cash nor position of another agent is told, asked for or not, though its socket was open first",
  proves: ["STRM-PRIV-01"],
  // Whose socket was open first of all, others would decide.
  needs: ["two-owners", "sibling", "stream", "market", "quiet", "alone"],
  over: { side: SIDES, caller: ["sibling"] },
  async body(t) {
    const { agent, other, sibling, market, side } = t;
    const theirs = await opened(t, agent);
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    // A position that no single trade has the quantity of.
    for (const qty of [1, 2]) await t.trade({ buyer, seller, qty });
    const before = await holdingOf(agent, market);
    const socket = await opened(t, sibling);
    // Who asks for what is not its own may be cut off, and is told nothing then.
    if (inTurnOf(t.cell, [true, false])) asksForPrivate(t, socket, agent.credentials.agentId);
    const placed = await agent.rests(market.resting());
    await t.settle();
    await waitForLeak(t, socket, { theirs, placed: [placed] });
    const others = [before, await holdingOf(agent, market)];
    const own = await holdingOf(sibling, market);
    if (others.every(({ cash, position }) => cash === own.cash && position === own.position)) {
      throw new Inconclusive("both agents have the same, as far as it can be read");
    }
    const listed = (await sibling.get("/positions")).response?.body;
    const seen = { frames: socket.frames, marketId: market.id, own, others, listed };
    t.expect("STRM-PRIV-01", seen, tellsNoOthersHolding);
  },
};

async function holdingOf(agent: AgentClient, market: TradableMarket): Promise<Holding> {
  return { cash: await agent.freeCash(), position: await agent.position(market) };
}

/** Checks of private channels. */
export const privacy: readonly Check[] = [
  othersUnseen,
  unseenByWhoHoldsLegs,
  ownStreamed,
  ownFromAnywhere,
  outlivesAnother,
  besideAnothers,
  onSessionsSocket,
  sessionsChoice,
  staysWithItsAgent,
  holdingsUntold,
];
