/** Cuts a store's files short byte by byte, and damages them: what opens holds whole commits. */
import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openStore } from "../store/open-store.ts";
import { bindPage, GENESIS, type Head } from "../store/page.ts";
import { encodeRecord } from "../store/record.ts";
import { recover } from "../store/recovery.ts";
import type { SqliteDriver } from "../store/sqlite-driver.ts";
import { SQLITE_DRIVERS } from "../store/sqlite-drivers.fixture.ts";
import { StoreUnusable } from "../store/store.ts";

/** Bytes between two cuts; 1 by `TOUCHSTONE_CUT_STEP`: the torture. */
const STEP = Number(process.env["TOUCHSTONE_CUT_STEP"] ?? 211);
const COMMITS = 6;
const RECORDS = 3;
const folder = mkdtempSync(join(tmpdir(), "cut-"));
const lived = join(folder, "lived.sqlite");
const closed = join(folder, "closed.sqlite");
const victim = join(folder, "victim.sqlite");
after(() => rmSync(folder, { recursive: true }));

/** The ends of the pages that were committed, and after each the log's length. */
const heads: Head[] = [GENESIS];
const logBytes: number[] = [];

before(async () => {
  const store = await openStore(`sqlite3:${lived}`);
  for (let commit = 0; commit < COMMITS; commit++) {
    const lines = Array.from({ length: RECORDS }, (_, n) =>
      encodeRecord(
        { type: "member", email: `${commit}-${n}@x.example`, accountId: "a", salt: "s", hash: "h" },
        n,
      ),
    );
    const page = bindPage(heads.at(-1)!, lines);
    await store.append({ page, rows: [], startsOver: false });
    heads.push({ lastSeq: page.lastSeq, digest: page.digest });
    logBytes.push(statSync(`${lived}-wal`).size);
  }
  for (const ending of ["", "-wal"]) copyFileSync(lived + ending, victim + ending);
  await store.close();
  copyFileSync(lived, closed);
  for (const ending of ["", "-wal"]) copyFileSync(victim + ending, lived + ending);
});

/** Starts from a copy; the head of what was recovered, and whether a torn end was dropped. */
async function reopenedBy(
  driver: SqliteDriver,
  from: string,
  harm: () => void,
): Promise<Head & { isTorn: boolean }> {
  for (const ending of ["-wal", "-shm"]) rmSync(victim + ending, { force: true });
  copyFileSync(from, victim);
  if (from === lived) copyFileSync(`${lived}-wal`, `${victim}-wal`);
  harm();
  const store = await openStore(`${driver}:${victim}`);
  try {
    const notices: string[] = [];
    const { head } = await recover(store, { notify: (notice) => notices.push(notice) });
    return { ...head, isTorn: notices.some((notice) => /was torn/.test(notice)) };
  } finally {
    await store.close();
  }
}

for (const { driver, skip } of SQLITE_DRIVERS) {
  describe(`a store whose files were cut or damaged, by ${driver}`, { skip }, () => {
    // Each opening starts threads of Node's SQLite: what the files hold is the same.
    const step = driver === "sqlite3" ? STEP : 5 * STEP;
    const reopened = (from: string, harm: () => void) => reopenedBy(driver, from, harm);

    it("has all commits that the log holds whole, wherever the log is cut off", async () => {
      const total = logBytes.at(-1)!;
      for (let bytes = logBytes[2]!; bytes <= total; bytes += step) {
        const head = await reopened(lived, () => truncateSync(`${victim}-wal`, bytes));
        const whole = logBytes.filter((end) => end <= bytes).length;
        assert.equal(head.lastSeq, RECORDS * whole, `cut after ${bytes} of ${total} bytes`);
        assert.equal(head.digest, heads[whole]!.digest);
      }
    });

    it("is not opened when the file itself lost its end", async () => {
      const total = statSync(closed).size;
      for (let bytes = total - 1; bytes > total - 9_000; bytes -= step) {
        await assert.rejects(
          reopened(closed, () => truncateSync(victim, bytes)),
          (error: Error) => error instanceof StoreUnusable && /cut off/.test(error.message),
          `cut after ${bytes} of ${total} bytes`,
        );
      }
    });

    // A damaged last page cannot be told from a torn one, and is dropped with a notice as such.
    it("tells of damaged records, or has them all: it never starts with others", async () => {
      const bytes = readFileSync(closed);
      let refused = 0;
      for (let at = 100; at < bytes.length; at += 10 * step) {
        const harmed = Buffer.from(bytes);
        harmed[at]! ^= 0x01;
        try {
          const head = await reopened(closed, () => writeFileSync(victim, harmed));
          const expected = heads.at(head.isTorn ? -2 : -1)!;
          assert.equal(head.digest, expected.digest, `byte ${at} of ${bytes.length}`);
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          refused++;
        }
      }
      assert.ok(refused > 0);
    });
  });
}
