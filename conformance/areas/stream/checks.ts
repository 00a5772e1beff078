/** Opening the stream, and whose news it tells. Spec: Authentication 7, States 5; D-151, D-155. */

import { jsonIn } from "../../../scenarios/deployment/reading/json-in.ts";
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { executedQty, recordOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { StreamSocket } from "../../../scenarios/deployment/wire/stream-socket.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, is, odd, that } from "../../check/expectation.ts";
import type { Opening } from "../../check/stream.ts";
import { speaksOfAll, speaksOfNone } from "../../expect/stream.ts";
import { freshTicket } from "../credentials.ts";
import { protocol } from "./checks-protocol.ts";

/** Past the 60 seconds a ticket lives, by more than clocks drift. Units: ms. */
const AGED_MS = 66_000;
/** Time passes in steps, so that pings of either side find their answer. Units: ms. */
const STEP_MS = 6_000;
const MADE_UP_TICKET = "rw_live_nobody-has-this-ticket-0000000000000000000";

function shown({ form, status, closeCode }: Opening): string {
  return form === "refused"
    ? `HTTP ${status}`
    : `${form}${closeCode === null ? "" : ` ${closeCode}`}`;
}

function openingThat(says: string, holds: (opening: Opening) => boolean) {
  return that<Opening>(says, holds, shown);
}

const open = openingThat("an open connection", ({ form }) => form === "open");

/** Not upgraded, or closed again within 5 s; frames in between are no working connection. */
const refused = anyOf(
  openingThat("an HTTP status other than 101", ({ form }) => form === "refused"),
  openingThat("closed unasked without a frame", isClosedSilently),
  odd(
    openingThat("closed unasked", ({ form }) => form === "closed"),
    "frames were sent before the connection was closed",
  ),
);

function isClosedSilently({ form, frames }: Opening): boolean {
  return form === "closed" && frames.length === 0;
}

const opens: Check = {
  title: "a fresh ticket opens the stream",
  proves: ["STRM-CONN-01"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await freshTicket(t.agent);
    t.expect("STRM-CONN-01", await t.stream.open(ticket), open);
  },
};

const onceOnly: Check = {
  title: "a ticket in use does not open a second connection",
  proves: ["STRM-CONN-02"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await freshTicket(t.agent);
    await t.stream.opens(ticket);
    t.expect("STRM-CONN-02", await t.stream.knock(ticket), refused);
  },
};

const onceAtOnce: Check = {
  title: "of connections opened at once with one ticket, one opens",
  proves: ["STRM-CONN-02"],
  needs: ["agent", "stream"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    const ticket = await freshTicket(t.agent);
    t.expect("STRM-CONN-02", await t.stream.race(ticket, 4), atMostOne);
  },
};

const atMostOne = that<number>("at most one connection", (count) => count <= 1);

const tooOld: Check = {
  title: "a ticket of 66 seconds opens no connection",
  proves: ["STRM-CONN-03"],
  needs: ["agent", "stream", "wait"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    const ticket = await freshTicket(t.agent);
    await t.clock.pass(AGED_MS);
    t.expect("STRM-CONN-03", await t.stream.knock(ticket), refused);
  },
};

const noTicket: Check = {
  title: "no ticket, or a made-up one, opens no connection",
  proves: ["STRM-CONN-04"],
  needs: ["agent", "stream"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    for (const ticket of [null, "", MADE_UP_TICKET]) {
      t.expect("STRM-CONN-04", await t.stream.knock(ticket), refused);
    }
  },
};

const staysConsumed: Check = {
  title: "a ticket stays consumed after its first socket was closed at once",
  proves: ["STRM-CONN-05"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await freshTicket(t.agent);
    const socket = await t.stream.opens(ticket);
    await socket.close();
    t.expect("STRM-CONN-05", await t.stream.knock(ticket), refused);
  },
};

const outlivesTicket: Check = {
  title: "whether a socket outlives the 60 seconds of its ticket",
  proves: ["STRM-CONN-06"],
  needs: ["agent", "stream", "wait"],
  async body(t) {
    const socket = await t.stream.opens(await freshTicket(t.agent));
    for (let passed = 0; passed < AGED_MS; passed += STEP_MS) await t.clock.pass(STEP_MS);
    await socket.quiet(STILL_OPEN_MS, { orFrame: false });
    t.observe(
      "STRM-CONN-06",
      socket.isOpen ? "stays open" : "closed",
      socket.isOpen ? undefined : "the connection was closed when its ticket expired",
    );
  },
};

/** On a clock that was moved, a close is still on its way. Units: ms. */
const STILL_OPEN_MS = 300;

const formOfRefusal: Check = {
  title: "the form of a refused handshake",
  proves: ["STRM-CONN-07"],
  needs: ["agent", "stream"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    t.observe("STRM-CONN-07", await formsOf(t));
  },
};

async function formsOf({ stream }: CheckContext) {
  return {
    without: shown(await stream.knock(null)),
    made_up: shown(await stream.knock(MADE_UP_TICKET)),
  };
}

/** How long a frame that should not come is waited for. Units: ms. */
const LEAK_MS = 1_000;

const othersUnseen: Check = {
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

const ownStreamed: Check = {
  title: "whether an own order is told on the socket, with what was filled of it",
  proves: ["STRM-PRIV-02"],
  needs: ["two-owners", "stream", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    const socket = await t.stream.opens(await freshTicket(agent));
    const [price = 0] = await market.inside();
    const { orderId } = await agent.rests(market.limit("SELL", price, { qty: 2 }));
    await other.takes(market.limit("BUY", price));
    const filled = await t.reading(async () => filledAsStreamed(socket, orderId), is(1));
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

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  opens,
  onceOnly,
  onceAtOnce,
  tooOld,
  noTicket,
  staysConsumed,
  outlivesTicket,
  formOfRefusal,
  othersUnseen,
  ownStreamed,
  ...protocol,
];
