import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { VIRTUAL_START_MS } from "../../injected/clock.ts";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { startReference } from "../../start.ts";

const { api, control } = await startTestVenue();
const FEED = "/v1/feed/btc-spot";
interface Point {
  ts_ms: number;
  price: number;
}

describe("GET /feed/btc-spot/history", () => {
  it("has a price a second, up to now", async () => {
    const { body } = await api.get(`${FEED}/history`).expect(200);
    assert.deepEqual([body.count, body.seconds], [901, 900]);
    assert.equal(body.points.at(-1).ts_ms, VIRTUAL_START_MS);
    const { body: short } = await api.get(`${FEED}/history?seconds=1`).expect(200);
    assert.deepEqual(short.points, body.points.slice(-2));
  });

  it("goes on as time does, and what was told stays true", async () => {
    const { body: before } = await api.get(`${FEED}/history?seconds=60`).expect(200);
    await control("post", "/clock", { advance_ms: 30_000 }).expect(200);
    const { body: later } = await api.get(`${FEED}/history?seconds=90`).expect(200);
    assert.deepEqual(later.points.slice(0, 61), before.points);
  });
});

describe("GET /feed/btc-spot/candles", () => {
  it("agrees with the prices of the history", async () => {
    const { body } = await api.get(`${FEED}/candles?period_seconds=60&limit=5`).expect(200);
    assert.equal(body.candles.length, 5);
    const { body: day } = await api.get(`${FEED}/history?seconds=86400`).expect(200);
    for (const { start_ts_ms: start, open, high, low, close } of body.candles) {
      const inside = (day.points as Point[]).filter(
        ({ ts_ms }) => ts_ms >= start && ts_ms < start + 60_000,
      );
      const prices = inside.map(({ price }) => price);
      const expected = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)];
      assert.deepEqual([open, high, low, close], expected);
    }
  });

  it("goes back two days, whatever is asked", async () => {
    const { body } = await api.get(`${FEED}/candles?period_seconds=86400&limit=1000`).expect(200);
    assert.equal(body.candles.length, 2); // the third day back has begun already
  });
});

const SIZES = ["0", "-1", "abc", "", "1.5", "99999999999999999999"];
const BAD = [
  ...[...SIZES, "86401"].map((value) => `history?seconds=${value}`),
  ...[...SIZES, "1001"].map((value) => `candles?limit=${value}`),
  ...[...SIZES, "61"].map((value) => `candles?period_seconds=${value}`),
];
for (const query of BAD) {
  it(`${query} is refused with 422`, async () => {
    const { body } = await api.get(`${FEED}/${query}`).expect(422);
    assert.equal(body.detail[0].loc[0], "query");
  });
}

it("a feed cut off is told by 502 and by health, until it is back", async () => {
  const { body: well } = await api.get(`${FEED}/health`).expect(200);
  assert.deepEqual([well.status, well.source, well.age_ms], ["OK", "generated", 0]);
  assert.ok(well.last_price > 50_000);
  await control("put", "/upstream", { reachable: false }).expect(200, { reachable: false });
  for (const path of ["history", "candles"]) {
    const { body } = await api.get(`${FEED}/${path}`).expect(502);
    assert.equal(body.code, "UPSTREAM_UNAVAILABLE");
  }
  assert.equal((await api.get(`${FEED}/health`).expect(200)).body.status, "DOWN");
  await control("put", "/upstream", { reachable: true }).expect(200, { reachable: true });
  await api.get(`${FEED}/history`).expect(200);
});

describe("a feed by URL", () => {
  const startUpstream = async (answer: () => string | null) => {
    const server = createServer((_req, res) => {
      const text = answer();
      if (text === null) res.destroy();
      else res.end(text);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    after(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  const healthOf = async (answer: string | null) => {
    const feed = await startUpstream(() => answer);
    const venue = await startReference({ seed: 7, feed });
    after(() => venue.close());
    const history = await fetch(`${venue.url}${FEED}/history`);
    const health = await (await fetch(`${venue.url}${FEED}/health`)).json();
    return { history, health: health as Record<string, unknown> };
  };

  for (const price of ["65000.12", '"65000.12"']) {
    it(`reads a price of ${price}`, async () => {
      const { history, health } = await healthOf(`{"price":${price}}`);
      assert.equal(history.status, 200);
      assert.deepEqual(
        [health["status"], health["source"], health["last_price"]],
        ["OK", "upstream", 65_000.12],
      );
    });
  }

  for (const answer of [null, "nothing", "null", "{}", '{"price":0}', '{"price":"x"}']) {
    it(`is down while it answers ${answer}`, async () => {
      const { history, health } = await healthOf(answer);
      assert.equal(history.status, 502);
      assert.deepEqual(
        [health["status"], health["last_price"], health["age_ms"]],
        ["DOWN", null, null],
      );
    });
  }

  it("comes and goes as its upstream does", async () => {
    let answer: string | null = '{"price":65000}';
    const venue = await startReference({ seed: 7, feed: await startUpstream(() => answer) });
    after(() => venue.close());
    const until = async (status: number) => {
      // At a distance: the limit of reads is not what is looked at.
      while ((await fetch(`${venue.url}${FEED}/history`)).status !== status) await delay(50);
    };
    await until(200);
    answer = null;
    await until(502);
    const { status: context } = await fetch(`${venue.url}/v1/series/btc-perpetual/context`);
    assert.equal(context, 502);
    answer = '{"price":65001}';
    await until(200);
  });

  it("needs real time", async () => {
    const start = startReference({ clock: "virtual", feed: "http://127.0.0.1:1/" });
    await assert.rejects(start, /needs the system clock/);
  });
});
