/** Reads the tables of history whole, in the order of their keys. */
import type { Knex } from "knex";
import type { StoredRow } from "./rows.ts";
import type { Table } from "./tables.ts";

/** Rows that are read at once. */
const ROWS = 2_000;
/** Keys that are looked up by one statement. */
const KEYS = 500;

/** All rows of a table, some at a time; each place is found by the key, however far in it lies. */
export async function* rowsOf(database: Knex, { name, key }: Table): AsyncIterable<StoredRow[]> {
  for (let last: StoredRow | undefined; ; ) {
    const query = database<StoredRow>(name).orderBy([...key]);
    if (last !== undefined) {
      const marks = key.map(() => "?").join(", ");
      query.whereRaw(`(${key.join(", ")}) > (${marks})`, keyOf(last, key));
    }
    const rows: StoredRow[] = await query.limit(ROWS);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1);
  }
}

/** Those of a table that have the keys of other rows. */
export async function rowsLike(
  database: Knex,
  { name, key }: Table,
  others: readonly StoredRow[],
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>();
  for (let from = 0; from < others.length; from += KEYS) {
    const keys = others.slice(from, from + KEYS).map((row) => keyOf(row, key));
    const rows: StoredRow[] = await database(name).whereIn([...key], keys);
    for (const row of rows) found.set(nameOf(row, key), row);
  }
  return found;
}

/** The key of a row in words, the same whichever database it was read from. */
export const nameOf = (row: StoredRow, key: readonly string[]): string =>
  key.map((column) => `${column} ${row[column]}`).join(", ");

const keyOf = (row: StoredRow, key: readonly string[]) => key.map((column) => row[column]!);
