/** The `store` command: looks into a store, verifies it, writes it out, moves it. */
import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { Command } from "commander";
import { copy } from "./copy.ts";
import { exportLines } from "./export.ts";
import { HISTORY_TABLES } from "./history/tables.ts";
import { MEMORY_STORE, openStore } from "./open-store.ts";
import { recover } from "./recovery.ts";
import type { SqlStore } from "./sql-store.ts";
import { StoreDamaged, StoreUnusable } from "./store.ts";
import { verify } from "./verify.ts";

const EXAMPLES = `
Examples:
  touchstone store info sqlite:touchstone.sqlite
  touchstone store verify sqlite:touchstone.sqlite
  touchstone store export sqlite:touchstone.sqlite journal.jsonl
  touchstone store copy sqlite:touchstone.sqlite postgres://venue@db.example/venue

Stop the venue first: a store has one user at a time.
Exit codes: 0 whole, 1 damaged, 2 could not be used.`;

const note = (line: string): void => console.error(line);

/** Every subcommand works on a store that nobody serves. */
export function storeCommand(): Command {
  const command = new Command("store").description("look into a venue's store, verify or move it");
  const sub = (text: string, does: string, action: (...urls: string[]) => Promise<void>) =>
    command
      .command(text)
      .description(does)
      .action((...given) => guarded(() => action(...given.slice(0, -2))));
  sub("info <url>", "what a store holds", info);
  sub("verify <url>", "hold every record and snapshot against its digest and a replay", verified);
  sub("export <url> <file>", "write the journal as JSON lines; it holds secrets", exported);
  sub("copy <from> <to>", "copy everything into an empty store of either kind", copied);
  return command.addHelpText("after", EXAMPLES);
}

async function info(url: string): Promise<void> {
  const store = await existing(url);
  const { venue, facts, head, snapshotSeq, atMs } = await recover(store, { notify: note });
  const started = facts.the("started")!;
  const database = await store.database();
  const lines = [
    `store      ${store.name}`,
    `venue      seed ${started.seed}, ${started.clock} time, started ${started.epoch + 1} times`,
    `records    ${head.lastSeq}, the last at ${new Date(atMs).toISOString()}`,
    `snapshot   after record ${snapshotSeq}`,
    `digest     ${venue.digest().sha256}`,
  ];
  for (const { name } of HISTORY_TABLES) {
    const [row] = await database(name).count({ count: "*" });
    lines.push(`rows       ${row!["count"]} in ${name}`);
  }
  console.log(lines.join("\n"));
  await store.close();
}

async function verified(url: string): Promise<void> {
  const store = await existing(url);
  const { records, pages, snapshots, digest, notices } = await verify(store, note);
  for (const notice of notices) note(notice);
  console.log(`whole: ${records} records in ${pages} pages, ${snapshots} snapshots\n${digest}`);
  await store.close();
}

async function exported(url: string, path: string): Promise<void> {
  const store = await existing(url);
  const file = openSync(path, "w", 0o600);
  let records = 0;
  try {
    for await (const line of exportLines(store, note)) {
      writeSync(file, line);
      records++;
    }
  } finally {
    closeSync(file);
    console.log(`${path}: ${records} records`);
  }
  await store.close();
}

async function copied(fromUrl: string, toUrl: string): Promise<void> {
  const from = await existing(fromUrl);
  const to = (await openStore(toUrl)) as SqlStore;
  const { lastSeq } = await copy(from, to, note);
  console.log(`${to.name}: ${lastSeq} records, copied from ${from.name}`);
  await Promise.all([from.close(), to.close()]);
}

/** A store that is looked into is not made. */
async function existing(url: string): Promise<SqlStore> {
  const path = /^sqlite:(?!:)(.+)$/.exec(url)?.[1];
  if (url === MEMORY_STORE || (path !== undefined && !existsSync(path))) {
    throw new StoreUnusable(`there is no store ${url}`);
  }
  const store = (await openStore(url)) as SqlStore;
  if ((await store.lastPage()) !== null) return store;
  await store.close();
  throw new StoreUnusable(`the store ${store.name} holds no venue yet`);
}

async function guarded(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).syscall === "open";
    if (!(error instanceof StoreUnusable) && !isFile) throw error;
    console.error(`touchstone store: ${(error as Error).message}`);
    process.exit(error instanceof StoreDamaged ? 1 : 2);
  }
}
