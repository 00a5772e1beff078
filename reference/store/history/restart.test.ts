import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { startTestVenue, type TestVenue } from "../../proof/seeded-venue.fixture.ts";

const folder = await mkdtemp(join(tmpdir(), "restart-"));
after(() => rm(folder, { recursive: true }));

/** Everything history has to say, but for what a clock or a counter of requests adds. */
async function told({ api, get, market }: TestVenue): Promise<object[]> {
  const of = `/v1/markets/${market("BTC_BINARY")}`;
  const answers = [
    await get("maker", "/v1/orders"),
    await get("taker", "/v1/orders?status=FILLED"),
    await api.get(`${of}/trades`),
    await api.get(`${of}/candles?period_seconds=60`),
    await api.get(`${of}/mid-history`),
    await api.get("/v1/leaderboard"),
  ];
  for (const { body, status } of answers) assert.equal(status, 200, JSON.stringify(body));
  return answers.map(({ body }) => body);
}

/** A minute of trading. */
async function live(venue: TestVenue): Promise<void> {
  for (let second = 0; second < 60; second += 5) {
    const price = 40 + (second % 7);
    await venue.place("maker", { side: "SELL", price, qty: 4 }).expect(201);
    await venue.place("maker", { side: "BUY", price: price - 3, qty: 4 }).expect(201);
    await venue.place("taker", { side: "BUY", price, qty: 3, tif: "IOC" }).expect(201);
    await venue.control("post", "/clock", { advance_ms: 5_000 }).expect(200);
  }
}

it("tells the same of the past after a restart, and goes on from there", async () => {
  const store = `sqlite:${join(folder, "venue.sqlite")}`;
  const first = await startTestVenue({ store });
  await live(first);
  const before = await told(first);
  const counts = before.map((body) => (body as { count: number }).count);
  assert.ok(
    counts.every((count) => count > 0),
    counts.join(),
  );
  await first.stop();

  const second = await startTestVenue({ store });
  assert.deepEqual(await told(second), before);
  await live(second);
  const unbroken = await startTestVenue();
  await live(unbroken);
  await live(unbroken);
  const [, , trades, candles, mids] = await told(unbroken);
  assert.deepEqual((await told(second)).slice(2, 5), [trades, candles, mids]);
});
