/** Which store a venue has, by its URL. */
import { connectPostgres } from "./postgres.ts";
import { SqlStore } from "./sql-store.ts";
import { connectFile, connectMemory } from "./sqlite.ts";
import { type Store, StoreUnusable } from "./store.ts";

/** A store that ends with the process. */
export const MEMORY_STORE = "sqlite::memory:";

/**
 * Opens `sqlite:FILE`, `sqlite::memory:` or `postgres://…` for writing, made if it is not there.
 * Errors: StoreUnusable: a bad URL, a file or server that cannot be had, a store in use.
 */
export async function openStore(url: string): Promise<Store> {
  if (url === MEMORY_STORE) {
    return new SqlStore({ name: url, isDurable: false }, connectMemory);
  }
  const store = durableStore(url);
  await store.open();
  return store;
}

function durableStore(url: string): SqlStore {
  const path = /^sqlite:(?!:)(.+)$/.exec(url)?.[1];
  if (path !== undefined) {
    return new SqlStore({ name: url, isDurable: true }, () => connectFile(path));
  }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    const name = withoutPassword(url);
    return new SqlStore({ name, isDurable: true }, () => connectPostgres(url, name));
  }
  throw new StoreUnusable("a store is sqlite:FILE, sqlite::memory: or postgres://USER@HOST/NAME");
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
