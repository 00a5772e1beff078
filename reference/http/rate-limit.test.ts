import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { ADDRESSES_MAX, RateLimiter, WINDOW_MS } from "./rate-limit.ts";

describe("quota of an agent", () => {
  it("refuses the request past the limit and frees one place per request that ages out", () => {
    const limiter = new RateLimiter({ writesPerMinute: 2 });
    assert.equal(limiter.take("a", "write", 0).allowed, true);
    assert.equal(limiter.take("a", "write", 30_000).allowed, true);
    assert.equal(limiter.take("a", "write", WINDOW_MS - 1).allowed, false);
    assert.equal(limiter.take("a", "write", WINDOW_MS).allowed, true);
    assert.equal(limiter.take("a", "write", WINDOW_MS).allowed, false);
  });

  it("does not count refused requests", () => {
    const limiter = new RateLimiter({ writesPerMinute: 1 });
    limiter.take("a", "write", 0);
    for (let at = 1; at < 1_000; at++) limiter.take("a", "write", at);
    assert.equal(limiter.take("a", "write", WINDOW_MS).allowed, true);
  });

  it("tells what is left and when the oldest request ages out", () => {
    const limiter = new RateLimiter({ readsPerMinute: 2 });
    assert.deepEqual(limiter.take("a", "read", 0), {
      allowed: true,
      remaining: 1,
      resetSeconds: 60,
    });
    assert.deepEqual(limiter.take("a", "read", 59_001), {
      allowed: true,
      remaining: 0,
      resetSeconds: 1,
    });
    assert.equal(limiter.take("a", "read", 59_999).resetSeconds, 1);
  });

  it("never allows more than the limit in any window, over many windows", () => {
    const limiter = new RateLimiter({ writesPerMinute: 10 });
    const taken: number[] = [];
    for (let at = 0; at < 10 * WINDOW_MS; at += 777) {
      if (limiter.take("a", "write", at).allowed) taken.push(at);
    }
    for (const [i, at] of taken.entries()) {
      const oldest = taken[i - 10];
      if (oldest !== undefined) assert.ok(at - oldest >= WINDOW_MS);
    }
    assert.ok(taken.length >= 100);
  });

  it("forgets requests that aged out, however far the limit lies above what is sent", () => {
    const perWindow = 6_000;
    const limiter = new RateLimiter({ writesPerMinute: 1e9 });
    const takeFor = (fromMs: number, windows: number) => {
      for (let n = 0; n < windows * perWindow; n++) limiter.take("a", "write", fromMs + n * 10);
    };
    takeFor(0, 10);
    const before = heapBytes();
    takeFor(10 * WINDOW_MS, 200);
    const grownBytes = heapBytes() - before;
    assert.equal(limiter.take("a", "write", 210 * WINDOW_MS).remaining, 1e9 - perWindow);
    // All 1,200,000 times that aged out would take 8 bytes each.
    assert.ok(grownBytes < 1_000_000, `the heap grew by ${grownBytes} bytes`);
  });

  it("counts exactly those in the window while others are forgotten", () => {
    const limit = 2_500;
    const limiter = new RateLimiter({ writesPerMinute: limit });
    const taken: number[] = [];
    for (let at = 0; at < 5 * WINDOW_MS; at += 23) {
      const inWindow = taken.filter((time) => at - time < WINDOW_MS).length;
      const { allowed, remaining } = limiter.take("a", "write", at);
      assert.equal(allowed, inWindow < limit, `at ${at}`);
      assert.equal(remaining, limit - inWindow - Number(allowed), `at ${at}`);
      if (allowed) taken.push(at);
    }
    assert.ok(taken.length > 4 * limit);
  });

  it("keeps agents, and reads and writes, apart", () => {
    const limiter = new RateLimiter({ writesPerMinute: 1, readsPerMinute: 1 });
    limiter.take("a", "write", 0);
    assert.equal(limiter.take("b", "write", 0).allowed, true);
    assert.equal(limiter.take("a", "read", 0).allowed, true);
  });

  it("promises no longer wait than the window when the clock is set back", () => {
    const limiter = new RateLimiter({ writesPerMinute: 1 });
    limiter.take("a", "write", 100_000);
    assert.equal(limiter.take("a", "write", 0).resetSeconds, 60);
  });

  it("frees the quota a window after the clock was set back", () => {
    const limiter = new RateLimiter({ writesPerMinute: 2 });
    const hour = 3_600_000;
    limiter.take("a", "write", hour);
    limiter.take("a", "write", hour + 1);
    assert.equal(limiter.take("a", "write", 0).allowed, false);
    assert.equal(limiter.take("a", "write", WINDOW_MS - 1).allowed, false);
    assert.equal(limiter.take("a", "write", WINDOW_MS).allowed, true);
  });
});

describe("quota of an address", () => {
  it("counts requests with bad credentials per second", () => {
    const limiter = new RateLimiter({ unauthenticatedPerSecond: 2 });
    const take = (at: number) => limiter.takeFrom("::1", "unauthenticated", at).allowed;
    assert.deepEqual([take(0), take(0), take(999), take(1_000)], [true, true, false, true]);
  });
});

describe("what is remembered", () => {
  it("of addresses is bounded: beyond it the memory starts afresh", () => {
    const limiter = new RateLimiter({ dearReadsPerSecond: 1 });
    const take = (address: string) => limiter.takeFrom(address, "dearReads", 0).allowed;
    assert.deepEqual([take("first"), take("first")], [true, false]);
    for (let n = 2; n <= ADDRESSES_MAX; n++) take(String(n));
    assert.equal(take("first"), false);
    take("one more");
    assert.equal(take("first"), true);
  });

  it("of agents is those of the last minute, twice over", () => {
    const limiter = new RateLimiter();
    for (let n = 0; n < 20_000; n++) limiter.take(String(n), "read", n * 100);
    // 600 of them came in the last minute.
    assert.ok(limiter.agents <= 2_000, `${limiter.agents} agents`);
  });

  it("of an agent in its window is never forgotten for others", () => {
    const limiter = new RateLimiter({ readsPerMinute: 1 });
    limiter.take("first", "read", 0);
    for (let n = 0; n < 5_000; n++) limiter.take(String(n), "read", 1);
    assert.equal(limiter.take("first", "read", WINDOW_MS - 1).allowed, false);
  });
});

describe("rate limit over HTTP", async () => {
  const rateLimits = { writesPerMinute: 3, readsPerMinute: 2 };
  const { api, control, get, bearer, agent } = await startTestVenue({ rateLimits });
  const cancelAll = (authorization: string, prefix = "/v1") =>
    api.delete(`${prefix}/orders`).set("Authorization", authorization);

  it("is shared by the keys of an agent and by all prefixes, and ends with Retry-After", async () => {
    const second = `Bearer ${agent("maker").second_api_key}`;
    const first = await cancelAll(bearer("maker"));
    assert.equal(first.status, 200);
    assert.equal(first.headers["ratelimit-policy"], '"write";q=3;w=60');
    assert.equal(first.headers["ratelimit"], '"write";r=2;t=60');
    await cancelAll(second, "/api").expect(200);
    await cancelAll(bearer("maker"), "").expect(200);
    const limited = await cancelAll(second, "/api/v1");
    assert.equal(limited.status, 429);
    assert.equal(limited.headers["retry-after"], "60");
    const { code, message, request_id, detail } = limited.body;
    assert.equal(code, "RATE_LIMITED");
    assert.equal(request_id, limited.headers["x-request-id"]);
    assert.deepEqual(detail, { code, message });
    await cancelAll(bearer("taker")).expect(200);
    await get("maker", "/v1/positions").expect(200);
    await control("post", "/clock", { advance_ms: 60_000 }).expect(200);
    await cancelAll(second).expect(200);
  });

  it("places nothing when it refuses", async () => {
    for (let i = 0; i < 3; i++) await cancelAll(bearer("spare")).expect(200);
    await api.post("/orders").set("Authorization", bearer("spare")).send({}).expect(429);
  });

  it("leaves out what the venue is told not to count", async () => {
    const uncounted = ({ "x-look": look }: IncomingHttpHeaders) => look === "1";
    const venue = await startTestVenue({ rateLimits: { readsPerMinute: 1, uncounted } });
    const look = () => venue.get("maker", "/positions").set("x-look", "1").expect(200);
    for (let i = 0; i < 3; i++) await look();
    await venue.get("maker", "/positions").expect(200);
    await venue.get("maker", "/positions").expect(429);
    await look();
  });

  it("does not hold public reads without a key back", async () => {
    for (let i = 0; i < 5; i++) await api.get("/markets").expect(200);
    for (let i = 0; i < 2; i++) await get("spare", "/markets").expect(200);
    await get("spare", "/markets").expect(429);
  });
});

function heapBytes(): number {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
