/** What a request costs the venue, in memory and on disk, beside a bare Koa that only answers. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { type BenchRow, type Bound, median } from "../../reports/schema/bench.ts";
import { spawnVenue, UNLIMITED, type VenueProcess } from "./spawn-venue.ts";

const ROUNDS = 7;
const WARM_UP = 3;
const REQUESTS_PER_ROUND = 4_000;
/** Group commit needs company. */
const CONNECTIONS_PER_BOT = 32;
const LEVELS = 20;
const AIM = 0.85;

/** What one bot sends over a connection of its own, over and over. */
interface Bot {
  authorization: string;
  bodies: [string, string];
}

/** A server under the same requests. */
interface Side {
  cpuMicros(): Promise<number>;
  /** Ends what was put off: a round pays for all it asked for. */
  settle(): Promise<unknown>;
  pools: Pool[];
  bots: Bot[];
  book: string;
  close(): Promise<void>;
}

/** Units: requests per second of the server's processor time, and of the clock. */
interface Speed {
  perCpuSecond: number;
  perSecond: number;
}

type Job = "post" | "book";
const SEND = { post: postOrder, book: getBook } as const;

/** Rows of requests per second of processor time. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const memory = await venueSide("memory:");
  const durable = await venueSide(`sqlite:${join(folder, "venue.sqlite")}`);
  const journalOnly = new URL("journal-only.fixture.ts", import.meta.url);
  const leastDurable = await venueSide(join(folder, "journal.sqlite"), journalOnly);
  const answers = [await postOrder(memory, 0, 0), await getBook(memory, 0)];
  const peer = await besideSide("bare-koa.fixture.ts", memory, answers);
  const keys = memory.bots.map(({ authorization }) => authorization.slice("Bearer ".length));
  const least = await besideSide("least-venue.fixture.ts", memory, [...answers, ...keys]);
  const all = { memory, durable, leastDurable, peer, least };
  const post = await inTurns(all, "post");
  const book = await inTurns({ memory, peer, least }, "book");
  for (const side of Object.values(all)) await side.close();
  rmSync(folder, { recursive: true });
  return [
    {
      ...row("`POST /orders` in memory against bare Koa and router, per CPU second", [
        post.memory,
        post.peer,
      ]),
      bound: bound(
        [post.least, post.peer],
        "no venue, but on the same Koa and router the body parsed, the caller and the quota looked up, ids made, the same headers and bytes sent",
      ),
    },
    {
      ...row("durable on SQLite against in memory", [post.durable, post.memory]),
      bound: bound(
        [post.leastDurable, post.memory],
        "the venue in memory, whose answers wait for a commit of their journal page alone: each page has to reach the disk by SQLite's thread",
      ),
    },
    {
      ...row("`GET /markets/{id}/book` against bare Koa", [book.memory, book.peer]),
      bound: bound(
        [book.least, book.peer],
        "no venue, but on the same Koa and router a text that was written before, with the same headers",
      ),
    },
  ];
}

/** A venue; `program` says which, if not the one that people run. */
async function venueSide(store: string, program?: URL): Promise<Side> {
  const limits = { positionCapBinary: 1e9, fatFingerQtyBinary: 1e9 };
  const venue = await spawnVenue({ seed: 1, store, rateLimits: UNLIMITED, limits }, program);
  const bots = botsOf(venue);
  const marketId = venue.profile.markets[0]!.id;
  const side = sideOf(venue.url, { bots, book: `/v1/markets/${marketId}/book` });
  for (let level = 1; level <= LEVELS; level++) {
    for (const [index, sign] of [-1, 1].entries()) {
      const order = { side: sign < 0 ? "BUY" : "SELL", price: 50 + sign * level };
      const body = bodyOf(marketId, order);
      await postOrder(
        { ...side, bots: bots.map((bot) => ({ ...bot, bodies: [body, body] })) },
        0,
        index,
      );
    }
  }
  const cpuMicros = async () => (await venue.usage()).cpuMicros;
  const trades = { ...side, book: `/v1/markets/${marketId}/trades?limit=1` };
  const settle = () => getBook(trades, 0); // a store in memory writes history when it is read
  return { ...side, cpuMicros, settle, close: () => ended(side, () => venue.close()) };
}

/** What is no venue, under the same requests as one. */
async function besideSide(
  fixture: string,
  { bots, book }: Side,
  argv: readonly string[],
): Promise<Side> {
  const path = fileURLToPath(new URL(fixture, import.meta.url));
  const child: ChildProcess = fork(path, argv, { execArgv: ["--import", "tsx"] });
  const [url] = (await once(child, "message")) as [string];
  const side = sideOf(url, { bots, book });
  const cpuMicros = async () => {
    child.send("usage");
    return ((await once(child, "message")) as [number])[0];
  };
  const settle = async () => {};
  return { ...side, cpuMicros, settle, close: () => ended(side, async () => void child.kill()) };
}

function sideOf(url: string, { bots, book }: Pick<Side, "bots" | "book">) {
  const pools = bots.map(() => new Pool(url, { connections: CONNECTIONS_PER_BOT }));
  return { pools, bots, book };
}

async function ended({ pools }: Pick<Side, "pools">, end: () => Promise<void>): Promise<void> {
  for (const pool of pools) await pool.close();
  await end();
}

/** Two agents who trade with each other to and fro, so that the book stays as it is. */
function botsOf({ profile: { agents, markets } }: VenueProcess): Bot[] {
  const [sell, buy] = ["SELL", "BUY"].map((side) => bodyOf(markets[0]!.id, { side, price: 50 }));
  return agents.slice(0, 2).map(({ api_key }, index) => ({
    authorization: `Bearer ${api_key}`,
    bodies: index === 0 ? [sell!, buy!] : [buy!, sell!],
  }));
}

const bodyOf = (market_id: string, order: object): string =>
  JSON.stringify({ market_id, ...order, type: "LIMIT", tif: "GTC", qty: 1 });

type Target = Pick<Side, "pools" | "bots" | "book">;

async function postOrder({ pools, bots }: Target, bot: number, turn: number): Promise<string> {
  const { authorization, bodies } = bots[bot]!;
  const headers = { authorization, "content-type": "application/json" };
  const request = { method: "POST", path: "/v1/orders", headers, body: bodies[turn % 2]! } as const;
  const answer = await pools[bot]!.request(request);
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}: ${text}`);
  return text;
}

async function getBook({ pools, book }: Target, bot: number): Promise<string> {
  const answer = await pools[bot]!.request({ method: "GET", path: book });
  return answer.body.text();
}

/** Medians of rounds in which the sides take turns. */
async function inTurns<N extends string>(
  sides: Record<N, Side>,
  job: Job,
): Promise<Record<N, Speed[]>> {
  const names = Object.keys(sides) as N[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as Speed[]]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const name of names) {
      const speed = await measure(sides[name], job);
      if (round >= 0) speeds[name]!.push(speed);
    }
  }
  return speeds as Record<N, Speed[]>;
}

async function measure(side: Side, job: Job): Promise<Speed> {
  const each = REQUESTS_PER_ROUND / side.bots.length;
  const lanes = side.bots.flatMap((_, bot) => {
    let sent = 0;
    const lane = async () => {
      while (sent < each) await SEND[job](side, bot, sent++);
    };
    return Array.from({ length: CONNECTIONS_PER_BOT }, lane);
  });
  const cpuBefore = await side.cpuMicros();
  const begun = performance.now();
  await Promise.all(lanes);
  await side.settle();
  const wallMs = performance.now() - begun;
  const micros = (await side.cpuMicros()) - cpuBefore;
  return {
    perCpuSecond: (1e6 * REQUESTS_PER_ROUND) / micros,
    perSecond: (1e3 * REQUESTS_PER_ROUND) / wallMs,
  };
}

/** Whom is compared with whom. */
type Compared = readonly [one: Speed[], other: Speed[]];

function row(name: string, compared: Compared): BenchRow {
  const [one, other] = compared.map((speeds) =>
    Math.round(median(speeds.map(({ perCpuSecond }) => perCpuSecond))),
  );
  return {
    name,
    ...{ measured: ratioOf("perCpuSecond", compared), unit: "×", aim: AIM },
    note: `64 connections; ${one} against ${other} a CPU second; by the clock ${ratioOf("perSecond", compared).toFixed(2)} ×`,
  };
}

const bound = (compared: Compared, why: string): Bound => ({
  measured: ratioOf("perCpuSecond", compared),
  why,
});

const ratioOf = (unit: keyof Speed, [one, other]: Compared): number =>
  median(one.map((speed, round) => speed[unit] / other[round]![unit]));
