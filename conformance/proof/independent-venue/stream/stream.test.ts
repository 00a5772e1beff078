import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { WebSocket } from "ws";
import { limitOrder, type Opened, openVenue } from "../callers.fixture.ts";

describe("the stream of an independent venue", () => {
  let venue: Opened;
  before(async () => {
    venue = await openVenue({});
  });
  after(() => venue.close());

  const ticketOf = async (name: string) =>
    (await venue.caller(name)("POST", "/auth/ws-ticket")).body.ticket as string;
  const dial = (ticket: string) =>
    new WebSocket(`${venue.url.replace("http", "ws")}/v1/stream?ticket=${ticket}`);

  /** A connection of an agent's, and everything it hears from its first moment on. */
  async function listen(name: string) {
    const socket = dial(await ticketOf(name));
    const heard: Record<string, unknown>[] = [];
    socket.on("message", (data) => heard.push(JSON.parse(String(data))));
    const until = async (count: number) => {
      while (heard.length < count)
        await once(socket, "message", { signal: AbortSignal.timeout(5_000) });
      return heard.slice(0, count);
    };
    await until(1);
    return { socket, heard, until };
  }

  test("opens for one good ticket, once", async () => {
    const ticket = await ticketOf("maker");
    const socket = dial(ticket);
    await once(socket, "open");
    for (const bad of [ticket, "rw_live_made_up"]) {
      const [refused] = (await once(dial(bad), "error")) as [Error];
      assert.match(refused.message, /401/);
    }
    socket.terminate();
  });

  test("tells an agent its own orders and nobody else's", async () => {
    const [mine, other] = [await listen("maker"), await listen("taker")];
    const market = venue.market("BTC_BINARY");
    await venue.caller("maker")("POST", "/orders", limitOrder(market, "BUY", { price: 5, qty: 1 }));
    const [, frame] = await mine.until(2);
    assert.deepEqual([frame!.topic, frame!.n, frame!.event], ["orders", 1, "change"]);
    assert.equal(other.heard.length, 1);
    for (const { socket } of [mine, other]) socket.terminate();
  });

  test("follows a book from the whole of it, level by level", async () => {
    const market = venue.market("BTC_PARLAY");
    const { socket, until } = await listen("taker");
    socket.send(JSON.stringify({ cmd: "join", topics: [`book/${market}`] }));
    const [, joined, whole] = await until(3);
    assert.equal(joined!.event, "joined");
    assert.deepEqual([whole!.n, whole!.event], [1, "whole"]);
    const maker = venue.caller("maker");
    await maker("POST", "/orders", limitOrder(market, "BUY", { price: 40, qty: 3 }));
    await maker("DELETE", "/orders");
    const changes = (await until(5)).slice(3).map(({ n, payload }) => [n, payload]);
    const book = (qty: number) => ({ book: { market, buy: [[40, qty]], sell: [] } });
    assert.deepEqual(changes, [
      [2, book(3)],
      [3, book(0)],
    ]);
    socket.send("not json");
    assert.equal((await until(6))[5]!.event, "problem");
    socket.terminate();
  });
});
