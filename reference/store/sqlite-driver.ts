/** Which of two drivers of SQLite there is: the package sqlite3, or what Node has built in. */
import { isBuiltin } from "node:module";
import type { Knex } from "knex";
import { isInstalled } from "../injected/installed.ts";
import { NODE_SQLITE } from "./node-sqlite.ts";
import { packagesMissing } from "./sql-store.ts";
import { StoreUnusable } from "./store.ts";

/** Shape: as the URLs of stores begin. */
export type SqliteDriver = "sqlite3" | "node-sqlite";

/** One that is there, and what knex takes as its client. */
export interface ChosenSqlite {
  name: SqliteDriver;
  client: typeof Knex.Client;
}

const SQLITE3 = "sqlite3@6";
const BUILT_IN_FROM = "Node 22.13 or later, which has SQLite built in";
/** Knex's own dialect, which has no types: only its driver is another. */
const DIALECT = "knex/lib/dialects/sqlite3/index.js";

/**
 * The driver of that name; without one sqlite3 where its binding loads, else what Node has.
 * Errors: StoreUnusable, which names what to install.
 */
export async function chooseSqlite(named?: SqliteDriver): Promise<ChosenSqlite> {
  const binding = named === "node-sqlite" ? null : await loadBinding();
  const isBuiltIn = named !== "sqlite3" && isBuiltin("node:sqlite");
  if (binding === null && !isBuiltIn) throw noDriver(named);
  const { default: Dialect } = await import(DIALECT).catch(() => {
    throw packagesMissing(binding === null ? [] : [SQLITE3]);
  });
  const client = class extends Dialect {
    _driver(): object {
      return binding ?? NODE_SQLITE;
    }
  };
  const name = binding === null ? "node-sqlite" : "sqlite3";
  return { name, client: client as unknown as typeof Knex.Client };
}

/** Null where the package is missing, or was installed without its binding. */
async function loadBinding(): Promise<object | null> {
  try {
    return (await import("sqlite3")).default;
  } catch {
    return null;
  }
}

function noDriver(named?: SqliteDriver): StoreUnusable {
  if (named === "node-sqlite") return new StoreUnusable(`needs ${BUILT_IN_FROM}`);
  const or = named === undefined ? `, or run ${BUILT_IN_FROM}` : "";
  if (!isInstalled("sqlite3")) return packagesMissing([SQLITE3], or);
  return new StoreUnusable(
    `needs the binding of sqlite3, which was installed without it: npm rebuild sqlite3${or}`,
  );
}
