import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Knex } from "knex";
import { BID, TestVenue } from "../../core/small-venue.fixture.ts";
import { PERIODS_S } from "../../data/candles.ts";
import { postgresPrograms, startPostgres, type TestPostgres } from "../postgres.fixture.ts";
import { connectPostgres } from "../postgres.ts";
import type { Connections } from "../sql-store.ts";
import { connectFile } from "../sqlite.ts";
import { chooseSqlite } from "../sqlite-driver.ts";
import { SQLITE_DRIVERS } from "../sqlite-drivers.fixture.ts";
import { dropHistoryAfter } from "./drop.ts";
import { EXAMPLES } from "./examples.ts";
import { History } from "./history.ts";
import { insertRows } from "./insert.ts";
import { AGENTS, Life, type LifeStore, MARKETS } from "./life.fixture.ts";
import { MemoryHistory } from "./memory-history.ts";
import { Projection } from "./projection.ts";
import { SqlHistory } from "./sql-history.ts";

const ALL = { marketId: undefined, statuses: null, limit: 1_000 };

/** Compares what SQL answers with what a naive reader makes of the events. */
async function assertRecomputed(life: Life): Promise<void> {
  for (const agentId of AGENTS) {
    assert.deepEqual(await life.history.orders(agentId, ALL), life.orders(agentId));
    assert.equal(life.projection.volumeCents(agentId), life.volumeCents(agentId));
  }
  for (const marketId of MARKETS) await assertMarket(life, marketId);
}

async function assertMarket(life: Life, marketId: string): Promise<void> {
  const { history, nowMs } = life;
  assert.deepEqual(await history.trades(marketId, 1_000), life.trades(marketId).toReversed());
  for (const periodS of PERIODS_S) {
    const candles = await history.candles(marketId, periodS, 1_000);
    assert.deepEqual(candles, life.candles(marketId, periodS).slice(-1_000));
  }
  for (const everyS of [1, 60]) {
    for (const limit of [3, 1_000]) {
      const points = await history.mids(marketId, { nowMs, everyS }, limit);
      assert.deepEqual(points, life.mids(marketId, { nowMs, everyS }).slice(-limit));
    }
  }
}

function behavesAsHistory(open: () => Promise<LifeStore>): void {
  for (const seed of [1, 2, 3]) {
    it(`answers what the events of life ${seed} say, through commits and restarts`, async () => {
      const life = new Life(await open(), seed);
      for (let commit = 0; commit < 30; commit++) {
        life.live(1 + life.draw(15));
        await life.commit();
        if (life.draw(5) === 0) await life.restart();
      }
      assert.ok(MARKETS.every((marketId) => life.trades(marketId).length > 5));
      await assertRecomputed(life);
    });
  }

  it("narrows an agent's orders by market and status, and tells one by its id", async () => {
    const life = new Life(await open(), 5);
    life.live(150);
    await life.commit();
    const [marketId] = MARKETS;
    const statuses = new Set(["FILLED", "PARTIAL"] as const);
    const own = life.orders("ann");
    const wanted = own.filter((one) => one.marketId === marketId && /FILLED|PART/.test(one.status));
    assert.ok(wanted.length > 3 && wanted.length < own.length, `${wanted.length} orders`);
    for (const limit of [3, 1_000]) {
      const told = await life.history.orders("ann", { marketId, statuses, limit });
      assert.deepEqual(told, wanted.slice(0, limit));
    }
    for (const order of own) assert.deepEqual(await life.history.order(order.orderId), order);
    assert.equal(await life.history.order("none"), null);
  });
}

const tablesOf = (database: Knex): LifeStore => ({
  kept: new SqlHistory(database),
  add: (rows) => database.transaction((trx) => insertRows(trx, rows)),
});

function behavesAsTables(connect: () => Promise<Connections>): void {
  const open = async (): Promise<Knex> => {
    const { writer, close } = await connect();
    after(close);
    return writer;
  };
  behavesAsHistory(async () => tablesOf(await open()));

  it("takes back what dropped records made, and goes on", async () => {
    const database = await open();
    const life = new Life(tablesOf(database), 4);
    life.live(120);
    await life.commit();
    const before = { seen: [...life.seen], seq: life.seq };
    const kept = await aggregates(database);
    life.live(40);
    await life.commit();
    assert.notDeepEqual(await aggregates(database), kept);
    await database.transaction((trx) => dropHistoryAfter(trx, before.seq));
    assert.deepEqual(await aggregates(database), kept);
    life.seen = before.seen;
    for (const marketId of MARKETS) {
      const trades = await life.history.trades(marketId, 1_000);
      assert.deepEqual(trades, life.trades(marketId).toReversed());
    }
  });

  for (const { asks, sql } of EXAMPLES) {
    it(`answers an analyst who asks: ${asks}`, async () => {
      const database = await open();
      const life = new Life(tablesOf(database), 6);
      life.live(100);
      await life.commit();
      const [agentId, marketId] = [AGENTS[0]!, MARKETS[0]!];
      const of = sql.includes("agent_id =") ? agentId : marketId;
      const rows = await selected(database, sql.replace(/[0-]{36}/, of));
      assert.ok(rows.length > 0);
    });
  }
}

/** The rows as either driver gives them. */
async function selected(database: Knex, sql: string): Promise<object[]> {
  const answer: object[] | { rows: object[] } = await database.raw(sql);
  return Array.isArray(answer) ? answer : answer.rows;
}

/** But for the number of the page, which the last change of a row sets. */
async function aggregates(database: Knex) {
  const volumes = await database("agent_volumes")
    .select("agent_id", "notional_millicents")
    .orderBy("agent_id");
  const candles = await database("candles")
    .select("market_id", "period_s", "start_ms", "open", "high", "low", "close", "volume", "trades")
    .orderBy(["market_id", "period_s", "start_ms"]);
  return [volumes, candles];
}

describe("history in memory", () => {
  behavesAsHistory(async () => {
    const kept = new MemoryHistory();
    return { kept, add: async (rows) => kept.take({ rows }) };
  });
});

for (const { driver, skip } of SQLITE_DRIVERS) {
  describe(`history in a SQLite file, by ${driver}`, { skip }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "history-"));
    after(() => rm(folder, { recursive: true }));
    let files = 0;
    const connect = async () =>
      connectFile(join(folder, `${++files}.sqlite`), await chooseSqlite(driver));
    behavesAsTables(connect);
  });
}

const programs = await postgresPrograms();

describe("history in PostgreSQL", { skip: programs === null && "PostgreSQL is missing" }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres(programs!);
  });
  after(() => server.stop());
  behavesAsTables(async () => connectPostgres(await server.create(), "a test's"));
});

describe("while history is read", () => {
  const kept = new MemoryHistory();
  const test = new TestVenue();
  const { venue } = test;
  const projection = new Projection(venue);
  venue.listen((event) => projection.record(event));
  const place = (price: number) => test.result("ann", { ...BID, price }).orderId;
  const [first, second] = [place(40), place(41)];
  const history = new History(venue, async () => {
    test.apply({ type: "cancel", agentId: "ann", orderId: first });
    kept.take({ rows: projection.take(1) });
    return kept;
  });

  it("tells a resting order at once", () => {
    const order = history.order(second);
    assert.ok(!(order instanceof Promise));
    assert.equal(order.orderId, second);
  });

  it("tells an order once that ends in between, as it was when it was asked for", async () => {
    const told = await history.orders("ann", ALL);
    assert.deepEqual(
      told.map(({ orderId, status }) => [orderId, status]),
      [
        [second, "NEW"],
        [first, "NEW"],
      ],
    );
    assert.deepEqual((await history.order(first))?.status, "CANCELLED");
  });
});
