/** Snapshots as they are kept: the venue and the facts after a page of the journal. */
import { createHash } from "node:crypto";
import type { Digest } from "../core/digest.ts";
import type { VenueSnapshot } from "../core/snapshot.ts";
import type { Venue } from "../core/venue.ts";
import type { Head } from "./page.ts";
import type { FactRecord } from "./record.ts";
import type { StoredSnapshot } from "./store.ts";

/** What a recovery starts from. Shape: `digest` is the venue's own, by which it is known again. */
export interface JournalSnapshot {
  head: Head;
  venue: VenueSnapshot;
  digest: Digest;
  facts: FactRecord[];
  /** Of the last record. Units: epoch ms. */
  atMs: number;
}

/** Takes a snapshot; `page` is the last that the venue has seen. */
export function encodeSnapshot(
  page: Head,
  { venue, facts, atMs }: { venue: Venue; facts: FactRecord[]; atMs: number },
): StoredSnapshot {
  const head = { lastSeq: page.lastSeq, digest: page.digest };
  const parts = { venue: venue.snapshot(), digest: venue.digest(), facts, atMs };
  const body = JSON.stringify({ head, ...parts } satisfies JournalSnapshot);
  return { seq: head.lastSeq, body, digest: sha256(body) };
}

/** Null for one that is damaged. */
export function decodeSnapshot({ body, digest }: StoredSnapshot): JournalSnapshot | null {
  return sha256(body) === digest ? (JSON.parse(body) as JournalSnapshot) : null;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
