/** What every store must do, on each database. */
import assert from "node:assert/strict";
import { linkSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { MEMORY_STORE } from "./memory-store.ts";
import { openDurable, openStore } from "./open-store.ts";
import { bindPage, GENESIS, type Head, type JournalPage } from "./page.ts";
import { postgresPrograms, startPostgres, type TestPostgres } from "./postgres.fixture.ts";
import type { SqliteDriver } from "./sqlite-driver.ts";
import { SQLITE_DRIVERS } from "./sqlite-drivers.fixture.ts";
import { JournalTaken, type Store, type StoredSnapshot, StoreUnusable } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "store-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const freshPath = () => join(folder, `${++files}.sqlite`);

const batch = (page: JournalPage, startsOver = false) => ({ page, rows: [], startsOver });

/** Pages of one to three records, one after another. */
function chain(count: number, from: Head = GENESIS): JournalPage[] {
  const pages: JournalPage[] = [];
  for (let n = 0; n < count; n++) {
    const lines = Array.from({ length: 1 + (n % 3) }, (_, line) => `{"at":${n},"line":${line}}`);
    pages.push(bindPage(pages.at(-1) ?? from, lines));
  }
  return pages;
}

async function pagesIn(store: Store, afterSeq = 0): Promise<JournalPage[]> {
  const pages: JournalPage[] = [];
  for await (const page of store.pages(afterSeq)) pages.push(page);
  return pages;
}

async function snapshotsIn(store: Store): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of store.snapshots()) seqs.push(seq);
  return seqs;
}

async function collected(pieces: StoredSnapshot["pieces"]): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

function behavesAsStore(freshUrl: () => string | Promise<string>): void {
  const open = async (url?: string): Promise<Store> => {
    const store = await openStore(url ?? (await freshUrl()));
    after(() => store.close());
    return store;
  };

  it("begins empty", async () => {
    const store = await open();
    assert.equal(await store.lastPage(), null);
    assert.deepEqual(await pagesIn(store), []);
    assert.deepEqual(await snapshotsIn(store), []);
  });

  it("gives back the pages it was given, from any record on", async () => {
    const store = await open();
    const pages = chain(40);
    for (const page of pages) await store.append(batch(page));
    assert.deepEqual(await store.lastPage(), pages.at(-1));
    for (const seq of [0, 1, 2, 3, 30, pages.at(-1)!.lastSeq]) {
      assert.deepEqual(
        await pagesIn(store, seq),
        pages.filter(({ lastSeq }) => lastSeq > seq),
      );
    }
  });

  it("takes a batch once, however often it is sent while its answer is lost", async () => {
    const store = await open();
    const [first, second] = chain(2) as [JournalPage, JournalPage];
    await store.append(batch(first));
    await store.append(batch(second));
    await store.append(batch(second)).catch(() => {}); // at the latest, makes it look again
    await store.append(batch(second));
    assert.deepEqual(await pagesIn(store), [first, second]);
  });

  it("refuses a page that does not follow the last, once it has reason to look", async () => {
    const store = await open();
    const [first, second, third] = chain(3) as [JournalPage, JournalPage, JournalPage];
    await store.append(batch(first));
    await store.append(batch(first)).catch(() => {}); // at the latest, makes it look
    await assert.rejects(store.append(batch(third)), JournalTaken);
    await store.append(batch(second));
    assert.deepEqual(await pagesIn(store), [first, second]);
  });

  it("starts over with a batch that says so", async () => {
    const store = await open();
    for (const page of chain(5)) await store.append(batch(page));
    await store.saveSnapshot({ seq: 5, pieces: ["{}"] });
    const [anew] = chain(1) as [JournalPage];
    await store.append(batch(anew, true));
    assert.deepEqual(await pagesIn(store), [anew]);
    assert.deepEqual(await snapshotsIn(store), []);
  });

  it("drops the pages after a record", async () => {
    const store = await open();
    const pages = chain(6);
    for (const page of pages) await store.append(batch(page));
    await store.dropAfter(pages[3]!.lastSeq);
    assert.deepEqual(await pagesIn(store), pages.slice(0, 4));
  });

  it("keeps the last two snapshots", async () => {
    const store = await open();
    const pieces = (seq: number) => [`"ü${seq}"`, "[]", `{"n":${seq}}`];
    for (const seq of [1, 2, 3]) await store.saveSnapshot({ seq, pieces: pieces(seq) });
    assert.deepEqual(await snapshotsIn(store), [3, 2]);
    for await (const snapshot of store.snapshots()) {
      assert.deepEqual(await collected(snapshot.pieces), pieces(snapshot.seq));
    }
  });

  it("keeps nothing of a snapshot that was not finished", async () => {
    const store = await open();
    await store.saveSnapshot({ seq: 1, pieces: ["1"] });
    const unfinished = (function* () {
      yield "2";
      throw new Error("no end");
    })();
    await assert.rejects(store.saveSnapshot({ seq: 2, pieces: unfinished }), /no end/);
    assert.deepEqual(await snapshotsIn(store), [1]);
    await store.saveSnapshot({ seq: 2, pieces: ["4"] });
    for await (const { pieces } of store.snapshots()) {
      assert.deepEqual(await collected(pieces), ["4"]);
      break;
    }
  });

  it("takes batches between the pieces of a snapshot", async () => {
    const store = await open();
    const pages = chain(3);
    async function* pieces() {
      for (const page of pages) {
        await store.append(batch(page));
        yield String(page.firstSeq);
      }
    }
    await store.saveSnapshot({ seq: 1, pieces: pieces() });
    assert.deepEqual(await pagesIn(store), pages);
  });
}

function outlivesItsProcess(freshUrl: () => string | Promise<string>): void {
  it("is refused to a second writer until the first is gone, and then has everything", async () => {
    const url = await freshUrl();
    const first = await openStore(url);
    const [page] = chain(1) as [JournalPage];
    await first.append(batch(page));
    const isInUse = (error: Error) =>
      error instanceof StoreUnusable && error.message.includes("is in use by another touchstone");
    await assert.rejects(openStore(url), isInUse);
    await first.close();
    const second = await openStore(url);
    assert.deepEqual(await pagesIn(second), [page]);
    await second.close();
  });

  it("is refused to a program that is older than its tables", async () => {
    const url = await freshUrl();
    const store = await openDurable(url);
    const { writer } = await store.open();
    await writer("knex_migrations").insert({ name: "999-later", batch: 9 });
    await store.close();
    await assert.rejects(openStore(url), /newer touchstone \(it has 999-later\)/);
  });
}

describe("a store in memory", () => behavesAsStore(() => MEMORY_STORE));

for (const { driver, skip } of SQLITE_DRIVERS) {
  describe(`a store in a SQLite file, by ${driver}`, { skip }, () => {
    behavesAsStore(() => `${driver}:${freshPath()}`);
    outlivesItsProcess(() => `${driver}:${freshPath()}`);
    isOneFile(driver);
  });
}

function isOneFile(driver: SqliteDriver): void {
  it("is refused to a second writer by a hard link, and when the lock file was removed", async () => {
    const path = freshPath();
    const url = `${driver}:${path}`;
    const first = await openStore(url);
    linkSync(path, `${path}-linked`);
    await assert.rejects(openStore(`${url}-linked`), /is in use by another touchstone/);
    rmSync(`${path}-lock`);
    await assert.rejects(openStore(url), /is in use by another touchstone/);
    await first.close();
    await (await openStore(url)).close();
  });

  it("has every commit on the disk before it is answered", async () => {
    const { writer, close } = await (await openDurable(`${driver}:${freshPath()}`)).open();
    const [{ synchronous }] = await writer.raw("pragma synchronous");
    const [{ journal_mode: mode }] = await writer.raw("pragma journal_mode");
    await close();
    assert.deepEqual([synchronous, mode], [2, "wal"]);
  });

  it("tells what the database says of what cannot be done, by its code", async () => {
    const { reader, writer, close } = await (await openDurable(`${driver}:${freshPath()}`)).open();
    const row = { seq: 1, piece: 1, body: "" };
    await writer("snapshot_pieces").insert(row);
    await assert.rejects(writer("snapshot_pieces").insert(row), { code: "SQLITE_CONSTRAINT" });
    await assert.rejects(reader("snapshot_pieces").delete(), { code: "SQLITE_READONLY" });
    assert.equal(await writer("snapshot_pieces").delete(), 1);
    await close();
  });

  for (const bytes of [0, 1, 99]) {
    it(`is no file of ${bytes} bytes, which is what is left of one`, async () => {
      const path = freshPath();
      writeFileSync(path, "S".repeat(bytes));
      const isCutOff = new RegExp(`cut off .${bytes} of at least 100 bytes`);
      await assert.rejects(openStore(`${driver}:${path}`), isCutOff);
    });
  }

  it("is no other program's database", async () => {
    const { default: knex } = await import("knex");
    const filename = freshPath();
    const other = knex({ client: "sqlite3", connection: { filename }, useNullAsDefault: true });
    await other.raw("create table notes (text)");
    await other.destroy();
    await assert.rejects(openStore(`${driver}:${filename}`), /is a database of something else/);
  });
}

it("is of sqlite3 where nothing else is said, and read by whichever driver", async () => {
  const path = freshPath();
  const store = await openStore(`sqlite:${path}`);
  assert.equal(store.name, `sqlite3:${path}`);
  const [page] = chain(1) as [JournalPage];
  await store.append(batch(page));
  await store.close();
  for (const { driver, skip } of SQLITE_DRIVERS) {
    if (skip) continue;
    const again = await openStore(`${driver}:${path}`);
    assert.deepEqual(await pagesIn(again), [page]);
    await again.close();
  }
});

const programs = await postgresPrograms();
const skip = programs === null && "PostgreSQL is not installed";

describe("a store on PostgreSQL", { skip }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres(programs!);
  });
  after(() => server.stop());
  behavesAsStore(() => server.create());
  outlivesItsProcess(() => server.create());

  it("is written to again after the server was restarted, under the lock", async () => {
    const url = await server.create();
    const store = await openStore(url);
    const [first, second] = chain(2) as [JournalPage, JournalPage];
    await store.append(batch(first));
    await server.restart();
    await store.append(batch(second)).catch(() => store.append(batch(second)));
    assert.deepEqual(await pagesIn(store), [first, second]);
    await assert.rejects(openStore(url), /is in use/);
    await store.close();
  });
});
