/** What one commit holds: a page of the journal, and the rows of history that its commands made. */
import type { JournalPage } from "./page.ts";

/** A value as both databases take it. Shape: no bigint, which SQLite would bind as NULL. */
export type Value = string | number | null;

/** SQL with the values of its question marks. */
export interface Statement {
  sql: string;
  values: readonly Value[];
}

/**
 * A row on its way into a table of history, values in the order of the table's columns; what the
 * tables are is `history`'s alone.
 * Shape: every table has the `journal_seq` of the record that made the row, so that the rows of a
 * page that must be dropped can be dropped with it.
 */
export interface HistoryRow {
  table: string;
  values: readonly Value[];
}

/** Written whole or not at all. */
export interface Batch {
  page: JournalPage;
  rows: readonly HistoryRow[];
  /** Whether everything that was there before goes: the venue was started over. */
  startsOver: boolean;
  /** Results from before then may go, some with every batch that adds some. Units: epoch ms. */
  resultsBeforeMs?: number;
}
