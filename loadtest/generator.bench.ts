/** What the flows cost the generator: what it exchanges per second of CPU, beside a minimal k6 script. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchRow, median } from "../reports/schema/bench.ts";
import { FLOWS, type FlowName, MIX } from "./plan/flows.ts";
import type { SessionLoad } from "./plan/session-step.ts";
import { settingsOf } from "./plan/settings.ts";
import { findK6 } from "./run/find-k6.ts";
import { filesIn, LOADTEST, QUIET_ARGS, QUIET_ENV } from "./run/k6-process.ts";
import { cpuSecondsOf } from "./run/machine.ts";
import { startTrivialStream, type TrivialStream } from "./trivial-stream.fixture.ts";
import { startTrivialVenue, type TrivialVenue, trivialMarket } from "./trivial-venue.fixture.ts";

const RATE = 200;
const SECONDS = 8;
const ROUNDS = 3;
const VUS = 40;
const SOCKETS = 4;
const LOOK_EVERY_MS = 50;

/** As a recording names the order that it places, and then cancels. */
const ORDER_ID = "0d6b1c52-7f3a-4c1e-8a55-91d2f0c3b7a4";
const STEP = { actor: 0, outcome: "accepted", ids: [], stampOffsetMs: null, body: null } as const;

/** A session of two requests, the second about what the first was answered. */
const SESSION: SessionLoad = {
  agents: 1,
  steps: [
    {
      ...STEP,
      ...{ endpoint: "place", method: "POST", path: "/orders" },
      body: { market_id: trivialMarket.id, side: "BUY", type: "LIMIT", price: 1, qty: 1 },
      ids: [{ at: ["order_id"], id: ORDER_ID }],
    },
    { ...STEP, endpoint: "cancel", method: "DELETE", path: `/orders/${ORDER_ID}`, ids: [] },
  ],
  ...{ markets: {}, described: {}, notes: [], cost: { writes: 2, reads: 0 } },
};

const PLACE = ["POST", "/v1/orders", JSON.stringify(SESSION.steps[0]!.body)];
const CANCEL = ["DELETE", `/v1/orders/${ORDER_ID}`, null];
const TICKET = ["POST", "/v1/auth/ws-ticket", "{}"];

/** Requests of an iteration, of the flows whose bound is measured: those that ever missed their aim. */
const BOUNDED: Partial<Record<Flow, readonly (readonly (string | null)[])[]>> = {
  read: [["GET", "/v1/markets", null]],
  "rest-and-cancel": [PLACE, CANCEL],
  cross: [PLACE, PLACE, CANCEL],
  ticket: [TICKET],
  session: [PLACE, CANCEL],
};

const WHY =
  "the minimal script sends what the flow sends, parses each answer and keeps one latency of it, told apart by three tags: a report of latencies takes no less";

type Flow = FlowName | "stream";
const ALL: readonly Flow[] = [...MIX, "session", "stream"];

/** What every round needs. */
interface Bench {
  binary: string;
  venue: TrivialVenue;
  stream: TrivialStream;
  /** Where a run's files are written. */
  dir: string;
}

/** Per second of k6's CPU, from the first to the last that the server `served`: not start, not summary. */
async function perCpuSecond(
  { binary, venue, stream }: Bench,
  { script, flow, env }: { script: string; flow: Flow; env: Record<string, string> },
): Promise<number> {
  const { served: all } = flow === "stream" ? stream : venue;
  const before = all();
  const child = spawn(binary, ["run", ...QUIET_ARGS, join(LOADTEST, script)], {
    env: { ...process.env, ...QUIET_ENV, ...env },
    stdio: "ignore",
  });
  let from: { cpu: number; served: number } | null = null;
  let last = 0;
  let rate = 0;
  const look = setInterval(() => {
    const cpu = cpuSecondsOf(child.pid);
    const served = all() - before;
    if (cpu === null || served === last) return;
    last = served;
    from ??= { cpu, served };
    if (cpu > from.cpu) rate = (served - from.served) / (cpu - from.cpu);
  }, LOOK_EVERY_MS);
  await new Promise((ended) => child.once("close", ended));
  clearInterval(look);
  return rate;
}

async function ours(bench: Bench, flow: Flow): Promise<number> {
  const { venue, dir } = bench;
  const settings = flow === "stream" ? streamSettings(bench) : flowSettings(venue, flow);
  await writeFile(join(dir, "settings.json"), JSON.stringify(settings));
  const agents = Array.from({ length: SOCKETS }, (_, n) => {
    return { name: `a${n}`, agent_id: null, api_key: `k${n}` };
  });
  await writeFile(join(dir, "agents.json"), JSON.stringify(agents));
  return perCpuSecond(bench, { script: "k6/venue.ts", flow, env: filesIn(dir) });
}

function flowSettings(venue: TrivialVenue, flow: FlowName) {
  const { writes, reads } = flow === "session" ? SESSION.cost : FLOWS[flow];
  const settings = settingsOf({
    target: { baseUrl: venue.url, streamUrl: null, prefix: "/v1" },
    ...{ plan: "soak", seed: 1, runId: "bench", sockets: 0, flows: [flow], session: SESSION },
    ...{ rate: RATE / (writes + reads), seconds: SECONDS, marketsOf: () => [trivialMarket] },
  });
  return { ...settings, flows: settings.flows.map((one) => ({ ...one, vus: VUS })) };
}

/** Frames alone: without a market no stream places an order, and a read a minute sets the time. */
function streamSettings({ venue, stream }: Bench) {
  return settingsOf({
    target: { baseUrl: venue.url, streamUrl: stream.url, prefix: "/v1" },
    ...{ plan: "soak", seed: 1, runId: "bench", sockets: SOCKETS, flows: ["read"] },
    ...{ rate: 0, seconds: SECONDS },
  });
}

/** `steps` are sent in an iteration, and recorded; without them one read, and nothing is kept. */
function least(
  bench: Bench,
  flow: Flow,
  steps?: readonly (readonly (string | null)[])[],
): Promise<number> {
  const isStream = flow === "stream";
  const env = {
    ...{ BASE_URL: bench.venue.url, SECONDS: String(SECONDS) },
    ...{ RATE: String(Math.round(RATE / (steps?.length ?? 1))) },
    ...{ VUS: String(isStream ? SOCKETS : VUS) },
    ...(isStream && { STREAM_URL: bench.stream.url }),
    ...(steps !== undefined && { STEPS: JSON.stringify(steps), RECORD: "yes" }),
  };
  return perCpuSecond(bench, { script: "minimal.fixture.ts", flow, env });
}

/** Medians of interleaved rounds; nothing where there is no k6. */
export async function bench(): Promise<BenchRow[]> {
  const { binary = null } = (await findK6().catch(() => null)) ?? {};
  if (binary === null) return [];
  const [venue, stream] = [await startTrivialVenue(), await startTrivialStream()];
  const dir = await mkdtemp(join(tmpdir(), "touchstone-bench-"));
  const rows: BenchRow[] = [];
  try {
    for (const flow of ALL) rows.push(await compared({ binary, venue, stream, dir }, flow));
  } finally {
    await rm(dir, { recursive: true });
    await Promise.all([venue.close(), stream.close()]);
  }
  return rows;
}

async function compared(bench: Bench, flow: Flow): Promise<BenchRow> {
  const steps = BOUNDED[flow];
  const rounds: { ours: number; peer: number; bound: number | null }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      ours: await ours(bench, flow),
      peer: await least(bench, flow),
      bound: steps === undefined ? null : await least(bench, flow, steps),
    });
  }
  const own = median(rounds.map(({ ours }) => ours));
  const peer = median(rounds.map(({ peer }) => peer));
  const what = flow === "stream" ? "frames" : "requests";
  const bounds = rounds.flatMap(({ bound, peer }) => (bound === null ? [] : [bound / peer]));
  return {
    name: `load generator against a minimal script, each of eight flows: ${flow}`,
    ...{ measured: median(rounds.map(({ ours, peer }) => ours / peer)), unit: "×", aim: 0.8 },
    note: `${what} per second of k6's CPU, ${Math.round(own)} against ${Math.round(peer)}`,
    ...(bounds.length > 0 && { bound: { measured: median(bounds), why: WHY } }),
  };
}
