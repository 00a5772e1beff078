/** The lock of a SQLite file: one process at a time, by whatever name it comes to the file. */
import { realpathSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { Knex } from "knex";
import { StoreUnusable } from "./store.ts";

/**
 * An exclusive transaction on an empty database beside the file, so that the file itself stays open
 * to readers. It holds between containers that share a folder. Errors: StoreUnusable when another
 * process has it.
 */
export async function lockBeside(
  path: string,
  connect: (path: string, pragmas: string) => Promise<Knex>,
): Promise<Knex> {
  const knex = await connect(`${realpathSync(path)}-lock`, "pragma busy_timeout = 200");
  try {
    await knex.raw("begin exclusive");
    return knex;
  } catch (error) {
    await knex.destroy();
    throw (error as NodeJS.ErrnoException).code === "SQLITE_BUSY" ? inUse() : error;
  }
}

/**
 * A name in the kernel for the file's inode, which a hard link or a removed lock file does not
 * change; null where there are no such names, which is everywhere but on Linux.
 * Errors: StoreUnusable when another process has it.
 */
export function lockInode(path: string): Promise<Server | null> {
  if (process.platform !== "linux") return Promise.resolve(null);
  const { dev, ino } = statSync(path, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? inUse() : error),
    );
    server.listen(`\0touchstone-store-${dev}-${ino}`, () => resolve(server.unref()));
  });
}

const inUse = () =>
  new StoreUnusable("is in use by another touchstone: stop it, or name another store");
