/** A venue that has lived is verified, written out and moved between databases. */
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { startReference } from "../start.ts";
import { copy } from "./copy.ts";
import { HISTORY_TABLES } from "./history/tables.ts";
import { openDurable } from "./open-store.ts";
import { postgresPrograms, startPostgres } from "./postgres.fixture.ts";
import type { SqlStore } from "./sql-store.ts";
import { StoreDamaged, StoreUnusable } from "./store.ts";
import { exportLines } from "./store-command.ts";
import { verify } from "./verify.ts";

const folder = mkdtempSync(join(tmpdir(), "move-"));
after(() => rmSync(folder, { recursive: true }));
const urlOf = (name: string) => `sqlite:${join(folder, name)}`;
const silently = () => {};

/** Two agents trade at every price, and some orders rest. */
async function live(url: string): Promise<void> {
  const reference = await startReference({ store: url, listen: false, seed: 7 });
  const { agents, markets } = reference.profile() as {
    agents: { api_key: string }[];
    markets: { id: string }[];
  };
  for (let n = 0; n < 40; n++) {
    const order = { market_id: markets[0]!.id, type: "LIMIT", price: 40 + (n % 5), qty: 2 };
    const client_order_id = `c-${n}`;
    const { status } = await reference.handle({
      method: "POST",
      path: "/v1/orders",
      headers: {
        authorization: `Bearer ${agents[n % 2]!.api_key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ ...order, client_order_id, side: n % 2 ? "SELL" : "BUY" }),
    });
    assert.equal(status, 201);
  }
  await reference.close();
}

async function opened<T>(url: string, use: (store: SqlStore) => Promise<T>): Promise<T> {
  const store = await openDurable(url);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Everything that a store holds of history, numbers as numbers. */
const historyIn = (url: string) =>
  opened(url, async (store) => {
    const database = await store.database();
    const tables: unknown[] = [];
    for (const { name, key, columns } of HISTORY_TABLES) {
      const rows = await database(name).orderBy([...key]);
      const cellOf = (row: Record<string, unknown>, { name, type }: (typeof columns)[number]) =>
        type === "text" || row[name] === null ? row[name] : Number(row[name]);
      tables.push(rows.map((row) => columns.map((column) => cellOf(row, column))));
    }
    return tables;
  });

describe("a venue that has lived", () => {
  const url = urlOf("lived.sqlite");
  before(() => live(url));

  it("is whole", async () => {
    const { records, snapshots, notices } = await opened(url, (store) => verify(store, silently));
    assert.ok(records > 60);
    assert.equal(snapshots, 1);
    assert.deepEqual(notices, []);
  });

  it("is in a file that its owner alone may read", () => {
    const { mode } = statSync(url.slice("sqlite:".length));
    assert.equal(mode & 0o077, 0);
  });

  it("is written out record by record, as they are in the journal", async () => {
    const lines = await opened(url, async (store) => {
      const found: string[] = [];
      for await (const line of exportLines(store, silently)) found.push(line);
      return found;
    });
    const records = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map(({ seq }) => seq),
      records.map((_, index) => index + 1),
    );
    assert.equal(records[0].type, "started");
    assert.equal(records.filter(({ type }) => type === "place").length, 40);
  });

  it("is not whole once a snapshot is another's, or a record is not what it was", async () => {
    const damaged = urlOf("damaged.sqlite");
    await opened(url, (from) => opened(damaged, (to) => copy(from, to, silently)));
    await opened(damaged, async (store) => {
      const { writer } = await store.open();
      const middle = await writer("journal").where("first_seq", ">", 40).first();
      const records = middle.records.replace('"qty":2', '"qty":1');
      await writer("journal").where({ first_seq: middle.first_seq }).update({ records });
      const named = new RegExp(`record ${middle.first_seq} is damaged`);
      await assert.rejects(verify(store, silently), (error: Error) => {
        return error instanceof StoreDamaged && named.test(error.message);
      });
    });
  });

  const CHANGES = [
    [
      "a price of a trade",
      "update trades set price = price + 1 where trade_seq = 3",
      /price was .*trade_seq 3 of the table trades/,
    ],
    [
      "a fill of an order",
      "update orders set filled_qty = 9 where placed_seq = 2",
      /filled_qty was .*placed_seq 2 of/,
    ],
    ["a trade gone", "delete from trades where trade_seq = 5", /missing is the row trade_seq 5 of/],
    [
      "a trade more",
      "insert into trades select trade_seq + 999, market_id, price, qty, notional_millicents, taker_side, at_ms, taker_order_id, maker_order_id, taker_agent_id, maker_agent_id, journal_seq from trades where trade_seq = 5",
      /nothing made the row trade_seq 1004/,
    ],
    [
      "another candle",
      "update candles set high = high + 1 where period_s = 60",
      /high was changed .* candles/,
    ],
    ["another mid", "update mids set mid = 1.5 where mid is not null", /mid was changed .* mids/],
    [
      "another volume",
      "update agent_volumes set notional_millicents = 1",
      /notional_millicents was changed/,
    ],
    [
      "another answer",
      "update results set result = '{}' where client_order_id = 'c-7'",
      /result was .*client_order_id c-7 of/,
    ],
    [
      "an answer gone",
      "delete from results where client_order_id = 'c-7'",
      /missing is the row .*client_order_id c-7 of/,
    ],
  ] as const;
  for (const [index, [what, sql, said]] of CHANGES.entries()) {
    it(`is not whole with ${what}`, async () => {
      const changed = urlOf(`changed-${index}.sqlite`);
      copyFileSync(url.slice("sqlite:".length), changed.slice("sqlite:".length));
      await opened(changed, async (store) => {
        await (await store.open()).writer.raw(sql);
        await assert.rejects(verify(store, silently), (error: Error) => {
          assert.ok(error instanceof StoreDamaged);
          assert.match(error.message, said);
          return true;
        });
      });
    });
  }

  it("is copied into an empty store only", async () => {
    await opened(url, (from) =>
      opened(urlOf("taken.sqlite"), async (to) => {
        await copy(from, to, silently);
        await assert.rejects(copy(from, to, silently), StoreUnusable);
      }),
    );
  });

  const programs = postgresPrograms();
  it("is the same on PostgreSQL, and when it comes back", async (t) => {
    const found = await programs;
    if (found === null) return t.skip("PostgreSQL is not installed");
    const server = await startPostgres(found);
    t.after(() => server.stop());
    const [there, back] = [await server.create(), urlOf("back.sqlite")];
    await opened(url, (from) => opened(there, (to) => copy(from, to, silently)));
    await opened(there, (from) => opened(back, (to) => copy(from, to, silently)));
    const wholes = [url, there, back].map((each) => opened(each, (s) => verify(s, silently)));
    const [here, abroad, home] = await Promise.all(wholes);
    assert.deepEqual([abroad, home], [here, here]);
    const history = await historyIn(url);
    assert.deepEqual(await historyIn(there), history);
    assert.deepEqual(await historyIn(back), history);
    const reference = await startReference({ store: there, listen: false });
    assert.equal(reference.seed, 7);
    await reference.close();
  });
});
