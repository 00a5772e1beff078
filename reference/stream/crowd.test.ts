import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { openStream } from "../proof/stream-client.fixture.ts";

const venue = await startTestVenue({
  rateLimits: { writesPerMinute: 10_000, readsPerMinute: 10_000 },
});
const BOOK = `book:${venue.market("BTC_BINARY")}`;

it("a thousand clients connect and leave, half of them without a word, and nobody is hurt", async () => {
  const calm = await openStream(venue, "taker");
  await calm.subscribe(BOOK);
  for (let round = 1; round <= 10; round++) {
    const crowd = await Promise.all(Array.from({ length: 100 }, () => openStream(venue, "maker")));
    await venue.place("maker").expect(201);
    await Promise.all(crowd.map((client) => client.settled()));
    assert.deepEqual(
      crowd.filter((client) => client.of("orders").length !== 2),
      [],
    );
    crowd.forEach(
      ({ socket }, index) => void (index % 2 === 0 ? socket.terminate() : socket.close()),
    );
    await Promise.all(crowd.map(({ closed }) => closed));
  }
  await calm.settled();
  assert.deepEqual(calm.of(BOOK).at(-1)!.data.bids, [{ price: 40, qty: 50 }]);
});
