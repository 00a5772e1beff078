import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe, it } from "node:test";
import WebSocket from "ws";
import { TestVenue } from "../core/small-venue.fixture.ts";
import { VirtualClock } from "../injected/clock.ts";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { NO_FEED, openStream } from "../proof/stream-client.fixture.ts";
import { ASKED_A_SECOND, ASKED_AT_ONCE, SOCKETS_A_KEY, StreamAllowance } from "./allowance.ts";
import { Hub, WAITING_BYTES_MAX } from "./hub.ts";
import { QUEUE_BYTES_MAX } from "./outbox.ts";

/** A socket of a client that reads what it is sent, or nothing. */
class FakeSocket extends EventEmitter {
  readyState = 1;
  code: number | null = null;
  readonly #reads: boolean;

  constructor(reads: boolean) {
    super();
    this.#reads = reads;
  }

  send(_text: string, sent: () => void): void {
    if (this.#reads) sent();
  }

  close(code: number): void {
    this.code = code;
    this.readyState = 2;
  }

  terminate(): void {
    this.readyState = 3;
    this.emit("close");
  }

  /** Says something to the venue. */
  say(message: object): void {
    this.emit("message", Buffer.from(JSON.stringify(message)), false);
  }
}

function started({ isSettled = true, reads = true }) {
  const { venue } = new TestVenue();
  const clock = new VirtualClock();
  const real = () => () => {};
  const hub = new Hub({ venue, clock, feed: NO_FEED }, real, (tell) => isSettled && tell());
  const connect = (credential = "key") => {
    const socket = new FakeSocket(reads);
    hub.add(socket as unknown as WebSocket, { agentId: "ann", credential });
    return socket;
  };
  return { hub, clock, connect };
}

const BOOK = { op: "subscribe", channels: ["book:binary"] };

describe("a key's allowance", () => {
  it("is so much at once, and so much a second from then on", () => {
    const allowance = new StreamAllowance();
    assert.ok(allowance.take(ASKED_AT_ONCE, 1_000));
    assert.ok(!allowance.take(1, 1_000));
    assert.ok(allowance.take(ASKED_A_SECOND, 2_000));
    assert.ok(!allowance.take(1, 2_000));
    assert.ok(!allowance.take(ASKED_AT_ONCE + 1, 1e9));
  });

  it("closes the socket that asks for more with 4429, and holds for all its sockets", () => {
    const { hub, clock, connect } = started({});
    const [one, two, other] = [connect(), connect(), connect("another")];
    for (let asked = 0; asked < ASKED_AT_ONCE; asked++)
      one.say({ op: "unsubscribe", channels: ["x"] });
    assert.equal(one.code, null);
    two.say(BOOK);
    assert.equal(two.code, 4429);
    other.say(BOOK);
    assert.equal(other.code, null);
    clock.advance(1_000);
    hub.pass(1_000);
    one.say(BOOK);
    assert.equal(one.code, null);
  });

  it("counts each channel of a subscription, and pings", () => {
    const { connect } = started({});
    const socket = connect();
    const channels = Array.from({ length: ASKED_AT_ONCE + 1 }, (_, n) => `book:${n}`);
    socket.say({ op: "subscribe", channels });
    assert.equal(socket.code, 4429);
  });

  it("does not come back with a new socket", () => {
    const { connect } = started({});
    const socket = connect();
    for (let asked = 0; asked < ASKED_AT_ONCE; asked++) socket.say({ op: "ping" });
    socket.terminate();
    const next = connect();
    next.say(BOOK);
    assert.equal(next.code, 4429);
  });
});

describe("what waits", () => {
  it("for a store that does not answer is bounded by the queue of the socket", () => {
    const { connect } = started({ isSettled: false });
    const socket = connect();
    for (let asked = 0; asked < ASKED_AT_ONCE; asked++) socket.say(BOOK);
    assert.equal(socket.code, 4408);
  });

  it("for all clients together is bounded: who has most waiting is cut off", () => {
    const { connect } = started({ reads: false });
    const half = { op: "unsubscribe", channels: ["x".repeat(QUEUE_BYTES_MAX / 2)] };
    const room = WAITING_BYTES_MAX / (QUEUE_BYTES_MAX / 2) - 1;
    const sockets = Array.from({ length: room }, (_, n) => connect(`key ${n}`));
    for (const socket of sockets) socket.say(half);
    const cut = () => sockets.filter(({ readyState }) => readyState === 3);
    assert.deepEqual(cut(), []);
    sockets[3]!.say({ op: "ping" });
    connect("one more").say(half);
    assert.deepEqual(cut(), [sockets[3]]);
  });
});

describe("sockets", () => {
  it("of one key are bounded: the next handshake is 429, until one closes", async () => {
    const venue = await startTestVenue();
    const open = () => openStream(venue, "maker");
    const clients = await Promise.all(Array.from({ length: SOCKETS_A_KEY }, open));
    const authorization = venue.bearer("maker");
    const handshake = async (): Promise<number> => {
      const minted = venue.api.post("/v1/auth/ws-ticket").set("Authorization", authorization);
      const { ticket } = (await minted.expect(201)).body;
      const url = `${venue.reference.url.replace("http", "ws")}/v1/stream?ticket=${ticket}`;
      const socket = new WebSocket(url);
      return new Promise((resolve, reject) => {
        socket.once("open", () => resolve(101));
        socket.once("unexpected-response", (_req, res) => resolve(res.statusCode!));
        socket.once("error", reject);
      });
    };
    assert.equal(await handshake(), 429);
    await openStream(venue, "taker");
    clients[0]!.socket.close();
    await clients[0]!.closed;
    assert.equal(await handshake(), 101);
  });
});
