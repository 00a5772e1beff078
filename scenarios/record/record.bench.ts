/** What the proxy adds to an exchange: medians with and without it, at a steady rate of requests. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { type BenchRow, median } from "../../reports/schema/bench.ts";

const RATE = 500;
const ROUNDS = 5;
const WARM_UP = 2;
const REQUESTS_PER_ROUND = 1_000;
const CONNECTIONS = 16;
const ADDED_MS_MAX = 1;

interface Side {
  child: ChildProcess;
  url: string;
}

/** What is sent, again and again. */
interface Order {
  authorization: string;
  body: string;
}

/** One row. */
export async function bench(): Promise<BenchRow[]> {
  const venue = await started("./bench-venue.fixture.ts", []);
  const folder = await mkdtemp(join(tmpdir(), "touchstone-bench-"));
  const file = join(folder, "bench.session.jsonl");
  const proxy = await started("./bench-proxy.fixture.ts", [venue.url, file]);
  const pools = [venue, proxy].map(({ url }) => new Pool(url, { connections: CONNECTIONS }));
  const rounds: { direct: number; through: number }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const direct = await medianMs(pools[0]!, venue.order);
    const through = await medianMs(pools[1]!, venue.order);
    if (round >= 0) rounds.push({ direct, through });
  }
  for (const pool of pools) await pool.close();
  for (const { child } of [proxy, venue]) child.kill();
  await rm(folder, { recursive: true });
  const direct = median(rounds.map((round) => round.direct));
  const through = median(rounds.map((round) => round.through));
  const added = median(rounds.map((round) => round.through - round.direct));
  return [
    {
      name: `the recording proxy adds to an exchange, at ${RATE} a second`,
      ...{ measured: added, unit: "ms", aim: ADDED_MS_MAX, isAtMost: true },
      note: `median ${through.toFixed(2)} ms, direct ${direct.toFixed(2)} ms`,
    },
  ];
}

async function started(script: string, argv: string[]): Promise<Side & { order: Order }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, argv, { execArgv: ["--import", "tsx"] });
  const [{ url, profile }] = await once(child, "message");
  const { agents = [], markets = [] } = profile ?? {};
  const body = { market_id: markets[0]?.id, side: "BUY", type: "LIMIT", tif: "IOC" };
  const order = {
    authorization: `Bearer ${agents[0]?.api_key}`,
    body: JSON.stringify({ ...body, price: 50, qty: 1 }),
  };
  return { child, url, order };
}

/** Latency from the time a request was due, so that a slow answer is not the next one's luck. */
async function medianMs(pool: Pool, { authorization, body }: Order): Promise<number> {
  const headers = { authorization, "content-type": "application/json" };
  const begun = performance.now();
  const one = async (dueMs: number): Promise<number> => {
    const answer = await pool.request({ method: "POST", path: "/v1/orders", headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}`);
    return performance.now() - dueMs;
  };
  const under: Promise<number>[] = [];
  while (under.length < REQUESTS_PER_ROUND) {
    const dueMs = begun + (under.length * 1_000) / RATE;
    if (performance.now() < dueMs) await new Promise((resolve) => setImmediate(resolve));
    else under.push(one(dueMs));
  }
  return median(await Promise.all(under));
}
