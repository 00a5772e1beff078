/** Which store a venue has, by its URL; what it does not need is not loaded. */
import { MEMORY_STORE, MemoryStore } from "./memory-store.ts";
import type { SqlStore } from "./sql-store.ts";
import { type Store, StoreUnusable } from "./store.ts";

/**
 * Opens `sqlite:FILE`, `sqlite::memory:` or `postgres://…` for writing, made if it is not there.
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
  const path = /^sqlite:(?!:)(.+)$/.exec(url)?.[1];
  if (path !== undefined) {
    const { connectFile } = await import("./sqlite.ts");
    return new SqlStore({ name: url, isDurable: true }, () => connectFile(path));
  }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    const { connectPostgres } = await import("./postgres.ts");
    const name = withoutPassword(url);
    return new SqlStore({ name, isDurable: true }, () => connectPostgres(url, name));
  }
  throw new StoreUnusable("a store is sqlite:FILE, sqlite::memory: or postgres://USER@HOST/NAME");
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
