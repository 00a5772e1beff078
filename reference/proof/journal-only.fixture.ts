/**
 * The bound of a durable venue: the venue in memory, whose answers wait until the page with their
 * records is committed to SQLite. No history, results or snapshots are on disk.
 */
import knex from "knex";
import { MemoryStore } from "../store/memory-store.ts";
import { commitBy, type SqliteConnection } from "../store/sqlite-commit.ts";
import { chooseSqlite } from "../store/sqlite-driver.ts";
import type { Store } from "../store/store.ts";
import { runVenue } from "./run-venue.ts";

/** As the store has it: a commit has reached the disk when it is answered. */
const PRAGMAS = ["journal_mode = wal", "synchronous = full", "wal_autocheckpoint = 4000"];
const INSERT = "insert into journal (first_seq, records) values (?, ?)";

const { store: filename, ...options } = JSON.parse(process.argv[2]!);
await runVenue({ ...options, store: await journalOnly(filename) });

async function journalOnly(filename: string): Promise<Store> {
  const { client } = await chooseSqlite();
  const afterCreate = (connection: SqliteConnection, done: (error: Error | null) => void) =>
    connection.exec(PRAGMAS.map((pragma) => `pragma ${pragma};`).join(""), done);
  const pool = { min: 1, max: 1, afterCreate };
  const database = knex({ client, connection: { filename }, useNullAsDefault: true, pool });
  await database.raw("create table journal (first_seq integer primary key, records text not null)");
  const commit = commitBy(database);
  const memory: Store = new MemoryStore();
  const keep = memory.append.bind(memory);
  const append: Store["append"] = async (batch) => {
    const { firstSeq, records } = batch.page;
    await commit([{ sql: INSERT, values: [firstSeq, records] }]);
    await keep(batch);
  };
  return Object.assign(memory, { isDurable: true, append, close: () => database.destroy() });
}
