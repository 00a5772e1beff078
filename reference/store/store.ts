/** Where a venue's journal, snapshots and history are kept: what every store must do. */
import type { Batch, HistoryRow } from "./batch.ts";
import type { KeptHistory } from "./history/kept-history.ts";
import type { JournalPage } from "./page.ts";

/** The whole venue after the record `seq`. Shape: each piece is JSON; the last tells that all are there. */
export interface StoredSnapshot {
  seq: number;
  pieces: Iterable<string> | AsyncIterable<string>;
}

/**
 * One venue's store, held by one writer until it is closed.
 * Errors: what a database throws passes through; the committer retries what failed.
 */
export interface Store {
  /** As people name it, without a password. */
  readonly name: string;
  /** Whether what it holds outlives the process, so that answers wait for commits. */
  readonly isDurable: boolean;
  /** What has happened, to be read: all that was appended by now. */
  history(): Promise<KeptHistory>;
  /**
   * Commits a batch, whole or not at all. The same batch twice is once, so that one whose answer
   * was lost can be sent again. Errors: JournalTaken when the page does not follow the last one.
   */
  append(batch: Batch): Promise<void>;
  /** Adds rows of history that no batch of this process made. */
  addRows(rows: readonly HistoryRow[]): Promise<void>;
  /** The last page; null in a new store. */
  lastPage(): Promise<JournalPage | null>;
  /** The pages that hold records after a sequence number, in order. */
  pages(afterSeq: number): AsyncIterable<JournalPage>;
  /** Drops the pages after a sequence number, with the rows that they made. */
  dropAfter(seq: number): Promise<void>;
  /**
   * Keeps a snapshot, and of the older ones the newest; batches may be appended between its pieces.
   * Errors: what the making of a piece throws passes through, and nothing is kept.
   */
  saveSnapshot(snapshot: StoredSnapshot): Promise<void>;
  /** Newest first. */
  snapshots(): AsyncIterable<StoredSnapshot>;
  /** Lets another writer in. */
  close(): Promise<void>;
}

/** The journal in the store is not the one that this process wrote: somebody else writes too. */
export class JournalTaken extends Error {}

/** A store that cannot be used as it is; the message says why, and what to do. */
export class StoreUnusable extends Error {}

/** Records that were acknowledged are damaged or missing; the message names the first. */
export class StoreDamaged extends StoreUnusable {}

/** Whether an error is of the database, out of order for a while, and not of who asked it. */
export function isStoreError(error: unknown): boolean {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const isCoded = /^(SQLITE_|ECONN|EPIPE|ETIMEDOUT|ENOENT|08|53|57P|58)/.test(code);
  return isCoded || /Connection terminated|acquiring a connection/.test(message);
}

/** What an error of a store's database means to whoever wanted to use it; others pass through. */
export function unusable(name: string, error: unknown): unknown {
  if (error instanceof StoreUnusable || !isStoreError(error)) return error;
  const { message } = error as Error;
  return new StoreUnusable(
    `the store ${name} cannot be read: ${message.replace(/^.* - (?=SQ)/s, "")}`,
  );
}
