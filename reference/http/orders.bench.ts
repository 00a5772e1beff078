/** Requests per second of `POST /orders`, as a fraction of a bare Koa that only parses and answers. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import type { BenchServer } from "./bench-server.ts";

const ROUNDS = 9;
const WARM_UP = 3;
const REQUESTS_PER_ROUND = 6_000;
const CONNECTIONS = 16;
const AIM = 0.85;

interface Side {
  child: ChildProcess;
  pool: Pool;
}

/** Units: requests per second; microseconds of the server's CPU per request. */
interface Load {
  rate: number;
  cpuMicros: number;
}

/** What one request carries. */
interface Shot {
  authorization: string;
  body: string;
}

/** One row of the benchmark table: requests per second of the venue and of the peer. */
export async function bench() {
  const { side: venue, profile } = await start([]);
  const shots = shotsFor(profile as BenchProfile);
  const sample = await fire(venue, shots[0]!);
  const { side: peer } = await start([sample]);
  const rounds: { ours: Load; theirs: Load }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const theirs = await measure(peer, shots);
    const ours = await measure(venue, shots);
    if (round >= 0) rounds.push({ ours, theirs });
  }
  for (const { child, pool } of [venue, peer]) {
    await pool.close();
    child.kill();
  }
  const cpu = (side: "ours" | "theirs") =>
    median(rounds.map((round) => round[side].cpuMicros)).toFixed(1);
  const row = {
    name: "POST /orders against bare Koa and router, requests per second",
    ours: Math.round(median(rounds.map(({ ours }) => ours.rate))),
    peer: Math.round(median(rounds.map(({ theirs }) => theirs.rate))),
    ratio: median(rounds.map(({ ours, theirs }) => ours.rate / theirs.rate)),
    aim: AIM,
    note: `CPU per request: venue ${cpu("ours")} us, peer ${cpu("theirs")} us; ${ROUNDS} rounds`,
  };
  return [row];
}

async function start(argv: string[]) {
  const path = fileURLToPath(new URL("bench-server.ts", import.meta.url));
  const child = fork(path, argv, { execArgv: ["--import", "tsx"] });
  const [{ url, profile }] = (await once(child, "message")) as [BenchServer];
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  return { side: { child, pool }, profile };
}

interface BenchProfile {
  agents: { api_key: string }[];
  markets: { id: string }[];
}

/** Two agents who take turns to rest and to fill, so that the book stays short. */
function shotsFor({ agents, markets }: BenchProfile): Shot[] {
  const turns = [
    { agent: 0, side: "SELL" },
    { agent: 1, side: "BUY" },
    { agent: 1, side: "SELL" },
    { agent: 0, side: "BUY" },
  ];
  return turns.map(({ agent, side }) => ({
    authorization: `Bearer ${agents[agent]!.api_key}`,
    body: JSON.stringify({
      market_id: markets[0]!.id,
      side,
      type: "LIMIT",
      tif: "GTC",
      price: 50,
      qty: 1,
    }),
  }));
}

async function fire({ pool }: Side, { authorization, body }: Shot): Promise<string> {
  const headers = { authorization, "content-type": "application/json" };
  const answer = await pool.request({ method: "POST", path: "/v1/orders", headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}: ${text}`);
  return text;
}

async function measure(side: Side, shots: Shot[]): Promise<Load> {
  let sent = 0;
  const lane = async () => {
    while (sent < REQUESTS_PER_ROUND) await fire(side, shots[sent++ % shots.length]!);
  };
  const cpuBefore = await cpuMs(side);
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const wallMs = performance.now() - begun;
  const spentMs = (await cpuMs(side)) - cpuBefore;
  return {
    rate: (1000 * REQUESTS_PER_ROUND) / wallMs,
    cpuMicros: (1000 * spentMs) / REQUESTS_PER_ROUND,
  };
}

async function cpuMs({ child }: Side): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return (user + system) / 1000;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
