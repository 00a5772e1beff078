/** Holds the tables of history against what a replay of the journal makes of them. */
import type { Knex } from "knex";
import type { StoredRow } from "./rows.ts";
import { type Column, HISTORY_TABLES, type Table } from "./tables.ts";
import { nameOf, rowsLike, rowsOf } from "./walk.ts";

/** Which rows are not held against each other. */
export interface Excused {
  /** Of whom orders may be there or not: the house's maker. */
  agentId: string | null;
  /** Results from before then may have been removed. Units: epoch ms. */
  resultsBeforeMs: number;
}

/** What is written by the way: the page that a row came with, and when it was put into its table. */
const BESIDE = new Set(["journal_seq", "results.at_ms"]);

/**
 * The first row that is not what it should be, in words; null where all are.
 * Shape: `kept` is what a store holds, `made` what a replay gives, each a database.
 */
export async function firstDifference(
  kept: Knex,
  made: Knex,
  excused: Excused,
): Promise<string | null> {
  for (const table of HISTORY_TABLES) {
    const difference =
      (await changed(kept, made, { table, excused })) ??
      (await missing(kept, made, { table, excused }));
    if (difference !== null) return `${difference} of the table ${table.name}`;
  }
  return null;
}

interface Compared {
  table: Table;
  excused: Excused;
}

/** A row that the replay does not give, or gives otherwise. */
async function changed(kept: Knex, made: Knex, { table, excused }: Compared) {
  for await (const rows of rowsOf(kept, table)) {
    const expected = await rowsLike(made, table, rows);
    for (const row of rows) {
      if (isExcused(row, { table, excused })) continue;
      const name = nameOf(row, table.key);
      const other = expected.get(name);
      if (other === undefined) return `nothing made the row ${name}`;
      const column = table.columns.find((one) => differ(table, one, [row, other]));
      if (column !== undefined) return `${column.name} was changed in the row ${name}`;
    }
  }
  return null;
}

/** A row that the replay gives and the store has not. */
async function missing(kept: Knex, made: Knex, { table, excused }: Compared) {
  for await (const rows of rowsOf(made, table)) {
    const present = await rowsLike(kept, table, rows);
    for (const row of rows) {
      const name = nameOf(row, table.key);
      if (present.has(name) || isExcused(row, { table, excused })) continue;
      if (table.name === "results" && Number(row["at_ms"]) < excused.resultsBeforeMs) continue;
      return `missing is the row ${name}`;
    }
  }
  return null;
}

const isExcused = (row: StoredRow, { table, excused }: Compared): boolean =>
  table.name === "orders" && row["agent_id"] === excused.agentId;

function differ(table: Table, column: Column, [one, other]: [StoredRow, StoredRow]): boolean {
  if (BESIDE.has(column.name) || BESIDE.has(`${table.name}.${column.name}`)) return false;
  return cellOf(one, column) !== cellOf(other, column);
}

/** PostgreSQL gives an integer as text; in which order a request named its fields means nothing. */
function cellOf(row: StoredRow, { name, type }: Column): string {
  const value = row[name] ?? null;
  if (value === null) return "null";
  if (type !== "text") return String(Number(value));
  return name === "request" ? sorted(String(value)) : String(value);
}

function sorted(json: string): string {
  try {
    return JSON.stringify(Object.entries(JSON.parse(json)).sort());
  } catch {
    return json;
  }
}
