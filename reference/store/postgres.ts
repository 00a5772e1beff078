/** PostgreSQL as a store: one connection writes, and holds the lock as long as it lives. */
import type { Knex } from "knex";
import type { Statement } from "./batch.ts";
import { migrate } from "./migrations/index.ts";
import { type Connections, openKnex } from "./sql-store.ts";
import { StoreUnusable } from "./store.ts";

/** Of the advisory lock; one venue to a database. */
const LOCK = 0x5473746e;
const CONNECT_MS_MAX = 5_000;
const READERS_MAX = 4;

interface PgConnection {
  query(sql: string): Promise<{ rows: { taken?: boolean }[] }>;
}

/** Errors: StoreUnusable. `name` is the URL without its password. */
export async function connectPostgres(url: string, name: string): Promise<Connections> {
  const connected = (how: PoolOptions) =>
    connect(url, how).catch((error) => {
      throw new StoreUnusable(`the store ${name} ${reasonOf(error)}`);
    });
  const writer = await connected({ max: 1, prepare: beWriter });
  const reader = await connected({ max: READERS_MAX, prepare: async () => {} });
  const close = async () => {
    await reader.destroy();
    await writer.destroy();
  };
  const commit = (statements: readonly Statement[]) =>
    writer.transaction(async (trx) => {
      for (const { sql, values } of statements) await trx.raw(sql, [...values]);
    });
  try {
    await migrate(writer);
    return { writer, reader, commit, close };
  } catch (error) {
    await close();
    throw new StoreUnusable(`the store ${name} ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

/** Whoever connects anew, after the server was restarted, takes the lock anew. */
async function beWriter(connection: PgConnection): Promise<void> {
  await connection.query("set synchronous_commit = on");
  const { rows } = await connection.query(`select pg_try_advisory_lock(${LOCK}) as taken`);
  if (rows[0]?.taken === true) return;
  throw new StoreUnusable("is in use by another touchstone: stop it, or name another store");
}

interface PoolOptions {
  max: number;
  prepare: (connection: PgConnection) => Promise<void>;
}

function connect(url: string, { max, prepare }: PoolOptions): Promise<Knex> {
  const config: Knex.Config = {
    client: "pg",
    connection: {
      connectionString: url,
      application_name: "touchstone",
      connectionTimeoutMillis: CONNECT_MS_MAX,
      keepAlive: true,
    },
    pool: {
      min: 0,
      max,
      afterCreate: (connection: PgConnection, done: (error: unknown, made: PgConnection) => void) =>
        void prepare(connection).then(
          () => done(null, connection),
          (error) => done(error, connection),
        ),
    },
  };
  return openKnex(config, "pg@8");
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof StoreUnusable) return error.message;
  return `cannot be opened: ${error.message === "" ? error.code : error.message}`;
}
