/** What the flows cost the generator: requests per second of CPU, beside a minimal k6 script. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "../reports/schema/bench.ts";
import { FLOWS, type FlowName, MIX } from "./plan/flows.ts";
import type { SessionLoad } from "./plan/session-step.ts";
import { settingsOf } from "./plan/settings.ts";
import { findK6 } from "./run/find-k6.ts";
import { filesIn, LOADTEST, QUIET_ARGS, QUIET_ENV } from "./run/k6-process.ts";
import { cpuSecondsOf } from "./run/machine.ts";
import { startTrivialVenue, type TrivialVenue, trivialMarket } from "./trivial-venue.fixture.ts";

const RATE = 200;
const SECONDS = 8;
const ROUNDS = 3;
const VUS = 40;
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

/** What every round needs. */
interface Bench {
  binary: string;
  venue: TrivialVenue;
  /** Where a run's files are written. */
  dir: string;
}

/** Requests per second of k6's CPU, from the first request to the last: not start, not summary. */
async function requestsPerCpuSecond(
  { binary, venue }: Bench,
  { script, env }: { script: string; env: Record<string, string> },
): Promise<number> {
  const before = venue.served();
  const child = spawn(binary, ["run", ...QUIET_ARGS, join(LOADTEST, script)], {
    env: { ...process.env, ...QUIET_ENV, ...env },
    stdio: "ignore",
  });
  let from: { cpu: number; served: number } | null = null;
  let last = 0;
  let rate = 0;
  const look = setInterval(() => {
    const cpu = cpuSecondsOf(child.pid);
    const served = venue.served() - before;
    if (cpu === null || served === last) return;
    last = served;
    from ??= { cpu, served };
    if (cpu > from.cpu) rate = (served - from.served) / (cpu - from.cpu);
  }, LOOK_EVERY_MS);
  await new Promise((ended) => child.once("close", ended));
  clearInterval(look);
  return rate;
}

async function ours(bench: Bench, flow: FlowName): Promise<number> {
  const { venue, dir } = bench;
  const { writes, reads } = flow === "session" ? SESSION.cost : FLOWS[flow];
  const settings = settingsOf({
    target: { baseUrl: venue.url, streamUrl: null, prefix: "/v1" },
    ...{ plan: "soak", seed: 1, runId: "bench", sockets: 0, flows: [flow], session: SESSION },
    ...{ rate: RATE / (writes + reads), seconds: SECONDS, marketsOf: () => [trivialMarket] },
  });
  const flows = settings.flows.map((one) => ({ ...one, vus: VUS }));
  await writeFile(join(dir, "settings.json"), JSON.stringify({ ...settings, flows }));
  const agents = [0, 1].map((n) => ({ name: `a${n}`, agent_id: null, api_key: `k${n}` }));
  await writeFile(join(dir, "agents.json"), JSON.stringify(agents));
  return requestsPerCpuSecond(bench, { script: "k6/venue.ts", env: filesIn(dir) });
}

function least(bench: Bench): Promise<number> {
  const load = { RATE: String(RATE), SECONDS: String(SECONDS), VUS: String(VUS) };
  const env = { BASE_URL: bench.venue.url, ...load };
  return requestsPerCpuSecond(bench, { script: "minimal.fixture.ts", env });
}

/** Medians of interleaved rounds; nothing where there is no k6. */
export async function bench(): Promise<BenchRow[]> {
  const { binary = null } = (await findK6().catch(() => null)) ?? {};
  if (binary === null) return [];
  const venue = await startTrivialVenue();
  const dir = await mkdtemp(join(tmpdir(), "touchstone-bench-"));
  const parts = { binary, venue, dir };
  const rows: BenchRow[] = [];
  try {
    for (const flow of [...MIX, "session"] as const) {
      const rounds: { ours: number; peer: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({ ours: await ours(parts, flow), peer: await least(parts) });
      }
      rounds.sort((a, b) => a.ours / a.peer - b.ours / b.peer);
      const { ours: own, peer } = rounds[Math.floor(ROUNDS / 2)]!;
      rows.push({
        name: `load generator against a minimal script, each of eight flows: ${flow}`,
        ...{ measured: own / peer, unit: "×", aim: 0.8 },
        note: `requests per second of k6's CPU, ${Math.round(own)} against ${Math.round(peer)}`,
      });
    }
  } finally {
    await rm(dir, { recursive: true });
    await venue.close();
  }
  return rows;
}
