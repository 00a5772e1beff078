import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { assertNoGaps, openStream } from "../proof/stream-client.fixture.ts";

const venue = await startTestVenue({
  rateLimits: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 },
});
const BOOK = `book:${venue.market("BTC_BINARY")}`;
const MEGABYTE = 1024 * 1024;
/** Snapshots asked for and not read: 70 MB, far more than what is bounded and any socket buffers. */
const REQUESTS = 50_000;

const heldBytes = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;

/** Levels enough for a snapshot of well over a kilobyte. */
async function fillBook(): Promise<void> {
  for (let price = 1; price < 50; price++) {
    await venue.place("maker", { price, qty: 1 }).expect(201);
  }
}

it("a client that does not read is cut off, while one beside it hears everything", async () => {
  await fillBook();
  const [stalled, live] = [await openStream(venue, "taker"), await openStream(venue, "taker")];
  await live.subscribe(BOOK);
  stalled.socket.pause();
  const before = heldBytes();
  for (let sent = 0; sent < REQUESTS; sent++) stalled.send({ op: "subscribe", channels: [BOOK] });
  const isAsking = () => stalled.socket.bufferedAmount > 0;
  let rounds = 0;
  for (; rounds < 50 || isAsking(); rounds++) {
    await venue.place("maker", { price: 49, qty: 1 }).expect(201);
    await live.settled();
  }
  const grownMb = (heldBytes() - before) / MEGABYTE;
  assert.ok(grownMb < 64, `${grownMb} MB`);
  stalled.socket.resume();
  const code = await Promise.race([stalled.closed, stalled.settled()]);
  // 1006 when it slept past the time it has to close.
  assert.ok(code === 4408 || code === 1006, `closed with ${code}`);
  assertNoGaps(live.of(BOOK));
  assert.equal(live.of(BOOK).at(-1)!.data.bids[0].qty, rounds + 1);
  assert.ok(stalled.of(BOOK).length < REQUESTS / 2);
});
