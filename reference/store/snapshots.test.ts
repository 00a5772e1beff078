/** Snapshots are written beside a venue that goes on, and one that fails does it no harm. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openVenue } from "../core/venue-tape.fixture.ts";
import { type Reference, startReference } from "../start.ts";
import { FaultyStore } from "./faulty-store.fixture.ts";
import { openDurable } from "./open-store.ts";
import { bindPage, GENESIS } from "./page.ts";
import { recover } from "./recovery.ts";
import { Snapshots } from "./snapshots.ts";
import type { SqlStore } from "./sql-store.ts";
import type { StoredSnapshot } from "./store.ts";

/** What later versions added. */
const LATER = [
  { name: "003-snapshot-pieces", table: "snapshot_pieces" },
  { name: "004-results", table: "results" },
];

const folder = mkdtempSync(join(tmpdir(), "snapshots-"));
after(() => rmSync(folder, { recursive: true }));

/** Says nothing of the troubles that these tests make. */
const said: string[] = [];
const { error } = console;
console.error = (line: string) => said.push(line);
after(() => {
  console.error = error;
});

const kept = () => ({ venue: openVenue(), facts: [], atMs: 0 });
const headAt = (lastSeq: number) => ({ ...GENESIS, lastSeq });

/** A store that keeps snapshots once it is let. */
class LateStore extends FaultyStore {
  let = () => {};
  readonly #isLet = new Promise<void>((resolve) => {
    this.let = resolve;
  });
  refusal: Error | null = null;
  kept: number[] = [];

  override async saveSnapshot({ seq, pieces }: StoredSnapshot): Promise<void> {
    await this.#isLet;
    if (this.refusal !== null) throw this.refusal;
    for await (const piece of pieces) assert.ok(piece.length > 0);
    this.kept.push(seq);
  }
}

describe("snapshots", () => {
  it("are due after 100,000 records, and one at a time", async () => {
    const store = new LateStore();
    const snapshots = new Snapshots(store, 0);
    assert.equal(snapshots.isDue(headAt(99_999)), false);
    assert.equal(snapshots.isDue(headAt(100_000)), true);
    const committed = snapshots.take(headAt(100_000), kept());
    assert.equal(snapshots.isDue(headAt(199_999)), false);
    committed();
    assert.equal(snapshots.isDue(headAt(300_000)), false, "while one is being written");
    store.let();
    await snapshots.close(headAt(100_000), kept());
    assert.deepEqual(store.kept, [100_000]);
    assert.equal(snapshots.isDue(headAt(300_000)), true);
  });

  it("that cannot be taken or kept are told, and tried again after as many records", async () => {
    const store = new LateStore();
    store.let();
    const snapshots = new Snapshots(store, 0);
    const broken = {
      ...kept(),
      get venue(): never {
        throw new RangeError("Invalid string length");
      },
    };
    snapshots.take(headAt(100_000), broken)();
    assert.equal(snapshots.trouble, "Invalid string length");
    assert.ok(said.some((line) => /kept no snapshot: Invalid string length/.test(line)));
    assert.equal(snapshots.isDue(headAt(199_999)), false);
    store.refusal = new Error("no space left on device");
    await snapshots.close(headAt(200_000), kept());
    assert.equal(snapshots.trouble, "no space left on device");
    store.refusal = null;
    await snapshots.close(headAt(300_000), kept());
    assert.equal(snapshots.trouble, null);
  });

  it("are not finished once the venue is started over", async () => {
    const store = new LateStore();
    const snapshots = new Snapshots(store, 0);
    snapshots.take(headAt(1), kept())();
    snapshots.abandon();
    store.let();
    await snapshots.close(headAt(1), kept());
    assert.deepEqual(store.kept, []);
    assert.equal(snapshots.trouble, null);
  });
});

/** Adds records, as of a long life, until a snapshot is due at the first commit. */
async function age(store: SqlStore, records: number): Promise<void> {
  const lines = Array.from({ length: 10_000 }, () => '{"at":1767571200000,"type":"clock"}');
  for (let added = 0; added < records; added += lines.length) {
    const page = bindPage((await store.lastPage())!, lines);
    await store.append({ page, rows: [], startsOver: false });
  }
}

describe("a venue whose snapshot fails", () => {
  it("serves on, says so when asked whether it is ready, and is whole at the next start", async () => {
    const url = `sqlite:${join(folder, "failing.sqlite")}`;
    await (await startReference({ store: url, seed: 7, listen: false })).close();
    const store = await openDurable(url);
    await age(store, 100_000);
    const { writer } = await store.open();
    await writer.raw(`create trigger no_room before insert on snapshot_pieces
      begin select raise(abort, 'no room for snapshots'); end`);
    const reference = await startReference({ store, listen: false, controlToken: "t" });
    let told = await asked(reference, "/ready");
    for (let tries = 0; told.snapshot_error === undefined && tries < 500; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      told = await asked(reference, "/ready");
    }
    assert.equal(told.status, "ready");
    assert.match(told.snapshot_error, /no room for snapshots/);
    const { sha256 } = await asked(reference, "/_control/digest");
    await writer.raw("drop trigger no_room");
    await reference.close();
    const again = await openDurable(url);
    const { venue, snapshotSeq, head } = await recover(again);
    assert.equal(venue.digest().sha256, sha256);
    assert.equal(snapshotSeq, head.lastSeq, "closing kept one");
    await again.close();
  });
});

describe("a store of the version before", () => {
  it("has its snapshot, which was one text, and is gone on with", async () => {
    const url = `sqlite:${join(folder, "before.sqlite")}`;
    await (await startReference({ store: url, seed: 7, listen: false })).close();
    const store = await openDurable(url);
    const { head, venue, facts, atMs } = await recover(store);
    const text = JSON.stringify({
      head: { lastSeq: head.lastSeq, digest: head.digest },
      venue: venue.snapshot(),
      digest: venue.digest(),
      facts: facts.at(atMs),
      atMs,
    });
    await asBefore(store, { seq: head.lastSeq, body: text, digest: sha256(text) });
    const again = await openDurable(url);
    const notices: string[] = [];
    const recovered = await recover(again, { notify: (notice) => notices.push(notice) });
    assert.equal(recovered.snapshotSeq, head.lastSeq);
    assert.deepEqual(recovered.venue.digest(), venue.digest());
    assert.deepEqual(notices, []);
    await again.close();
    const reference = await startReference({ store: url, listen: false });
    await reference.close();
    const later = await openDurable(url);
    assert.ok((await recover(later)).snapshotSeq > head.lastSeq);
    await later.close();
  });
});

/** The tables as they were, with that snapshot alone. */
async function asBefore(store: SqlStore, row: object): Promise<void> {
  const { writer } = await store.open();
  for (const { name } of LATER) await writer("knex_migrations").where({ name }).delete();
  for (const { table } of LATER) await writer.schema.dropTable(table);
  await writer.schema.dropTable("snapshots");
  await writer.schema.createTable("snapshots", (table) => {
    table.bigInteger("seq").primary();
    table.text("body").notNullable();
    table.text("digest").notNullable();
  });
  await writer("snapshots").insert(row);
  await store.close();
}

async function asked({ handle }: Reference, path: string) {
  const headers = path.startsWith("/_control") ? { authorization: "Bearer t" } : {};
  const { body } = await handle({ method: "GET", path, headers });
  return JSON.parse(body);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
