/** A PostgreSQL server of the test's own, where its programs are installed; it takes no port. */
import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
/** Where Debian puts it, by version. */
const INSTALLED = "/usr/lib/postgresql";

/** A running server. */
export interface TestPostgres {
  /** Creates an empty database and returns its URL. */
  create(): Promise<string>;
  /** Stops it without warning, and starts it again. */
  restart(): Promise<void>;
  /** Stops it: `fast` ends its sessions in order, `immediate` is as if it were killed. */
  halt(how: "fast" | "immediate"): Promise<void>;
  /** Starts it after a halt. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Folder of the programs; null where there are none. */
export async function postgresPrograms(): Promise<string | null> {
  const versions = await readdir(INSTALLED).catch(() => []);
  const newest = versions.sort((one, two) => Number(one) - Number(two)).at(-1);
  return newest === undefined ? null : join(INSTALLED, newest, "bin");
}

/** Starts a server, heard on a socket in a folder of its own. */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const account = await serverAccount();
  if (account !== null) await chown(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const call = (program: string, args: string[]) =>
    run(join(programs, program), args, { cwd: folder, ...account });
  const start = () =>
    call("pg_ctl", ["start", "-w", "-D", data, "-l", join(folder, "log"), "-o", socketIn(folder)]);
  const halt = async (how: "fast" | "immediate") => {
    await call("pg_ctl", ["stop", "-m", how, "-D", data]);
  };
  const stop = () => halt("immediate");
  await call("initdb", ["-D", data, "-A", "trust", "-U", "touchstone", "--no-sync"]);
  await start();
  let databases = 0;
  return {
    async create() {
      const name = `venue${++databases}`;
      await query(urlOf(folder, "postgres"), `create database ${name}`);
      return urlOf(folder, name);
    },
    async restart() {
      await stop();
      await start();
    },
    halt,
    async resume() {
      await start();
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

const socketIn = (folder: string): string => `-c listen_addresses='' -k ${folder}`;

const urlOf = (folder: string, name: string): string =>
  `postgres:///${name}?host=${folder}&user=touchstone`;

/** The server refuses to run as root: then as the account that its package made. */
async function serverAccount(): Promise<{ uid: number; gid: number } | null> {
  if (userInfo().uid !== 0) return null;
  const idOf = async (kind: string) => Number((await run("id", [kind, "postgres"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
