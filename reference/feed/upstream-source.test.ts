import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, it } from "node:test";
import { systemClock } from "../injected/clock.ts";
import { SpotFeed } from "./spot-feed.ts";
import type { SpotPrice } from "./spot-source.ts";
import { keep, openUpstream, PRICES_MAX } from "./upstream-source.ts";

it("an upstream that gives no price any more is told of as lost", async () => {
  let price: number | undefined = 65_000;
  const server = createServer((_req, res) => res.end(JSON.stringify({ price })));
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const feed = new SpotFeed(await openUpstream(`http://127.0.0.1:${port}`, systemClock));
  after(() => feed.close());
  assert.equal(feed.priceCents(Date.now()), 6_500_000);
  const lost = new Promise<void>((resolve) => feed.whenLost(resolve));
  // Polls are no reason for a process to stay.
  const alive = setInterval(() => {}, 1_000);
  price = undefined;
  await lost;
  clearInterval(alive);
  assert.equal(feed.isReachable, false);
});

it("keeps two days of prices at least, and never twice as many", () => {
  const prices: SpotPrice[] = [];
  let most = 0;
  for (let n = 1; n <= PRICES_MAX + 1; n += 1) {
    keep(prices, { tsMs: n, priceCents: n });
    most = Math.max(most, prices.length);
  }
  assert.equal(most, PRICES_MAX - 1);
  assert.equal(prices.length, PRICES_MAX / 2 + 1);
  assert.equal(prices.at(-1)?.priceCents, PRICES_MAX + 1);
  keep(prices, { tsMs: 1, priceCents: 1 });
  assert.equal(prices.at(-1)?.tsMs, PRICES_MAX + 1);
});
