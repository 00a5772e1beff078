/** What a venue costs that many client order ids have passed: pauses, memory, old answers, a restart. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BenchRow } from "../../reports/schema/bench.ts";
import type { OrderRequest } from "../core/commands.ts";
import type { PlaceResult } from "../core/outcomes.ts";
import { AGENT_IDS, MARKET_ID, openingCommands } from "../core/venue-tape.fixture.ts";
import { Projection } from "./history/projection.ts";
import { resumeProjection } from "./history/resume.ts";
import { Journal } from "./journal.ts";
import { JournaledVenue } from "./journaled-venue.ts";
import { openDurable } from "./open-store.ts";
import { recover } from "./recovery.ts";
import type { SqlStore } from "./sql-store.ts";

/** Ten million by hand: `TOUCHSTONE_BENCH_IDS=10000000`, which takes 15 GB of disk. */
const IDS = Number(process.env["TOUCHSTONE_BENCH_IDS"] ?? 200_000);
/** Ids that the store has before the first of them: ten million of these take minutes and 4 GB. */
const PAST_IDS = Number(process.env["TOUCHSTONE_BENCH_PAST_IDS"] ?? 0);
/** Orders in a turn of the event loop. */
const AT_ONCE = 100;
/** Turns whose orders wait for a commit at a time, as those of many clients do. */
const TURNS_WAITING = 20;
const PAUSE_MS_MAX = 50;
const RESTART_SECONDS_MAX = 60;
const SAMPLES = 500;
/** An answer as long as those of the orders that are placed. */
const RESULT: Omit<PlaceResult, "orderId"> = {
  ...{ marketId: MARKET_ID, status: "CANCELLED", rejectReason: null, rejectMessage: null },
  ...{ filledQty: 0, remainingQty: 1, avgFillPrice: null, fills: [], effectiveLeverage: null },
};
const AT_MS = 1_767_571_200_000;

/** One venue on SQLite, which takes IOC orders under ids of their own until it has seen so many. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const url = `sqlite:${join(folder, "venue.sqlite")}`;
  const { pauseMs, bytes, oldMs, closeMs, slowdown } = await live(url);
  const begun = performance.now();
  const store = await openDurable(url);
  const again = await recover(store, { notify: () => {} });
  await new Journal(store, again).resumeResults(again.venue);
  await resumeProjection(new Projection(again.venue), again.venue, await store.history());
  const seconds = (performance.now() - begun) / 1_000;
  await store.close();
  rmSync(folder, { recursive: true });
  const past = PAST_IDS === 0 ? "" : `, after ${PAST_IDS} that the store had`;
  const note = `${IDS} ids, SQLite${past}`;
  const row = (name: string, [measured, aim]: [number, number], unit: string, more = "") => ({
    ...{ name, measured, unit, aim, isAtMost: true as const, note: note + more },
  });
  const many = "longest stop of a venue with many client order ids";
  return [
    row(many, [pauseMs, PAUSE_MS_MAX], "ms of CPU"),
    row("heap per client order id", [bytes, 475], "bytes", "; before: 475 for every one, for ever"),
    row("the last tenth of the ids against the first", [slowdown, 2], "×"),
    row("the answer to an old id", [oldMs, PAUSE_MS_MAX], "ms", "; median, one after the other"),
    row("a clean stop", [closeMs, 5_000], "ms", "; with its snapshot"),
    row("a restart after it", [seconds, RESTART_SECONDS_MAX], "s"),
  ];
}

async function live(url: string) {
  const store = await openDurable(url);
  const recovered = await recover(store);
  const { venue } = recovered;
  await fill(store);
  const journal = new Journal(store, recovered);
  const projection = new Projection(venue);
  venue.listen((event) => projection.record(event));
  journal.follow(venue, projection);
  const journaled = new JournaledVenue(venue, journal);
  for (const command of openingCommands()) journaled.apply(command, AT_MS);
  const heapBefore = heapBytes();
  const first: string[] = [];
  const tenths: number[] = [];
  const pauses = new Pauses();
  const waiting: Promise<void>[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const begun = performance.now();
    for (let n = 0; n < IDS / 10; n += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, () => randomUUID());
      for (const [index, id] of ids.entries()) place(journaled, id, n + index);
      if (first.length < SAMPLES) first.push(...ids);
      waiting.push(new Promise<void>((resolve) => journal.whenSettled(resolve)));
      await nextTurn();
      if (waiting.length === TURNS_WAITING) await waiting.shift();
    }
    tenths.push(performance.now() - begun);
  }
  await Promise.all(waiting);
  const pauseMs = pauses.end();
  const bytes = (heapBytes() - heapBefore) / IDS;
  const oldMs = await median(first, (id, n) => journaled.recall(agentOf(n), [order(id)], AT_MS));
  const begun = performance.now();
  await journal.close();
  const closeMs = performance.now() - begun;
  return { pauseMs, bytes, oldMs, closeMs, slowdown: tenths.at(-1)! / tenths[0]! };
}

/** Ids of all agents, evenly among those that will come; in their order, in which they go fastest. */
async function fill(store: SqlStore): Promise<void> {
  if (PAST_IDS === 0) return;
  const { writer } = await store.open();
  const each = Math.ceil(PAST_IDS / AGENT_IDS.length);
  const ids = "with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)";
  const id = "printf('%08x-0000-4000-8000-000000000000', i * ?)";
  const answer = { ...RESULT, orderId: randomUUID() };
  const texts = [JSON.stringify(order(randomUUID())), JSON.stringify(answer)];
  for (const agentId of AGENT_IDS) {
    const values = [each, agentId, Math.floor(2 ** 32 / each), AT_MS, ...texts];
    await writer.raw(`${ids} insert into results select ?, ${id}, ?, ?, ?, 0 from n`, values);
  }
}

const agentOf = (n: number): string => AGENT_IDS[n % AGENT_IDS.length]!;

const order = (clientOrderId: string): OrderRequest => {
  const limit = { side: "BUY", type: "LIMIT", tif: "IOC", price: 6_400_000, qty: 1 } as const;
  return { marketId: MARKET_ID, ...limit, clientOrderId };
};

function place(journaled: JournaledVenue, id: string, n: number): void {
  const agentId = agentOf(n);
  const command = { type: "place", agentId, orderId: randomUUID(), request: order(id) } as const;
  const outcome = journaled.apply(command, AT_MS);
  if (outcome.kind !== "result") throw new Error(outcome.message);
}

async function median(ids: string[], ask: (id: string, n: number) => Promise<void> | null) {
  const times: number[] = [];
  for (const [n, id] of ids.entries()) {
    const begun = performance.now();
    await ask(id, n);
    times.push(performance.now() - begun);
  }
  return times.sort((one, two) => one - two)[times.length >> 1]!;
}

/**
 * The most work between two turns of a timer of a millisecond, which a request would have waited
 * for. Units: ms of CPU time of the one thread that serves, since on a busy machine the clock tells
 * of others.
 */
class Pauses {
  #last = threadCpuMs();
  #longestMs = 0;
  readonly #timer = setInterval(() => this.#look(), 1);

  end(): number {
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #look(): void {
    const now = threadCpuMs();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last);
    this.#last = now;
  }
}

/** Linux tells it; elsewhere it is that of all threads, which is more. */
function threadCpuMs(): number {
  if (process.platform === "linux") {
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "latin1"), 10) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heapBytes(): number {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
