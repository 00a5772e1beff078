/** Rebuilds a venue from its store: the newest snapshot, then the records after it. */
import { Venue, type VenueOptions } from "../core/venue.ts";
import { pagesAfter } from "./chain.ts";
import { Facts } from "./facts.ts";
import { GENESIS, type Head, type JournalPage } from "./page.ts";
import { commandOf, isFact, recordsOf } from "./record.ts";
import type { AppliedCommand } from "./results.ts";
import { decodeSnapshot, type JournalSnapshot } from "./snapshot.ts";
import { type Store, StoreUnusable } from "./store.ts";

/** A venue as the store has it. Shape: in an empty store a new one, `head` being GENESIS. */
export interface Recovered {
  venue: Venue;
  facts: Facts;
  head: Head;
  /** Of the snapshot that the recovery started from; 0 without one. */
  snapshotSeq: number;
  /** Of the last record. Units: epoch ms. */
  atMs: number;
}

/** What a recovery needs beside the store; `notify` hears of everything out of the ordinary. */
export interface RecoveryOptions {
  venue?: VenueOptions;
  notify?: (notice: string) => void;
}

/**
 * Recovers a venue; it tells no events.
 * Errors: StoreDamaged for a damaged record, unless it is the last: a last page that is not whole
 * was never acknowledged, and is dropped.
 */
export async function recover(
  store: Store,
  { venue: options = {}, notify = console.error }: RecoveryOptions = {},
): Promise<Recovered> {
  const { emit: _, ...silent } = options;
  const last = await store.lastPage();
  const start = await newestSnapshot(store, { notify, last });
  const recovered = start === null ? fresh(silent) : restored(store, start, silent);
  const torn = async ({ firstSeq }: JournalPage, { lastSeq }: Head) => {
    await store.dropAfter(lastSeq);
    notify(`${store.name}: record ${firstSeq} was torn, never acknowledged, and is dropped`);
  };
  for await (const page of pagesAfter(store, { from: recovered.head, last, notify, torn })) {
    rollForward(recovered, page);
  }
  return recovered;
}

/** What an empty store holds. */
export function fresh(options: VenueOptions = {}): Recovered {
  const venue = new Venue(options);
  return { venue, facts: new Facts(), head: GENESIS, snapshotSeq: 0, atMs: 0 };
}

/** The restored venue must be the one that was kept, to the last bit of its digest. */
function restored(store: Store, snapshot: JournalSnapshot, options: VenueOptions): Recovered {
  const venue = Venue.restore(snapshot.venue, options);
  if (venue.digest().sha256 !== snapshot.digest.sha256) {
    throw new StoreUnusable(
      `the snapshot after record ${snapshot.head.lastSeq} of ${store.name} is of another venue: ` +
        "run it with the limits and the version that it was written with",
    );
  }
  const facts = new Facts();
  for (const fact of snapshot.facts) facts.take(fact);
  const { head } = snapshot;
  return { venue, facts, head, snapshotSeq: head.lastSeq, atMs: snapshot.atMs };
}

async function newestSnapshot(
  store: Store,
  { notify, last }: { notify: (notice: string) => void; last: JournalPage | null },
): Promise<JournalSnapshot | null> {
  for await (const stored of store.snapshots()) {
    const snapshot = stored.seq <= (last?.lastSeq ?? 0) ? await decodeSnapshot(stored) : null;
    if (snapshot !== null) return snapshot;
    notify(`the snapshot after record ${stored.seq} is damaged: recovering from further back`);
  }
  return null;
}

/** Does what a page records; `seen` hears what came of each command. */
export function rollForward(
  recovered: Recovered,
  page: JournalPage,
  seen: (applied: AppliedCommand) => void = () => {},
): void {
  recovered.head = page;
  for (const record of recordsOf(page)) {
    recovered.atMs = record.at;
    if (isFact(record)) {
      recovered.facts.take(record);
      continue;
    }
    const outcome = recovered.venue.apply(commandOf(record), record.at);
    seen({ command: record, outcome, at: record.at });
  }
}
