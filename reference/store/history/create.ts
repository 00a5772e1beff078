/** Makes the tables of history in a new store. */
import type { Knex } from "knex";
import { type Column, FILLS_VIEW, FIRST_TABLES, RESULTS_TABLE, type Table } from "./tables.ts";

/** A database by the kind of SQL it takes. */
export type SqlDialect = "sqlite" | "postgres";

/** Which SQL a connection takes. */
export function dialectOf(database: Knex): SqlDialect {
  return database.client.dialect === "sqlite3" ? "sqlite" : "postgres";
}

const TYPES: Record<SqlDialect, Record<Column["type"], string>> = {
  sqlite: { text: "text", integer: "integer", real: "real" },
  postgres: { text: "text", integer: "bigint", real: "double precision" },
};

/** What a column is to a database. */
export const sqlType = (column: Column, dialect: SqlDialect): string => TYPES[dialect][column.type];

/** Creates the first tables, indexes and the view. Errors: rejects where one is there already. */
export async function createHistory(database: Knex): Promise<void> {
  await createTables(database, FIRST_TABLES);
  await database.raw(`create view ${FILLS_VIEW.name} as ${FILLS_VIEW.select}`);
}

/** Creates the table of results. Errors: rejects where it is there already. */
export const createResults = (database: Knex): Promise<void> =>
  createTables(database, [RESULTS_TABLE]);

async function createTables(database: Knex, tables: readonly Table[]): Promise<void> {
  const dialect = dialectOf(database);
  const statements = tables.flatMap((table) => [
    createTable(table, dialect),
    ...table.indexes.map(({ on, isUnique }) => {
      const name = `${table.name}_by_${on.join("_")}`;
      return `create ${isUnique ? "unique " : ""}index ${name} on ${table.name} (${on.join(", ")})`;
    }),
  ]);
  for (const statement of statements) await database.raw(statement);
}

/** A key of several columns is the table itself in SQLite, which spares a second index. */
function createTable({ name, columns, key }: Table, dialect: SqlDialect): string {
  const lines = columns.map((column) => {
    const presence = column.isNullable ? "" : " not null";
    return `${column.name} ${sqlType(column, dialect)}${presence}`;
  });
  lines.push(`primary key (${key.join(", ")})`);
  const isClustered = dialect === "sqlite" && (key.length > 1 || isText(columns, key[0]!));
  return `create table ${name} (\n  ${lines.join(",\n  ")}\n)${isClustered ? " without rowid" : ""}`;
}

const isText = (columns: readonly Column[], name: string): boolean =>
  columns.find((column) => column.name === name)!.type === "text";
