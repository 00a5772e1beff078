/** How much later orders are answered while an outsider tries all that is public. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { type Arrivals, openLoop } from "./pace.ts";
import { spawnVenue, UNLIMITED, type VenueProcess } from "./spawn-venue.ts";

/** Accounts on the leaderboard, levels in the book. */
const ACCOUNTS = 2_000;
const LEVELS = 40;
/** Orders a second, and for how long. Units: ms. */
const RATE = 50;
const LASTS_MS = 8_000;
const ROUNDS = 3;
/** What the p99 of orders may move by. Units: ms. */
const AIM_MS = 100;
const TOKEN = "token-of-a-benchmark";

/** Errors: rejects when an order fails. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const store = `sqlite:${join(folder, "venue.sqlite")}`;
  const venue = await spawnVenue({ store, controlToken: TOKEN, rateLimits: UNLIMITED });
  const pool = new Pool(venue.url, { connections: 8 });
  await fill(venue, pool);
  const outsider = await startOutsider(venue.url);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const before = await orders(venue, pool, LASTS_MS);
    outsider.send("go");
    const after = await orders(venue, pool, LASTS_MS);
    outsider.send("rest");
    if (before.failures + after.failures > 0) {
      const counts = `${before.failures} alone, ${after.failures} beside an outsider`;
      throw new Error(`orders failed: ${counts}`);
    }
    if (round < 0) continue;
    alone.push(p99Of(before));
    beside.push(p99Of(after));
  }
  outsider.kill();
  await Promise.all([pool.close(), venue.kill()]);
  rmSync(folder, { recursive: true });
  const [before, after] = [median(alone), median(beside)];
  const movedMs = Math.max(median(beside.map((ms, round) => ms - alone[round]!)), 1);
  return [
    {
      name: "p99 of orders beside an outsider moves by",
      ...{ measured: movedMs, unit: "ms", aim: AIM_MS, isAtMost: true },
      note: `alone ${before.toFixed(1)} ms, beside ${after.toFixed(1)} ms; 60 requests a second, 200 sockets, no order failed`,
    },
  ];
}

function p99Of({ latenciesMs }: Arrivals): number {
  const sorted = latenciesMs.toSorted((one, two) => one - two);
  return sorted[Math.floor(sorted.length * 0.99)]!;
}

async function startOutsider(url: string): Promise<ChildProcess> {
  const path = fileURLToPath(new URL("outsider.fixture.ts", import.meta.url));
  const child = fork(path, [url], { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  return child;
}

interface Sent {
  path: string;
  secret: string;
  body: object;
}

/** Errors: rejects for any answer but a success. */
async function post(pool: Pool, { path, secret, body }: Sent): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const answer = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
  await answer.body.dump();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode}`);
}

async function fill({ profile }: VenueProcess, pool: Pool): Promise<void> {
  const opened = Array.from({ length: ACCOUNTS }, (_, n) =>
    post(pool, { path: "/_control/agents", secret: TOKEN, body: { owner: `owner ${n}` } }),
  );
  await Promise.all(opened);
  for (let level = 1; level <= LEVELS; level++) await post(pool, order(profile, level));
}

function order({ agents, markets }: VenueProcess["profile"], price: number): Sent {
  const body = { market_id: markets[0]!.id, side: "BUY", type: "LIMIT", price, qty: 1 };
  return { path: "/v1/orders", secret: agents[0]!.api_key, body };
}

/** Orders that rest, of one agent, at a rate. */
function orders({ profile }: VenueProcess, pool: Pool, lastsMs: number): Promise<Arrivals> {
  let sent = 0;
  const step = () => post(pool, order(profile, 1 + (sent++ % LEVELS)));
  return openLoop({ step }, { rate: RATE, lastsMs }, () => {});
}
