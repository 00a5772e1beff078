/** Verifies a whole store: every page, and every snapshot against a replay of all records. */
import { pagesAfter } from "./chain.ts";
import { GENESIS } from "./page.ts";
import { fresh, rollForward } from "./recovery.ts";
import { decodeSnapshot } from "./snapshot.ts";
import { type Store, StoreDamaged } from "./store.ts";

/** What was found whole. Shape: `notices` are oddities that the next start mends by itself. */
export interface Verified {
  records: number;
  pages: number;
  snapshots: number;
  /** Of the venue after the last record. */
  digest: string;
  notices: string[];
}

/** Errors: StoreDamaged names the first record or snapshot that is not what it was. */
export async function verify(store: Store, notify: (line: string) => void): Promise<Verified> {
  const notices: string[] = [];
  const kept = await digestsBySeq(store, notices);
  const venue = fresh();
  const last = await store.lastPage();
  const torn = async ({ firstSeq }: { firstSeq: number }) => {
    notices.push(
      `record ${firstSeq} is torn; it was never acknowledged, and the next start drops it`,
    );
  };
  let pages = 0;
  for await (const page of pagesAfter(store, { from: GENESIS, last, notify, torn })) {
    rollForward(venue, page);
    pages++;
    const digest = kept.get(page.lastSeq);
    if (digest === undefined || digest === venue.venue.digest().sha256) continue;
    throw new StoreDamaged(
      `the snapshot after record ${page.lastSeq} of ${store.name} is not what a recovery gives: ` +
        "another version of touchstone, or other limits, wrote it",
    );
  }
  const { sha256 } = venue.venue.digest();
  return { records: venue.head.lastSeq, pages, snapshots: kept.size, digest: sha256, notices };
}

async function digestsBySeq(store: Store, notices: string[]): Promise<Map<number, string>> {
  const digests = new Map<number, string>();
  for await (const stored of store.snapshots()) {
    const snapshot = decodeSnapshot(stored);
    if (snapshot !== null) digests.set(stored.seq, snapshot.digest.sha256);
    else notices.push(`the snapshot after record ${stored.seq} is damaged; the start goes without`);
  }
  return digests;
}
