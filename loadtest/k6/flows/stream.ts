/** A stream held for the whole run, and how soon it shows an order of its own agent; and tickets. */
import exec from "k6/execution";
import { clearInterval, setInterval, setTimeout } from "k6/timers";
import type { WebSocket } from "k6/websockets";
import type { JudgedResponse } from "../../plan/outcome.ts";
import { secondsOf } from "../../plan/schedule.ts";
import { agentOf, type LoadAgent } from "../lib/agents.ts";
import { callAsync } from "../lib/call.ts";
import * as metrics from "../lib/metrics.ts";
import { type IterationTime, moment } from "../lib/moment.ts";
import { type LoadOrder, limit } from "../lib/orders.ts";
import { settings } from "../lib/settings.ts";
import { connect, mint, opens } from "../lib/stream.ts";

const ORDER_EVERY_MS = 2_000;

/** A stream has no schedule: what it sends is timed from its sending. */
function unscheduled(): IterationTime {
  const { iterationInTest: index, startTime } = exec.scenario;
  const at = { turn: exec.vu.idInInstance, index, startedMs: startTime, intendedMs: startTime };
  return { flow: "rest-and-cancel", ...at, measured: true, timed: true };
}

export function stream(): void {
  const at = unscheduled();
  const agent = agentOf(at.turn);
  const ticket = mint(at, agent);
  if (ticket === null) return;
  const startedMs = Date.now();
  const socket = connect(ticket);
  const orders = new Watched();
  let isOver = false;
  socket.onopen = () => {
    metrics.streamConnect.add(Date.now() - startedMs);
    if (settings.subscribe !== null) socket.send(settings.subscribe);
    const timer = setInterval(() => void order(at, agent, orders), ORDER_EVERY_MS);
    setTimeout(() => {
      isOver = true;
      clearInterval(timer);
      socket.close();
    }, heldMs());
    socket.onclose = (event?: { code?: number }) => {
      clearInterval(timer);
      if (!isOver) metrics.streamClosed.add(1, { code: String(event?.code ?? "none") });
    };
  };
  followed(socket, orders, startedMs);
}

function followed(socket: WebSocket, orders: Watched, startedMs: number): void {
  let isFirst = true;
  socket.onmessage = (event?: { data: unknown }) => {
    if (isFirst) metrics.streamFirstFrame.add(Date.now() - startedMs);
    isFirst = false;
    metrics.streamFrames.add(1);
    orders.framed(String(event?.data));
  };
  socket.onerror = () => metrics.streamClosed.add(1, { code: "error" });
}

function heldMs(): number {
  const stages = settings.flows[0]?.stages ?? [];
  return Math.max(secondsOf(stages) * 1_000 - 1_000, 1_000);
}

/** An order, and its cancel as soon as it was answered. */
async function order(at: IterationTime, agent: LoadAgent | null, watched: Watched): Promise<void> {
  const market = settings.flows.find(({ name }) => name === "rest-and-cancel")?.markets[0];
  if (market === undefined || agent === null) return;
  const id = `${settings.runId}-str-${at.turn}-${watched.next()}`;
  const body: LoadOrder = limit(at, market, {
    side: "BUY",
    price: market.low,
    client_order_id: id,
  });
  watched.sent(id);
  const asked = { path: "/orders", agent, body, form: "order" } as const;
  const placed = await callAsync(at, { endpoint: "place", ...asked });
  if (placed.outcome !== "accepted") return;
  watched.answered(String(placed.body["order_id"]));
  await cancelled(at, agent, placed);
}

async function cancelled(
  at: IterationTime,
  agent: LoadAgent,
  { body }: JudgedResponse,
): Promise<void> {
  const path = `/orders/${body["order_id"]}`;
  await callAsync(at, { endpoint: "cancel", path, agent, wants: ["refused"] });
}

/** The order that is waited for: named by either id, as no protocol is fixed. */
class Watched {
  #count = 0;
  #sentMs = 0;
  #id: string | null = null;
  #frames: { text: string; atMs: number }[] = [];

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  sent(clientOrderId: string): void {
    this.#id = clientOrderId;
    this.#sentMs = Date.now();
    this.#frames = [];
  }

  framed(text: string): void {
    if (this.#id === null) return;
    this.#frames.push({ text, atMs: Date.now() });
    this.#look(this.#id);
  }

  /** A frame may come before the answer that has the order's id. */
  answered(orderId: string): void {
    if (this.#id === null) return;
    this.#id = orderId;
    this.#look(orderId);
  }

  #look(id: string): void {
    const frame = this.#frames.find(({ text }) => text.includes(id));
    if (frame === undefined) return;
    metrics.streamOrderToFrame.add(frame.atMs - this.#sentMs);
    this.#id = null;
  }
}

/** Tickets under load: minted and used, minted and wasted, used twice. */
export async function ticket(): Promise<void> {
  const at = moment("ticket");
  const minted = mint(at, agentOf(at.turn));
  const isWasted = at.index % 3 === 1;
  if (minted === null || isWasted || settings.target.streamUrl === null) return;
  const first = await opens(minted);
  const isReused = at.index % 3 === 2 && first;
  if (isReused && (await opens(minted))) metrics.ticketsReused.add(1);
}
