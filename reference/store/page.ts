/** Pages of the journal: records that were committed together, chained by digest to those before. */
import { createHash } from "node:crypto";

/**
 * What one commit added to the journal.
 * Shape: `records` is a JSON array of `{"at":MS,"type":TYPE,...}`, one record a line, whose sequence
 * numbers run from `firstSeq` to `lastSeq`; `digest` covers the page and, by the one before, all
 * pages up to it.
 */
export interface JournalPage {
  firstSeq: number;
  lastSeq: number;
  records: string;
  digest: string;
}

/** A place in the journal: after the record of that number. */
export type Head = Pick<JournalPage, "lastSeq" | "digest">;

/** Where every journal begins. */
export const GENESIS: Head = { lastSeq: 0, digest: "" };

/** Binds lines into the page that follows another. */
export function bindPage(head: Head, lines: readonly string[]): JournalPage {
  const records = `[${lines.join(",\n")}]`;
  const firstSeq = head.lastSeq + 1;
  const digest = pageDigest(head, records);
  return { firstSeq, lastSeq: head.lastSeq + lines.length, records, digest };
}

/** Whether a page follows another and is whole. */
export function follows(head: Head, page: JournalPage): boolean {
  return page.firstSeq === head.lastSeq + 1 && page.digest === pageDigest(head, page.records);
}

function pageDigest({ digest, lastSeq }: Head, records: string): string {
  return createHash("sha256").update(`${digest}\n${lastSeq}\n${records}`).digest("hex");
}
