/** Requests per second of `POST /orders`, as a fraction of a bare Koa that only parses and answers. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import type { BenchServer } from "./bench-server.ts";

const ROUNDS = 9;
const WARM_UP = 3;
const REQUESTS_PER_ROUND = 6_000;
const CONNECTIONS_PER_AGENT = 8;
const AIM = 0.85;

interface Side {
  child: ChildProcess;
  /** Connections of each agent: a bot keeps its own. */
  pools: Pool[];
}

/** Units: requests per second; microseconds of the server's CPU per request. */
interface Load {
  rate: number;
  cpuMicros: number;
}

/** What one agent sends, over and over. */
interface Bot {
  authorization: string;
  bodies: [string, string];
}

/** One row of the benchmark table: requests per second of the venue and of the peer. */
export async function bench() {
  const { side: venue, profile } = await start([]);
  const bots = botsOf(profile as BenchProfile);
  const sample = await fire(venue.pools[0]!, bots[0]!, 0);
  const { side: peer } = await start([sample]);
  const rounds: { ours: Load; theirs: Load }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const theirs = await measure(peer, bots);
    const ours = await measure(venue, bots);
    if (round >= 0) rounds.push({ ours, theirs });
  }
  for (const { child, pools } of [venue, peer]) {
    for (const pool of pools) await pool.close();
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
  const pools = [0, 1].map(() => new Pool(url, { connections: CONNECTIONS_PER_AGENT }));
  return { side: { child, pools }, profile };
}

interface BenchProfile {
  agents: { api_key: string }[];
  markets: { id: string }[];
}

/** Two agents who trade with each other to and fro, so that the book stays short. */
function botsOf({ agents, markets }: BenchProfile): Bot[] {
  const body = (side: string) =>
    JSON.stringify({
      market_id: markets[0]!.id,
      side,
      type: "LIMIT",
      tif: "GTC",
      price: 50,
      qty: 1,
    });
  return agents.slice(0, 2).map(({ api_key }, index) => ({
    authorization: `Bearer ${api_key}`,
    bodies: index === 0 ? [body("SELL"), body("BUY")] : [body("BUY"), body("SELL")],
  }));
}

async function fire(pool: Pool, { authorization, bodies }: Bot, turn: number): Promise<string> {
  const headers = { authorization, "content-type": "application/json" };
  const body = bodies[turn % 2]!;
  const answer = await pool.request({ method: "POST", path: "/v1/orders", headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}: ${text}`);
  return text;
}

async function measure(side: Side, bots: Bot[]): Promise<Load> {
  const each = REQUESTS_PER_ROUND / bots.length;
  const lanes = bots.flatMap((bot, index) => {
    let sent = 0;
    const lane = async () => {
      while (sent < each) await fire(side.pools[index]!, bot, sent++);
    };
    return Array<typeof lane>(CONNECTIONS_PER_AGENT).fill(lane);
  });
  const cpuBefore = await cpuMs(side);
  const begun = performance.now();
  await Promise.all(lanes.map((lane) => lane()));
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
