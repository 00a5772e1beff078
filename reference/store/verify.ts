/** Verifies a whole store: every page, and snapshots and history against a replay of all records. */
import type { Knex } from "knex";
import type { HistoryRow } from "./batch.ts";
import { pagesAfter } from "./chain.ts";
import { firstDifference } from "./history/compare.ts";
import { insertRows } from "./history/insert.ts";
import { MAKER_OWNER, Projection } from "./history/projection.ts";
import { GENESIS } from "./page.ts";
import { fresh, type Recovered, rollForward } from "./recovery.ts";
import { HOURS_KEPT, Results } from "./results.ts";
import { decodeSnapshot } from "./snapshot.ts";
import type { SqlStore } from "./sql-store.ts";
import { connectScratch } from "./sqlite.ts";
import { StoreDamaged } from "./store.ts";

/** What was found whole. Shape: `notices` are oddities that the next start mends by itself. */
export interface Verified {
  records: number;
  pages: number;
  snapshots: number;
  /** Of the venue after the last record. */
  digest: string;
  notices: string[];
}

/** Rows of history that are written at once. */
const ROWS_AT_ONCE = 5_000;
const HOUR_MS = 3_600_000;

/** Errors: StoreDamaged names the first record, snapshot or row of history that is not what it was. */
export async function verify(store: SqlStore, notify: (line: string) => void): Promise<Verified> {
  const scratch = await connectScratch();
  try {
    return await verifyBy(scratch, store, notify);
  } finally {
    await scratch.destroy();
  }
}

async function verifyBy(
  scratch: Knex,
  store: SqlStore,
  notify: (line: string) => void,
): Promise<Verified> {
  /** @bound one a snapshot that is kept: told at the end; reference/store/store.test.ts */
  const notices: string[] = [];
  const kept = await digestsBySeq(store, notices);
  const recovered = fresh();
  const { venue } = recovered;
  const history = new Replayed(scratch, recovered);
  const last = await store.lastPage();
  let isTorn = false;
  const torn = async ({ firstSeq }: { firstSeq: number }) => {
    isTorn = true;
    notices.push(
      `record ${firstSeq} is torn; it was never acknowledged, and the next start drops it ` +
        "with what it left in history, which was not looked at",
    );
  };
  let pages = 0;
  for await (const page of pagesAfter(store, { from: GENESIS, last, notify, torn })) {
    rollForward(recovered, page, (applied) => history.results.take(applied, page.lastSeq));
    await history.write();
    pages++;
    const digest = kept.get(page.lastSeq);
    if (digest === undefined || digest === venue.digest().sha256) continue;
    throw new StoreDamaged(
      `the snapshot after record ${page.lastSeq} of ${store.name} is not what a recovery gives: ` +
        "another version of touchstone, or other limits, wrote it",
    );
  }
  if (!isTorn) await history.compare(store);
  const { sha256 } = venue.digest();
  return { records: recovered.head.lastSeq, pages, snapshots: kept.size, digest: sha256, notices };
}

/** The history that a replay makes, in a database of its own. */
class Replayed {
  readonly results = new Results();
  readonly #scratch: Knex;
  readonly #recovered: Recovered;
  readonly #projection: Projection;
  /** @bound {ROWS_AT_ONCE} rows, and those of a page: they are written; reference/store/move.test.ts */
  #rows: HistoryRow[] = [];
  /** A clock may have been set back. Units: epoch ms. */
  #latestMs = 0;

  constructor(scratch: Knex, recovered: Recovered) {
    this.#scratch = scratch;
    this.#recovered = recovered;
    this.#projection = new Projection(recovered.venue);
    recovered.venue.listen((event) => this.#projection.record(event));
  }

  /** Takes the rows of the page that was replayed last. */
  async write(): Promise<void> {
    const { head, atMs } = this.#recovered;
    this.#latestMs = Math.max(this.#latestMs, atMs);
    this.#rows.push(...this.#projection.take(head.lastSeq), ...this.results.rows(head.lastSeq));
    this.results.surplus(head.lastSeq);
    if (this.#rows.length >= ROWS_AT_ONCE) await this.#insert();
  }

  /** Errors: StoreDamaged. */
  async compare(store: SqlStore): Promise<void> {
    await this.#insert();
    const maker = this.#recovered.venue.accountOfOwner(MAKER_OWNER)?.agents[0];
    const difference = await firstDifference(await store.database(), this.#scratch, {
      agentId: maker?.agentId ?? null,
      resultsBeforeMs: this.#latestMs - HOURS_KEPT * HOUR_MS,
    });
    if (difference === null) return;
    throw new StoreDamaged(
      `the history in ${store.name} is not what its journal gives: ${difference}. ` +
        "The journal is whole; restore the history from a backup",
    );
  }

  /** A row that changes from page to page is written again: the last stands. */
  async #insert(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#scratch.transaction((trx) => insertRows(trx, rows));
  }
}

async function digestsBySeq(store: SqlStore, notices: string[]): Promise<Map<number, string>> {
  /** @bound the snapshots that a store keeps: older ones are gone; reference/store/store.test.ts */
  const digests = new Map<number, string>();
  for await (const stored of store.snapshots()) {
    const snapshot = await decodeSnapshot(stored);
    if (snapshot !== null) digests.set(stored.seq, snapshot.digest.sha256);
    else notices.push(`the snapshot after record ${stored.seq} is damaged; the start goes without`);
  }
  return digests;
}
