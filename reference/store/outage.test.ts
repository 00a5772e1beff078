/** What clients are told while the store fails, and what they find once it is back. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { openStream } from "../proof/stream-client.fixture.ts";
import { FaultyStore } from "./faulty-store.fixture.ts";

const { error } = console;
console.error = () => {}; // the outages are meant
after(() => {
  console.error = error;
});

const store = new FaultyStore();
const venue = await startTestVenue({ store });

describe("a venue whose store fails", () => {
  const untilBack = async () => {
    store.failure = null;
    while ((await venue.api.get("/ready")).status !== 200);
  };

  it("acknowledges nothing, says when to try again, and does what was asked once", async () => {
    const { place, get, api } = venue;
    const order = { client_order_id: "in-doubt", price: 45 };
    store.failure = new Error("no space left on device");
    const doubted = await place("maker", order).expect(503);
    assert.equal(doubted.body.code, "STORE_UNAVAILABLE");
    assert.equal(doubted.headers["retry-after"], "1");
    assert.match(doubted.body.message, /no space left on device/);
    await place("maker", { client_order_id: "refused" }).expect(503);
    await get("maker", "/v1/orders/open").expect(503);
    await get("maker", "/v1/me/wallet").expect(503);
    await venue.control("post", "/agents", { owner: "zoe" }).expect(503);
    await api.get("/ready").expect(503);
    await api.get("/health").expect(200);
    await untilBack();
    const { body } = await get("maker", "/v1/orders/open").expect(200);
    assert.deepEqual(
      body.orders.map((each: { client_order_id: string }) => each.client_order_id),
      ["in-doubt"],
    );
    const again = await place("maker", order).expect(201);
    assert.equal(again.headers["idempotent-replayed"], "true");
  });

  it("tells the stream nothing that could still be lost", async () => {
    const stream = await openStream(venue, "maker");
    const seen = stream.frames.length;
    store.failure = new Error("disk I/O error");
    await venue.place("maker", { client_order_id: "unheard", price: 44 }).expect(503);
    assert.equal(stream.frames.length, seen);
    await untilBack();
    await stream.until(({ channel, type }) => channel === "orders" && type === "update");
    stream.socket.close();
  });
});
