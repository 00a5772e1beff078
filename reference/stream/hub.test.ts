import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe, it } from "node:test";
import type { WebSocket } from "ws";
import type { VenueEvent } from "../core/events.ts";
import { BID, TestVenue } from "../core/small-venue.fixture.ts";
import { VirtualClock } from "../injected/clock.ts";
import { NO_FEED } from "../proof/stream-client.fixture.ts";
import { HEARTBEAT_MS } from "./heartbeat.ts";
import { Hub } from "./hub.ts";

/** A socket that keeps what it is sent. */
class FakeSocket extends EventEmitter {
  readyState = 1;
  readonly sent: string[] = [];
  pings = 0;

  send(text: string, sent: () => void): void {
    this.sent.push(text);
    sent();
  }

  ping(_payload: undefined, _mask: boolean, sent: () => void): void {
    this.pings++;
    sent();
  }

  close(): void {
    this.readyState = 3;
    this.emit("close");
  }
}

function started() {
  let hear: (event: VenueEvent) => void = () => {};
  const desk = new TestVenue({ emit: (event) => hear(event) });
  const timers: (() => void)[] = [];
  const hub = new Hub(
    { venue: desk.venue, clock: new VirtualClock(), feed: NO_FEED },
    (ms, tick) => {
      assert.equal(ms, 1_000);
      timers.push(tick);
      return () => timers.splice(timers.indexOf(tick), 1);
    },
  );
  hear = (event) => hub.take(event);
  const connect = () => {
    const socket = new FakeSocket();
    hub.add(socket as unknown as WebSocket, { agentId: "ann", credential: "key" });
    return socket;
  };
  return { desk, hub, timers, connect };
}

describe("the hub", () => {
  it("has one timer while somebody is connected, and none before or after", () => {
    const { timers, connect } = started();
    assert.equal(timers.length, 0);
    const sockets = [connect(), connect()];
    assert.equal(timers.length, 1);
    sockets[0]!.close();
    assert.equal(timers.length, 1);
    sockets[1]!.close();
    assert.equal(timers.length, 0);
  });

  it("pings by its timer", () => {
    const { timers, connect } = started();
    const socket = connect();
    for (let ms = 0; ms < HEARTBEAT_MS; ms += 1_000) timers[0]!();
    assert.equal(socket.pings, 1);
    assert.equal(JSON.parse(socket.sent.at(-1)!).type, "heartbeat");
  });

  it("reads nothing of the venue on a command that nobody follows", () => {
    const { desk, connect } = started();
    connect().close();
    const read = () => assert.fail("the stream read the venue");
    Object.assign(desk.venue, { book: read, market: read, wallet: read, positions: read });
    desk.result("ann", BID);
  });

  it("stops following a book with the last who asked for it", () => {
    const { desk, connect } = started();
    const sockets = [connect(), connect()];
    const follow = JSON.stringify({ op: "subscribe", channels: ["book:binary"] });
    const watcher = () => desk.venue.state.markets.get("binary")!.book.watcher;
    for (const socket of sockets) socket.emit("message", Buffer.from(follow), false);
    sockets[0]!.close();
    assert.notEqual(watcher(), null);
    sockets[1]!.close();
    assert.equal(watcher(), null);
  });
});
