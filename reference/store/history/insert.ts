/** Writes rows of history, each table's with one statement, whatever their number. */
import type { Knex } from "knex";
import type { HistoryRow, Statement, Value } from "../batch.ts";
import { literal } from "../sqlite-commit.ts";
import { dialectOf, type SqlDialect, sqlType } from "./create.ts";
import { HISTORY_TABLES, type Table } from "./tables.ts";

type Rows = readonly (readonly Value[])[];

const TABLES = new Map(HISTORY_TABLES.map((table) => [table.name, table]));

/** Inserts rows, in the caller's transaction. */
export async function insertRows(trx: Knex, rows: readonly HistoryRow[]): Promise<void> {
  for (const { sql, values } of insertsOf(rows, dialectOf(trx))) await trx.raw(sql, [...values]);
}

/** What inserts rows; those of a table that is replaced take the place of rows with the same key. */
export function insertsOf(rows: readonly HistoryRow[], dialect: SqlDialect): Statement[] {
  return [...byTable(rows)].map(([name, values]) => INSERTS[dialect](TABLES.get(name)!, values));
}

/** Binding each value costs twice the time of either. */
const INSERTS: Record<SqlDialect, (table: Table, rows: Rows) => Statement> = {
  sqlite: writtenOut,
  postgres: asJson,
};

function byTable(rows: readonly HistoryRow[]): Map<string, (readonly Value[])[]> {
  const tables = new Map<string, (readonly Value[])[]>();
  for (const { table, values } of rows) {
    const list = tables.get(table);
    if (list === undefined) tables.set(table, [values]);
    else list.push(values);
  }
  return tables;
}

/** With the values in the statement, which SQLite reads faster than it takes JSON apart. */
function writtenOut(table: Table, rows: Rows): Statement {
  const tuples = rows.map((values) => `(${values.map(literal).join(",")})`);
  const sql = `insert into ${table.name} (${namesOf(table)}) values ${tuples.join(",")}`;
  return { sql: sql + replacing(table), values: [] };
}

/** The rows travel as one text, so that a statement is always the same and has one parameter. */
function asJson(table: Table, rows: Rows): Statement {
  const values = table.columns.map(
    (column, i) => `cast(value->>${i} as ${sqlType(column, "postgres")})`,
  );
  const insert = `insert into ${table.name} (${namesOf(table)}) select ${values.join(", ")}`;
  const sql = `${insert} from json_array_elements(?::json)${replacing(table)}`;
  return { sql, values: [JSON.stringify(rows)] };
}

const namesOf = ({ columns }: Table): string => columns.map(({ name }) => name).join(", ");

function replacing({ columns, key, isReplaced }: Table): string {
  if (!isReplaced) return "";
  const changes = columns
    .filter(({ name }) => !key.includes(name))
    .map(({ name }) => `${name} = excluded.${name}`);
  return ` on conflict (${key.join(", ")}) do update set ${changes.join(", ")}`;
}
