/** Client order ids leave memory for the store, and are answered from there as if they had not. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { OrderRequest } from "../core/commands.ts";
import type { PlaceResult } from "../core/outcomes.ts";
import { type Reference, startReference } from "../start.ts";
import { MEMORY_STORE } from "./memory-store.ts";
import { openDurable } from "./open-store.ts";
import { postgresPrograms, startPostgres } from "./postgres.fixture.ts";
import { Results } from "./results.ts";
import type { SqlStore } from "./sql-store.ts";
import { verify } from "./verify.ts";

const folder = mkdtempSync(join(tmpdir(), "results-"));
after(() => rmSync(folder, { recursive: true }));

const REQUEST: OrderRequest = { marketId: "m", side: "BUY", type: "LIMIT", price: 1, qty: 1 };
const RESULT = { orderId: "o" } as PlaceResult;

const PLACE = { type: "place", agentId: "ann", orderId: "o" } as const;

/** A first answer under an id. */
const answered = (id: string | number, at = 0) => ({
  command: { ...PLACE, request: { ...REQUEST, clientOrderId: String(id) } },
  outcome: { kind: "result", result: RESULT, replayed: false } as const,
  at,
});

const surplusIds = (results: Results, committedSeq: number) =>
  results.surplus(committedSeq)?.results.flatMap(({ clientOrderIds }) => clientOrderIds);

describe("results", () => {
  it("leave memory oldest first, a thousand at once, when there are as many too many", () => {
    const results = new Results(10);
    for (let n = 0; n < 1_009; n++) results.take(answered(n), n + 1);
    assert.equal(results.surplus(1_009), null);
    results.take(answered(1_009), 1_010);
    assert.deepEqual(
      surplusIds(results, 1_010),
      Array.from({ length: 1_000 }, (_, n) => String(n)),
    );
    assert.equal(results.surplus(1_010), null);
  });

  it("leave memory as fast as they come, however many a commit brings", () => {
    const results = new Results(10);
    let left = 0;
    for (let commit = 1; commit <= 20; commit++) {
      for (let n = 0; n < 3_000; n++) results.take(answered(`${commit}-${n}`), commit);
      left += surplusIds(results, commit)?.length ?? 0;
    }
    assert.ok(20 * 3_000 - left < 2_000, `${20 * 3_000 - left} are in memory`);
  });

  it("stay in memory until they are committed, and when they are made anew", () => {
    const results = new Results(10);
    for (let n = 0; n < 1_010; n++) results.take(answered(n), n + 1);
    assert.equal(results.surplus(0), null);
    results.take(answered(0), 1_011);
    assert.deepEqual(surplusIds(results, 3), ["1", "2"]);
  });

  it("are a row for each id that a page answered", () => {
    const results = new Results(10);
    results.take(answered("twice", 1), 1);
    results.take(answered("twice", 2), 2);
    results.take(answered("once", 3), 3);
    const { outcome, ...rest } = answered("replayed");
    results.take({ ...rest, outcome: { ...outcome, replayed: true } }, 4);
    const rows = results.rows(4).map(({ values }) => values.slice(0, 3));
    assert.deepEqual(rows, [
      ["ann", "twice", 2],
      ["ann", "once", 3],
    ]);
    assert.deepEqual(results.rows(5), []);
  });
});

const OPTIONS = {
  listen: false,
  clock: "virtual",
  controlToken: "t",
  results: { inMemory: 10 },
  rateLimits: { writesPerMinute: 1e9, readsPerMinute: 1e9 },
} as const;

/** Places orders that do not trade, under ids of their own. */
function client(reference: Reference) {
  const { agents, markets } = reference.profile() as {
    agents: { api_key: string }[];
    markets: { id: string }[];
  };
  const market_id = markets[0]!.id;
  const post = async (path: string, body: object, token = agents[0]!.api_key) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await reference.handle({
      method: "POST",
      path,
      headers,
      body: JSON.stringify(body),
    });
    return { ...answer, json: JSON.parse(answer.body) };
  };
  const order = (id: string | number) => ({
    ...{ market_id, side: "BUY", type: "LIMIT", price: 2, qty: 1, tif: "IOC" },
    client_order_id: `id-${id}`,
  });
  return {
    place: (id: string | number, changes: object = {}) =>
      post("/v1/orders", { ...order(id), ...changes }),
    ladder: (ids: (string | number)[]) =>
      post("/v1/orders/replace-ladder", { market_id, orders: ids.map(order) }),
    advance: (hours: number) => post("/_control/clock", { advance_ms: hours * 3_600_000 }, "t"),
  };
}

type Client = ReturnType<typeof client>;

async function placeMany({ place }: Client, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 50) {
    const ids = Array.from({ length: Math.min(50, to - n) }, (_, k) => n + k);
    for (const { status } of await Promise.all(ids.map((id) => place(id)))) {
      assert.equal(status, 201);
    }
    await setImmediate(); // without a socket nothing else lets a store in memory commit
  }
}

async function staysBound(url: string): Promise<void> {
  const reference = await startReference({ ...OPTIONS, store: url, seed: 7 });
  const trader = client(reference);
  const first = await trader.place(0);
  await placeMany(trader, 1, 1_300);
  assert.equal(first.headers["idempotent-replayed"], undefined);
  await answersOld(trader, first.body);
  await reference.close();
  if (url === MEMORY_STORE) return;
  const again = await startReference({ ...OPTIONS, store: url });
  await answersOld(client(again), first.body);
  await again.close();
  const store = await openDurable(url);
  const { notices } = await verify(store, () => {}).finally(() => store.close());
  assert.deepEqual(notices, []);
}

/** The first id's answer is `body`; many others came since. */
async function answersOld({ place, ladder }: Client, body: string): Promise<void> {
  const both = await Promise.all([place(0), place(0)]);
  for (const again of both) {
    assert.equal(again.status, 201);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(again.body, body);
  }
  const conflict = await place(1, { qty: 2 });
  assert.equal(conflict.json.code, "CLIENT_ORDER_ID_CONFLICT");
  const { json } = await ladder([2, 3]);
  const [two, three] = [await place(2), await place(3)];
  const ids = json.results.map((result: { order_id: string }) => result.order_id);
  assert.deepEqual(ids, [two.json.order_id, three.json.order_id]);
  assert.equal(two.headers["idempotent-replayed"], "true");
}

const sqlite = (name: string) => `sqlite:${join(folder, name)}`;

describe("a client order id that left memory", () => {
  it("is answered as before, from memory", () => staysBound(MEMORY_STORE));
  it("is answered as before, from SQLite, and after a restart", () =>
    staysBound(sqlite("old.sqlite")));

  it("is answered as before, from PostgreSQL, and after a restart", async (t) => {
    const programs = await postgresPrograms();
    if (programs === null) return t.skip("PostgreSQL is not installed");
    const server = await startPostgres(programs);
    t.after(() => server.stop());
    await staysBound(await server.create());
  });

  for (const store of [MEMORY_STORE, sqlite("day.sqlite")]) {
    it(`is free again a day later, and not before, in ${store.slice(0, 6)}`, async () => {
      const reference = await startReference({ ...OPTIONS, store, seed: 7 });
      const trader = client(reference);
      const first = await trader.place(0);
      await placeMany(trader, 1, 1_100);
      await trader.advance(23);
      await placeMany(trader, 2_000, 2_600);
      assert.equal((await trader.place(0)).body, first.body);
      await trader.advance(2);
      await placeMany(trader, 3_000, 5_200);
      const later = await trader.place(0);
      assert.equal(later.headers["idempotent-replayed"], undefined);
      assert.equal((await trader.place(2_000)).headers["idempotent-replayed"], "true");
      await reference.close();
    });
  }

  it("is bound by a store of a version that had no rows for it", async () => {
    const url = sqlite("rowless.sqlite");
    const reference = await startReference({ ...OPTIONS, store: url, seed: 7 });
    const first = await client(reference).place(0);
    await reference.close();
    await withoutRows(await openDurable(url));
    const again = await startReference({ ...OPTIONS, store: url });
    await placeMany(client(again), 10, 1_110);
    assert.equal((await client(again).place(0)).body, first.body);
    await again.close();
  });
});

async function withoutRows(store: SqlStore): Promise<void> {
  const { writer } = await store.open();
  await writer("results").delete();
  await store.close();
}
