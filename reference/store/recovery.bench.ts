/** How fast a venue comes back from its store: a whole journal beside the core, and a million records. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "../../reports/schema/bench.ts";
import { commandOf, drawTape, type Entry, openVenue } from "../core/venue-tape.fixture.ts";
import { openStore } from "./open-store.ts";
import { bindPage, GENESIS, type Head } from "./page.ts";
import { encodeRecord } from "./record.ts";
import { recover } from "./recovery.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Store } from "./store.ts";

const LIVE = 10_000;
const RECORDS = 1_000_000;
const PAGE_RECORDS = 100;
/** As a venue takes them: the last one is up to 100,000 records old. */
const SNAPSHOT_AT = 900_000;
const WHOLE_SECONDS_MAX = 3;
const SILENT = { notify: () => {} };

/** Both from one journal; the store is as after a crash, so that its snapshot is not the newest. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const url = `sqlite:${join(folder, "venue.sqlite")}`;
  const store = await openStore(url);
  const { core, first, late } = await fill(store);
  await store.saveSnapshot(first);
  const replay = await cpuSeconds(async () => void (await recover(store, SILENT)));
  await store.saveSnapshot(late);
  const begun = performance.now();
  await recover(store, SILENT);
  const seconds = (performance.now() - begun) / 1_000;
  await store.close();
  rmSync(folder, { recursive: true });
  const rate = (tookS: number) => Math.round(RECORDS / tookS);
  return [
    {
      name: "journal replay against the core",
      ...{ measured: core / replay, unit: "×", aim: 0.5 },
      note: `commands per CPU second, ${rate(replay)} against ${rate(core)}; ${RECORDS} records in pages of ${PAGE_RECORDS}, SQLite`,
    },
    {
      name: "recovery of a million records, 100,000 of them after the snapshot",
      ...{ measured: seconds, unit: "s", aim: WHOLE_SECONDS_MAX, isAtMost: true },
      note: "by the clock, SQLite",
    },
  ];
}

/** The tape ends with it: a venue that starts has no million commands in its memory. */
async function fill(store: Store) {
  const entries = drawTape(LIVE, RECORDS - LIVE);
  const head = await write(store, entries);
  const core = await cpuSeconds(async () => applyAll(entries));
  const late = snapshotOf(head, SNAPSHOT_AT, entries);
  return { core, first: snapshotOf(GENESIS, 0, entries), late };
}

/** Returns where the journal stood at the snapshot. */
async function write(store: Store, entries: readonly Entry[]): Promise<Head> {
  let head: Head = GENESIS;
  let atSnapshot: Head = GENESIS;
  for (let from = 0; from < entries.length; from += PAGE_RECORDS) {
    const taken = entries.slice(from, from + PAGE_RECORDS);
    const page = bindPage(
      head,
      taken.map((entry) => encodeRecord(commandOf(entry), 0)),
    );
    await store.append({ page, rows: [], startsOver: false });
    head = page;
    if (page.lastSeq === SNAPSHOT_AT) atSnapshot = page;
  }
  return { lastSeq: atSnapshot.lastSeq, digest: atSnapshot.digest };
}

function applyAll(entries: readonly Entry[]) {
  const venue = openVenue();
  for (const entry of entries) venue.apply(commandOf(entry), 0);
  return venue;
}

function snapshotOf(head: Head, records: number, entries: readonly Entry[]) {
  return takeSnapshot(head, { venue: applyAll(entries.slice(0, records)), facts: [], atMs: 0 });
}

async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
