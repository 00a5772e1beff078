/** SQLite as a store: a file beside its lock. */
import { closeSync, openSync } from "node:fs";
import type { Server } from "node:net";
import type { Knex } from "knex";
import { missingEnd } from "./cut-off.ts";
import { lockBeside, lockInode } from "./file-lock.ts";
import { migrate } from "./migrations/index.ts";
import { type Connections, openKnex } from "./sql-store.ts";
import { commitBy, type SqliteConnection } from "./sqlite-commit.ts";
import { type ChosenSqlite, chooseSqlite } from "./sqlite-driver.ts";
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

/** A database for one's own work, which goes with its connection; what memory has no room for is on disk. */
export async function connectScratch(): Promise<Knex> {
  const knex = await connect(await chooseSqlite(), "", "");
  await migrate(knex);
  return knex;
}

/** Takes the file's locks, and opens it. Errors: StoreUnusable. */
export async function connectFile(path: string, sqlite: ChosenSqlite): Promise<Connections> {
  const connectTo = (filename: string, pragmas: string) => connect(sqlite, filename, pragmas);
  const opened: Knex[] = [];
  let inode: Server | null = null;
  const close = async () => {
    for (const knex of opened.reverse()) await knex.destroy();
    inode?.close();
  };
  try {
    refuseCutOff(path);
    makePrivate(path);
    inode = await lockInode(path);
    const writer = await connectTo(path, DURABLE);
    opened.push(writer);
    await refuseForeign(writer);
    opened.unshift(await lockBeside(path, connectTo));
    await writer.raw(`pragma application_id = ${APPLICATION_ID}`);
    await migrate(writer);
    const reader = await connectTo(path, "pragma query_only = on; pragma busy_timeout = 5000");
    opened.push(reader);
    return { writer, reader, commit: commitBy(writer), close };
  } catch (error) {
    await close();
    throw unusable(`${sqlite.name}:${path}`, error);
  }
}

function refuseCutOff(path: string): void {
  const missing = missingEnd(path);
  if (missing === null) return;
  const newVenue = "or remove the file, for a new venue";
  throw new StoreUnusable(`is cut off (${missing}): restore a backup, ${newVenue}`);
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

function connect({ client }: ChosenSqlite, filename: string, pragmas: string): Promise<Knex> {
  return openKnex({
    client,
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

function unusable(name: string, error: unknown): StoreUnusable {
  const isKnown = error instanceof StoreUnusable;
  const reason = isKnown ? error.message : `cannot be opened: ${reasonOf(error as Error)}`;
  return new StoreUnusable(`the store ${name} ${reason}`);
}

/** Without the statement that knex puts before it. */
const reasonOf = ({ message }: Error): string => message.replace(/^.* - (?=SQLITE_)/s, "");
