/** What each of several sockets is told that are open at once. Spec: Events; D-155. */
import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import {
  type Holding,
  speaksOfAll,
  speaksOfNone,
  tellsNoOthersHolding,
} from "../../expect/stream.ts";
import { siblingOfHuman, ticketOf } from "../credentials.ts";
import { idsOf, LEAK_AFTER_MS, LEAK_MS, opened, tellsOwn, told } from "./private-news.ts";

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
    await t.eventually("STRM-PRIV-03", told(staying, placed), speaksOfAll);
  },
};

const sessionsChoice: Check = {
  title: "a ticket that a session asks for one agent tells nothing of another of its owner",
  proves: ["STRM-PRIV-01"],
  needs: ["browser", "sibling", "stream", "market"],
  over: { side: SIDES, caller: ["sibling"] },
  async body(t) {
    const { agent, human, market } = t;
    const body = { agent_id: siblingOfHuman(t) };
    const ticket = await ticketOf(human.post("/auth/ws-ticket", body), "TKT-MINT-08");
    const socket = await t.stream.opens(ticket);
    const theirs = await opened(t, agent);
    const placed = await agent.rests(market.resting());
    const { ok } = speaksOfAll.judge(await t.reading(told(theirs, placed), speaksOfAll));
    await socket.quiet(ok ? LEAK_AFTER_MS : LEAK_MS, { orFrame: false });
    t.expect("STRM-PRIV-01", { frames: socket.frames, ids: idsOf(placed) }, speaksOfNone);
  },
};

const holdingsUntold: Check = {
  title: "neither cash nor position of another agent is told, though its socket was open first",
  proves: ["STRM-PRIV-01"],
  needs: ["two-owners", "sibling", "stream", "market", "quiet"],
  over: { side: SIDES, caller: ["sibling"] },
  async body(t) {
    const { agent, other, sibling, market, side } = t;
    await opened(t, agent);
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    // A position that no single trade has the quantity of.
    for (const qty of [1, 2]) await t.trade({ buyer, seller, qty });
    const before = await holdingOf(agent, market);
    const socket = await opened(t, sibling);
    await agent.rests(market.resting());
    await t.settle();
    await socket.quiet(LEAK_MS, { orFrame: false });
    const others = [before, await holdingOf(agent, market)];
    const own = await holdingOf(sibling, market);
    if (others.every(({ cash, position }) => cash === own.cash && position === own.position)) {
      throw new Inconclusive("both agents have the same, as far as it can be read");
    }
    const { frames } = socket;
    t.expect("STRM-PRIV-01", { frames, marketId: market.id, own, others }, tellsNoOthersHolding);
  },
};

async function holdingOf(agent: AgentClient, market: TradableMarket): Promise<Holding> {
  return { cash: await agent.freeCash(), position: await agent.position(market) };
}

/** Checks of sockets beside each other. */
export const beside: readonly Check[] = [outlivesAnother, sessionsChoice, holdingsUntold];
