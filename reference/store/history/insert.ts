/** Writes rows of history, each table's with one statement, whatever their number. */
import type { Knex } from "knex";
import type { HistoryRow, Statement, Value } from "../batch.ts";
import { type Dialect, dialectOf, sqlType } from "./create.ts";
import { HISTORY_TABLES, type Table } from "./tables.ts";

/** Inserts rows, in the caller's transaction. */
export async function insertRows(trx: Knex, rows: readonly HistoryRow[]): Promise<void> {
  for (const { sql, values } of insertsOf(rows, dialectOf(trx))) await trx.raw(sql, [...values]);
}

/**
 * What inserts rows; those of a table that is replaced take the place of rows with the same key.
 * The rows travel as one JSON text, so that a statement is always the same and has one parameter:
 * binding each value costs twice the time, and SQLite limits their number.
 */
export function insertsOf(rows: readonly HistoryRow[], dialect: Dialect): Statement[] {
  return [...byTable(rows)].map(([table, values]) => {
    const sql = STATEMENTS[dialect].get(table)!;
    return { sql, values: [JSON.stringify(values)] };
  });
}

function byTable(rows: readonly HistoryRow[]): Map<string, (readonly Value[])[]> {
  const tables = new Map<string, (readonly Value[])[]>();
  for (const { table, values } of rows) {
    const list = tables.get(table);
    if (list === undefined) tables.set(table, [values]);
    else list.push(values);
  }
  return tables;
}

const STATEMENTS = { sqlite: statementsOf("sqlite"), postgres: statementsOf("postgres") };

function statementsOf(dialect: Dialect): ReadonlyMap<string, string> {
  return new Map(HISTORY_TABLES.map((table) => [table.name, insertStatement(table, dialect)]));
}

function insertStatement({ name, columns, key, isReplaced }: Table, dialect: Dialect): string {
  const names = columns.map((column) => column.name);
  const values = columns.map((column, i) => `cast(value->>${i} as ${sqlType(column, dialect)})`);
  const source = dialect === "sqlite" ? "json_each(?)" : "json_array_elements(?::json)";
  const insert = `insert into ${name} (${names.join(", ")}) select ${values.join(", ")}`;
  if (!isReplaced) return `${insert} from ${source}`;
  const changes = names
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  // Without a condition SQLite would take "on conflict" for a join's.
  const replacing = `on conflict (${key.join(", ")}) do update set ${changes.join(", ")}`;
  return `${insert} from ${source} where true ${replacing}`;
}
