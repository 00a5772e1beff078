import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, it } from "node:test";
import { systemClock } from "../injected/clock.ts";
import { SpotFeed } from "./spot-feed.ts";
import { openUpstream } from "./upstream-source.ts";

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
