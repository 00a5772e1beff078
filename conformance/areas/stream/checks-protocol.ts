/** How a stream talks: greeting, heartbeat, books. Spec: Events gaps; D-152, D-153, D-154. */

import { jsonIn } from "../../../scenarios/deployment/reading/json-in.ts";
import { isObject } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { StreamSocket } from "../../../scenarios/deployment/wire/stream-socket.ts";
import { amend, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { allOf } from "../../check/expectation.ts";
import type { StreamBook } from "../../check/stream-book.ts";
import { streamedAsShown, withoutGaps } from "../../expect/stream.ts";
import { freshTicket } from "../credentials.ts";

/** What frames of an idle stream speak of; others are of what the agent does beside. */
const HEARTBEAT = /beat|ping|alive|idle/i;
/** Past the usual time between heartbeats, and past that of silent clients. Units: ms. */
const IDLE_MS = 66_000;
/** Time passes in steps, so that pings of either side find their answer. Units: ms. */
const STEP_MS = 11_000;
/** A greeting is sent at once. Units: ms. */
const GREETING_MS = 500;
/** A book that others trade changes meanwhile. Units: ms. */
const STILL_MS = 1_000;
/** After a clock was moved, frames are still on their way. Units: ms. */
const ON_THE_WAY_MS = 150;

const greeting: Check = {
  title: "what a stream says to who has just come",
  proves: ["STRM-PROTO-01"],
  needs: ["agent", "stream"],
  async body(t) {
    const socket = await t.stream.opens(await freshTicket(t.agent));
    await socket.quiet(GREETING_MS, { orFrame: false });
    t.observe("STRM-PROTO-01", socket.frames.length === 0 ? "nothing" : kindsIn(socket, 0));
  },
};

const idle: Check = {
  title: "what an idle stream says, and whether it stays open",
  proves: ["STRM-PROTO-02"],
  needs: ["agent", "stream", "wait"],
  plain: true,
  async body(t) {
    const socket = await t.stream.opens(await freshTicket(t.agent));
    await socket.quiet(GREETING_MS, { orFrame: false });
    const greeted = socket.frames.length;
    for (let passed = 0; passed < IDLE_MS && socket.isOpen; passed += STEP_MS) {
      await t.clock.pass(STEP_MS);
      await socket.quiet(ON_THE_WAY_MS, { orFrame: false });
    }
    const heartbeats = kindsIn(socket, greeted).filter((kind) => HEARTBEAT.test(kind));
    const closed = socket.closeCode === null ? "stays open" : `closed ${socket.closeCode}`;
    t.observe("STRM-PROTO-02", { heartbeats, pings: socket.pings > 0, socket: closed });
  },
};

/** Each kind of frame once: its type where it names one, else its members. */
function kindsIn({ frames }: StreamSocket, from: number): string[] {
  return [...new Set(frames.slice(from).map(kindOf))];
}

function kindOf(frame: string): string {
  const body = jsonIn(frame);
  if (!isObject(body)) return body === undefined ? "not JSON" : "JSON, no object";
  const type = body["type"];
  const members = Object.keys(body).sort().join(", ");
  return typeof type === "string" && /^[a-z_.-]{1,32}$/i.test(type)
    ? `${type}: ${members}`
    : members;
}

const bookStreamed: Check = {
  title: "numbered changes of a book have no gap and rebuild the one REST shows",
  proves: ["STRM-PROTO-03"],
  needs: ["two-owners", "stream", "binary"],
  async body(t) {
    const { agent, market } = t;
    const book = await t.stream.book(await freshTicket(agent), market.id);
    const read = async () => {
      const shown = await market.book();
      return { frames: book.frames, streamed: book.levels, shown };
    };
    await t.awaited(read, withoutGaps);
    await changeTheBook(t);
    const seen = await t.awaited(read, allOf(withoutGaps, streamedAsShown));
    demandWhole(book);
    t.expect("STRM-PROTO-03", seen, withoutGaps);
    if (!streamedAsShown.judge(seen).ok) await demandStill(book);
    t.expect("STRM-PROTO-03", seen, streamedAsShown);
  },
};

/** Errors: Inconclusive when more came than is kept. */
function demandWhole({ isWhole }: StreamBook): void {
  if (!isWhole) throw new Inconclusive("more frames came than can be compared");
}

/** Errors: Inconclusive when the book goes on changing: others trade on this market. */
async function demandStill(book: StreamBook): Promise<void> {
  const before = book.frames.length;
  await book.quiet(STILL_MS);
  if (book.frames.length > before) throw new Inconclusive("others trade on the market");
}

/**
 * New levels on both sides, one that grows; of two that one order meets one goes and one shrinks. Others
 * go by a cancel, by an amendment and a ladder, where these are served (D-030, D-031), and by one of all.
 */
async function changeTheBook(t: CheckContext): Promise<void> {
  const { agent, other, market, side } = t;
  const above = (ticks: number) => market.far("BUY") + ticks * market.info.tick;
  const { orderId } = await agent.rests(market.resting(side));
  await agent.rests(market.limit("BUY", above(1)));
  const amended = await agent.rests(market.limit("BUY", above(1)));
  const [near = 0, next = 0] = await market.inside(2);
  await other.rests(market.limit("SELL", next, { qty: 2 }));
  await other.rests(market.limit("SELL", near));
  await agent.takes(market.limit("BUY", next, { qty: 2 }));
  await agent.cancels(orderId);
  await amend(agent, amended.orderId, { price: above(2), qty: 1 });
  const rungs = [side, opposite(side)].map((one) => market.resting(one));
  await replaceLadder(agent, market.id, rungs);
  await agent.cancelAll(market.id);
}

/** Checks of the protocol. */
export const protocol: readonly Check[] = [greeting, idle, bookStreamed];
