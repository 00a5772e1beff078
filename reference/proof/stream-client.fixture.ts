/** A client of the stream for tests: keeps every frame, and waits for frames instead of for time. */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after } from "node:test";
import WebSocket from "ws";
import type { startTestVenue } from "./seeded-venue.fixture.ts";

/** A frame of the server. */
export interface ServerFrame {
  type: string;
  channel?: string;
  seq?: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read frames as they come
  data?: any;
  id?: string | number | null;
  code?: string;
  channels?: string[];
}

/** A feed that has no price. */
export const NO_FEED = {
  health: () => ({ status: "DOWN" as const, source: "none", ageMs: null, last: null }),
};

type Venue = Awaited<ReturnType<typeof startTestVenue>>;

/** Opens a stream as an agent of the venue. */
export async function openStream({ reference, api, bearer }: Venue, name: string) {
  const minted = api.post("/v1/auth/ws-ticket").set("Authorization", bearer(name));
  const { ticket } = (await minted.expect(201)).body;
  const url = `${reference.url.replace("http", "ws")}/v1/stream?ticket=${ticket}`;
  const client = new StreamClient(new WebSocket(url));
  await client.until(({ channel }) => channel === "wallet");
  return client;
}

/** One open socket. */
export class StreamClient {
  readonly frames: ServerFrame[] = [];
  readonly socket: WebSocket;
  /** The close code, once it is closed. */
  readonly closed: Promise<number>;
  readonly #arrivals = new EventEmitter();
  #pings = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = once(socket, "close").then(([code]) => code);
    socket.on("message", (data) => {
      this.frames.push(JSON.parse(String(data)));
      this.#arrivals.emit("frame");
    });
    after(() => socket.terminate());
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The first frame that fits, among those that came and those to come. */
  async until(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    for (let next = 0; ; next++) {
      while (next >= this.frames.length) await once(this.#arrivals, "frame");
      if (fits(this.frames[next]!)) return this.frames[next]!;
    }
  }

  /** Waits until everything the venue said so far is here. */
  async settled(): Promise<void> {
    const id = `settled-${++this.#pings}`;
    this.send({ op: "ping", id });
    await this.until((frame) => frame.type === "pong" && frame.id === id);
  }

  async subscribe(...channels: string[]): Promise<void> {
    this.send({ op: "subscribe", id: "s", channels });
    await this.settled();
  }

  /** Frames of one channel. */
  of(channel: string): ServerFrame[] {
    return this.frames.filter((frame) => frame.channel === channel);
  }
}

/** Fails unless a snapshot comes first and every number is one more than the last. */
export function assertNoGaps(frames: readonly ServerFrame[]): void {
  assert.equal(frames[0]?.type, "snapshot");
  const expected = frames.map((_, index) => frames[0]!.seq! + index);
  assert.deepEqual(
    frames.map(({ seq }) => seq),
    expected,
  );
}
