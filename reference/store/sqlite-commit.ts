/** A commit to SQLite in one call, for each statement of its own costs a hop to a thread and back. */
import type { Knex } from "knex";
import type { Statement, Value } from "./batch.ts";

/** Of the driver. */
export interface SqliteConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/** Runs statements as one transaction of a database's connection. */
export function commitBy(database: Knex) {
  return async (statements: readonly Statement[]): Promise<void> => {
    const connection: SqliteConnection = await database.client.acquireConnection();
    try {
      const all = statements.map((statement) => `${inlined(statement)};`);
      await run(connection, ["begin immediate;", ...all, "commit"].join("\n"));
    } catch (error) {
      await run(connection, "rollback").catch(() => {}); // SQLite may have done it itself
      throw error;
    } finally {
      await database.client.releaseConnection(connection);
    }
  };
}

function run(connection: SqliteConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.exec(sql, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** The statement with its values in their places. */
function inlined({ sql, values }: Statement): string {
  if (values.length === 0) return sql;
  let next = 0;
  return sql.replaceAll("?", () => literal(values[next++]!));
}

/** As SQL. Shape: text has no zero byte, at which SQLite would stop: it is JSON, or an id. */
export function literal(value: Value): string {
  if (typeof value !== "string") return String(value);
  return value.includes("'") ? `'${value.replaceAll("'", "''")}'` : `'${value}'`;
}
