/** Which store a venue has, by its URL; what it does not need is not loaded. */
import { MEMORY_STORE, MemoryStore } from "./memory-store.ts";
import type { SqlStore } from "./sql-store.ts";
import type { ChosenSqlite, SqliteDriver } from "./sqlite-driver.ts";
import { type Store, StoreUnusable } from "./store.ts";

/** Shape: without a driver whichever is there. */
interface SqliteFile {
  path: string;
  driver?: SqliteDriver;
}

/**
 * Opens `sqlite:FILE`, `memory:` or `postgres://…` for writing, made if it is not there;
 * `sqlite3:FILE` and `node-sqlite:FILE` name the driver of SQLite too.
 * Errors: StoreUnusable: a bad URL, a file or server that cannot be had, a store in use.
 */
export async function openStore(url: string): Promise<Store> {
  return url === MEMORY_STORE ? new MemoryStore() : openDurable(url);
}

/** The same of those that outlive the process. */
export async function openDurable(url: string): Promise<SqlStore> {
  const store = await durableStore(url);
  await store.open();
  return store;
}

async function durableStore(url: string): Promise<SqlStore> {
  const { SqlStore } = await import("./sql-store.ts");
  const file = sqliteFile(url);
  if (file !== null) {
    const { connectFile } = await import("./sqlite.ts");
    const sqlite = await chosenFor(url, file);
    const name = `${sqlite.name}:${file.path}`;
    return new SqlStore({ name, isDurable: true }, () => connectFile(file.path, sqlite));
  }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    const { connectPostgres } = await import("./postgres.ts");
    const name = withoutPassword(url);
    return new SqlStore({ name, isDurable: true }, () => connectPostgres(url, name));
  }
  throw new StoreUnusable("a store is sqlite:FILE, memory: or postgres://USER@HOST/NAME");
}

/** What a URL of SQLite says; null for another. */
export function sqliteFile(url: string): SqliteFile | null {
  const [, scheme, path] = /^(sqlite|sqlite3|node-sqlite):(.+)$/.exec(url) ?? [];
  if (scheme === undefined || path === undefined) return null;
  return scheme === "sqlite" ? { path } : { path, driver: scheme as SqliteDriver };
}

async function chosenFor(url: string, { driver }: SqliteFile): Promise<ChosenSqlite> {
  const { chooseSqlite } = await import("./sqlite-driver.ts");
  return chooseSqlite(driver).catch((error: Error) => {
    throw new StoreUnusable(`the store ${url} ${error.message}`);
  });
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
