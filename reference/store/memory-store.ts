/** A store that ends with the process: its tables are written when somebody reads them. */
import type { Knex } from "knex";
import type { Batch } from "./batch.ts";
import { GENESIS, type Head, type JournalPage } from "./page.ts";
import type { SqlStore } from "./sql-store.ts";
import { JournalTaken, type Store, type StoredSnapshot } from "./store.ts";

/** Its URL. */
export const MEMORY_STORE = "sqlite::memory:";

/** How many batches wait at most; what a reader waits for is bounded with them. */
const WAITING_MAX = 100;

/** What waits takes as much memory as its rows would, and most venues in memory are never read. */
export class MemoryStore implements Store {
  readonly name = MEMORY_STORE;
  readonly isDurable = false;
  readonly #waiting: Batch[] = [];
  #tables: SqlStore | null = null;
  #head: Head = GENESIS;
  #isNew = true;
  #writing: Promise<unknown> = Promise.resolve();

  async append(batch: Batch): Promise<void> {
    const { page, startsOver } = batch;
    const isThere = page.lastSeq === this.#head.lastSeq && page.digest === this.#head.digest;
    if (isThere) return;
    if (!startsOver && page.firstSeq !== this.#head.lastSeq + 1) {
      throw new JournalTaken(`the journal ends at ${this.#head.lastSeq}`);
    }
    this.#isNew = false;
    this.#head = page;
    this.#waiting.push(batch);
    if (this.#waiting.length > WAITING_MAX) await this.#written();
  }

  async database(): Promise<Knex> {
    return (await this.#written()).database();
  }

  async lastPage(): Promise<JournalPage | null> {
    return this.#isNew ? null : (await this.#written()).lastPage();
  }

  async *pages(afterSeq: number): AsyncIterable<JournalPage> {
    if (!this.#isNew) yield* (await this.#written()).pages(afterSeq);
  }

  async dropAfter(seq: number): Promise<void> {
    const tables = await this.#written();
    await tables.dropAfter(seq);
    this.#head = (await tables.lastPage()) ?? GENESIS;
  }

  async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    this.#isNew = false;
    await (await this.#written()).saveSnapshot(snapshot);
  }

  async *snapshots(): AsyncIterable<StoredSnapshot> {
    if (!this.#isNew) yield* (await this.#written()).snapshots();
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {}); // was thrown where it was asked for
    await this.#tables?.close();
  }

  /** The tables with all that was appended by now; who comes later waits for those before. */
  #written(): Promise<SqlStore> {
    const written = this.#writing.catch(() => {}).then(() => this.#write());
    this.#writing = written;
    return written;
  }

  async #write(): Promise<SqlStore> {
    this.#tables ??= await this.#makeTables();
    for (let batch = this.#waiting[0]; batch !== undefined; batch = this.#waiting[0]) {
      await this.#tables.append(batch);
      this.#waiting.shift();
    }
    return this.#tables;
  }

  /** Loaded late: a venue that nobody reads needs no SQL. */
  async #makeTables(): Promise<SqlStore> {
    const { SqlStore } = await import("./sql-store.ts");
    const { connectMemory } = await import("./sqlite.ts");
    return new SqlStore(this, connectMemory);
  }
}
