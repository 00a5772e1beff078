/** What a frame costs that goes to a thousand sockets, beside bare `ws` that sends the same bytes. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import WebSocket from "ws";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { spawnVenue, UNLIMITED } from "./spawn-venue.ts";

const SOCKETS = 1_000;
const ROUNDS = 3;
const FRAMES_PER_ROUND = 40;
const AIM = 0.7;
/** Tickets asked for and sockets opened at a time, by a key each time: a key may open a few. */
const AT_A_TIME = 50;
const TOKEN = "token-of-a-benchmark";

/** Who sends a frame to all, when told to. */
interface Side {
  sockets: WebSocket[];
  cpuMicros(): Promise<number>;
  /** Has the next frame sent. */
  tell(turn: number): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Frames delivered per second of the server's processor time. */
export async function bench(): Promise<BenchRow[]> {
  const venue = await venueSide();
  const peer = await peerSide(await sampleOf(venue));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const [one, other] = [await measure(venue), await measure(peer)];
    if (round < 0) continue;
    ours.push(one);
    theirs.push(other);
  }
  for (const { sockets, close } of [venue, peer]) {
    for (const socket of sockets) socket.terminate();
    await close();
  }
  return [
    {
      name: "frames fanned out to 1,000 sockets against bare `ws`",
      measured: median(ours.map((frames, round) => frames / theirs[round]!)),
      ...{ unit: "×", aim: AIM },
      note: `book updates, an order each; frames delivered per CPU second, ${Math.round(median(ours))} against ${Math.round(median(theirs))}`,
    },
  ];
}

async function venueSide(): Promise<Side> {
  const venue = await spawnVenue({ seed: 1, rateLimits: UNLIMITED, controlToken: TOKEN });
  const { agents, markets } = venue.profile;
  const pool = new Pool(venue.url, { connections: 1 });
  const post = async (secret: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const answer = await pool.request({
      method: "POST",
      path,
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.body.json()) as Record<string, string>;
  };
  const channels = [`book:${markets[0]!.id}`];
  const newKey = () => post(TOKEN, `/_control/agents/${agents[1]!.agent_id}/keys`, {});
  const keys = await Promise.all(Array.from({ length: SOCKETS / AT_A_TIME }, newKey));
  const sockets = await openAll(async (nth) => {
    const { api_key: key } = keys[Math.floor(nth / AT_A_TIME)]!;
    const { ticket } = await post(key!, "/v1/auth/ws-ticket", {});
    const socket = new WebSocket(`${venue.url.replace("http", "ws")}/v1/stream?ticket=${ticket}`);
    const follows = until(socket, (text) => /"snapshot".*"book:/.test(text));
    await once(socket, "open");
    socket.send(JSON.stringify({ op: "subscribe", channels }));
    await follows;
    return socket;
  });
  const order = { market_id: markets[0]!.id, side: "BUY", type: "LIMIT", qty: 1 };
  return {
    sockets,
    cpuMicros: async () => (await venue.usage()).cpuMicros,
    tell: (turn) => {
      const price = 2 + (turn % 40);
      return post(agents[0]!.api_key, "/v1/orders", { ...order, price });
    },
    close: async () => Promise.all([pool.close(), venue.kill()]),
  };
}

/** The next frame of the venue, as the peer shall send it. */
async function sampleOf({ sockets, tell }: Side): Promise<string> {
  const [heard] = await Promise.all([once(sockets[0]!, "message"), tell(1)]);
  return String(heard[0]);
}

async function peerSide(frame: string): Promise<Side> {
  const path = fileURLToPath(new URL("bare-ws.fixture.ts", import.meta.url));
  const child: ChildProcess = fork(path, [frame], { execArgv: ["--import", "tsx"] });
  const [url] = (await once(child, "message")) as [string];
  const sockets = await openAll(async () => {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return socket;
  });
  return {
    sockets,
    async cpuMicros() {
      child.send("usage");
      return ((await once(child, "message")) as [number])[0];
    },
    tell: async () => child.send("tell"),
    close: async () => child.kill(),
  };
}

async function openAll(open: (nth: number) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < SOCKETS) {
    const from = sockets.length;
    const opening = Array.from({ length: AT_A_TIME }, (_, n) => open(from + n));
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}

/** Several frames may come in one turn of the event loop, so none may be waited for one by one. */
function until(socket: WebSocket, fits: (text: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    socket.on("message", function hear(data) {
      if (!fits(String(data))) return;
      socket.off("message", hear);
      resolve();
    });
  });
}

let turns = 1;

/** Each frame is sent when all have the one before. Units: frames per CPU second. */
async function measure({ sockets, cpuMicros, tell }: Side): Promise<number> {
  let missing = 0;
  let allHere: () => void;
  const hear = (): void => {
    if (--missing === 0) allHere();
  };
  for (const socket of sockets) socket.on("message", hear);
  const before = await cpuMicros();
  for (let frame = 0; frame < FRAMES_PER_ROUND; frame++) {
    missing = sockets.length;
    const delivered = new Promise<void>((resolve) => {
      allHere = resolve;
    });
    await Promise.all([tell(++turns), delivered]);
  }
  const micros = (await cpuMicros()) - before;
  for (const socket of sockets) socket.off("message", hear);
  return (1e6 * FRAMES_PER_ROUND * sockets.length) / micros;
}
