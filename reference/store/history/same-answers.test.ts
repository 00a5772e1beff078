/** The same requests are answered by the same bytes, wherever a venue keeps its history. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { PERIODS_S } from "../../data/candles.ts";
import { startReference } from "../../start.ts";
import { MEMORY_STORE } from "../memory-store.ts";
import { SQLITE_DRIVERS } from "../sqlite-drivers.fixture.ts";
import { dice } from "./life.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "same-"));
after(() => rmSync(folder, { recursive: true }));

interface Facts {
  agents: { api_key: string }[];
  markets: { id: string; kind: string; status: string }[];
}

async function venueOn(store: string) {
  const reference = await startReference({
    ...{ seed: 7, clock: "virtual", controlToken: "t", listen: false, store },
    results: { inMemory: 10 },
    rateLimits: { writesPerMinute: 1e9, readsPerMinute: 1e9 },
  });
  const { agents, markets } = reference.profile() as Facts;
  const open = markets.filter(({ status }) => status === "OPEN");
  const told: string[] = [];
  const ask = async (method: string, path: string, { key = "t", body = {} } = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const request = { method, path, headers };
    const sent = method === "GET" ? request : { ...request, body: JSON.stringify(body) };
    const answer = await reference.handle(sent);
    told.push(`${method} ${path} ${answer.status} ${answer.body}`);
    return answer.body;
  };
  return { reference, keys: agents.map(({ api_key }) => api_key), open, told, ask };
}

type OpenVenue = Awaited<ReturnType<typeof venueOn>>;

/** Orders that rest, trade, and end, by agents at random, while time goes on. */
async function live({ keys, open, ask }: OpenVenue): Promise<string[]> {
  const draw = dice(11);
  const ids: string[] = [];
  for (let n = 0; n < 1_000; n++) {
    const { id, kind } = open[draw(open.length)]!;
    const [side, tif] = [draw(2) ? "BUY" : "SELL", draw(3) ? "GTC" : "IOC"];
    const price = kind === "BTC_PERP" ? 6_500_000 + 100 * draw(12) : 45 + draw(10);
    const client_order_id = `c-${draw(800)}`;
    const terms = { market_id: id, side, tif, price, qty: 1 + draw(9), client_order_id };
    const key = keys[draw(keys.length)]!;
    const body = await ask("POST", "/v1/orders", { key, body: { ...terms, type: "LIMIT" } });
    const { order_id } = JSON.parse(body) as { order_id?: string };
    if (order_id !== undefined) ids.push(order_id);
    if (draw(6) === 0) await ask("DELETE", `/v1/orders/${ids[draw(ids.length)]}`, { key });
    await ask("POST", "/_control/clock", { body: { advance_ms: draw(4_000) } });
  }
  return ids;
}

async function readAll({ keys, open, ask }: OpenVenue, orderIds: string[]): Promise<void> {
  for (const key of keys) {
    for (const query of ["", "?limit=7", "?status=FILLED", `?market_id=${open[0]!.id}&limit=20`]) {
      await ask("GET", `/v1/orders${query}`, { key });
    }
    for (const id of orderIds.slice(0, 100)) await ask("GET", `/v1/orders/${id}`, { key });
  }
  const key = keys[0]!;
  for (const { id } of open) {
    for (const query of ["", "?limit=3", "?limit=500"]) {
      await ask("GET", `/v1/markets/${id}/trades${query}`, { key });
    }
    for (const periodS of PERIODS_S) {
      await ask("GET", `/v1/markets/${id}/candles?period_seconds=${periodS}`, { key });
    }
    await ask("GET", `/v1/markets/${id}/mid-history`, { key });
  }
  for (const path of ["/v1/events", "/v1/leaderboard"]) await ask("GET", path, { key });
}

async function toldOn(store: string): Promise<string[]> {
  const venue = await venueOn(store);
  await readAll(venue, await live(venue));
  await venue.reference.close();
  return venue.told;
}

const inMemory = toldOn(MEMORY_STORE);

for (const { driver, skip } of SQLITE_DRIVERS) {
  it(`memory answers as a file does that ${driver} reads`, { skip }, async () => {
    const expected = await inMemory;
    const told = await toldOn(`${driver}:${join(folder, `${driver}.sqlite`)}`);
    assert.equal(told.length, expected.length);
    for (const [index, answer] of told.entries()) assert.equal(answer, expected[index]);
    const replies = expected.map((line) => line.split(" ").slice(0, 3).join(" "));
    for (const wanted of ["/v1/orders 200", "/trades 200", "/mid-history 200"]) {
      assert.ok(
        replies.some((reply) => reply.includes(wanted)),
        wanted,
      );
    }
    assert.ok(expected.some((line) => /"status":"FILLED"/.test(line)));
  });
}
