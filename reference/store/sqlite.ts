/** SQLite as a store: a file beside its lock, or memory. */
import { closeSync, openSync, realpathSync } from "node:fs";
import type { Knex } from "knex";
import { missingEnd } from "./cut-off.ts";
import { migrate } from "./migrations/index.ts";
import { type Connections, openKnex } from "./sql-store.ts";
import { commitBy, type SqliteConnection } from "./sqlite-commit.ts";
import { StoreUnusable } from "./store.ts";

/** FULL: a commit has reached the disk when it is answered. The log may grow to 16 MB. */
const DURABLE = [
  "pragma journal_mode = wal",
  "pragma synchronous = full",
  "pragma wal_autocheckpoint = 4000",
  "pragma busy_timeout = 5000",
].join(";");
/** So that `file`, and we, know the file for what it is: "Tstn". */
const APPLICATION_ID = 0x5473746e;

/** A database that ends with its connection. */
export async function connectMemory(): Promise<Connections> {
  const knex = await connect(":memory:", "");
  await migrate(knex);
  return { writer: knex, reader: knex, commit: commitBy(knex), close: () => knex.destroy() };
}

/** Takes the file's lock, then opens it. Errors: StoreUnusable. */
export async function connectFile(path: string): Promise<Connections> {
  const opened: Knex[] = [];
  const close = async () => {
    for (const knex of opened.reverse()) await knex.destroy();
  };
  try {
    refuseCutOff(path);
    makePrivate(path);
    const writer = await connect(path, DURABLE);
    opened.push(writer);
    await refuseForeign(writer);
    opened.unshift(await lock(path));
    await writer.raw(`pragma application_id = ${APPLICATION_ID}`);
    await migrate(writer);
    const reader = await connect(path, "pragma query_only = on; pragma busy_timeout = 5000");
    opened.push(reader);
    return { writer, reader, commit: commitBy(writer), close };
  } catch (error) {
    await close();
    throw unusable(path, error);
  }
}

/**
 * An exclusive transaction on an empty database beside the file, held as long as the process
 * lives: the system ends it with the process, and the file itself stays open to readers.
 */
async function lock(path: string): Promise<Knex> {
  const knex = await connect(`${realpathSync(path)}-lock`, "pragma busy_timeout = 200");
  try {
    await knex.raw("begin exclusive");
    return knex;
  } catch (error) {
    await knex.destroy();
    if ((error as NodeJS.ErrnoException).code !== "SQLITE_BUSY") throw error;
    throw new StoreUnusable("is in use by another touchstone: stop it, or name another store");
  }
}

function refuseCutOff(path: string): void {
  const missing = missingEnd(path);
  if (missing !== null) throw new StoreUnusable(`is cut off (${missing}): restore a backup`);
}

/** A new file is its owner's alone, and so are SQLite's beside it: it holds what keys are hashed with. */
function makePrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

/** Nobody's other database becomes a store by a slip of the hand. */
async function refuseForeign(knex: Knex): Promise<void> {
  const [{ application_id: id }] = await knex.raw("pragma application_id");
  if (id === APPLICATION_ID) return;
  const tables = await knex("sqlite_master").count({ count: "*" });
  if (tables[0]!["count"] === 0) return;
  throw new StoreUnusable("is a database of something else: name another file");
}

function connect(filename: string, pragmas: string): Promise<Knex> {
  return openKnex({
    client: "sqlite3",
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: SqliteConnection, done: (error: Error | null) => void) =>
        connection.exec(pragmas, done),
    },
  });
}

function unusable(path: string, error: unknown): StoreUnusable {
  const isKnown = error instanceof StoreUnusable;
  const reason = isKnown ? error.message : `cannot be opened: ${reasonOf(error as Error)}`;
  return new StoreUnusable(`the store sqlite:${path} ${reason}`);
}

/** Without the statement that knex puts before it. */
const reasonOf = ({ message }: Error): string => message.replace(/^.* - (?=SQLITE_)/s, "");
