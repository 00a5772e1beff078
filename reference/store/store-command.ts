/** The `store` command: looks into a store, verifies it, writes it out, moves it. */
import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { Command } from "commander";
import { pagesAfter } from "./chain.ts";
import { copy } from "./copy.ts";
import { HISTORY_TABLES } from "./history/tables.ts";
import { MEMORY_STORE } from "./memory-store.ts";
import { openDurable, sqliteFile } from "./open-store.ts";
import { GENESIS, type JournalPage } from "./page.ts";
import { recover } from "./recovery.ts";
import type { SqlStore } from "./sql-store.ts";
import { type Store, StoreDamaged, StoreUnusable, unusable } from "./store.ts";
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
  const command = new Command("store");
  const sub = (text: string, does: string, action: (...urls: string[]) => Promise<void>) =>
    command
      .command(text)
      .description(does)
      .action((...given) => guarded(() => action(...given.slice(0, -2))));
  sub("info <url>", "what a store holds", info);
  sub("verify <url>", "hold every record and snapshot against its digest and a recovery", verified);
  sub("export <url> <file>", "write the journal as JSON lines; it holds secrets", exported);
  sub("copy <from> <to>", "copy everything into an empty store of either kind", copied);
  return command.addHelpText("after", EXAMPLES);
}

function info(url: string): Promise<void> {
  return withStore(url, async (store) => {
    const { venue, facts, head, snapshotSeq, atMs } = await recover(store, { notify: note });
    const { seed, clock, epoch } = facts.the("started")!;
    const database = await store.database();
    const lines = [
      `store      ${store.name}`,
      `venue      seed ${seed}, ${clock} time, started ${epoch + 1} times`,
      `records    ${head.lastSeq}, the last at ${new Date(atMs).toISOString()}`,
      `snapshot   ${snapshotSeq === 0 ? "none" : `after record ${snapshotSeq}`}`,
      `digest     ${venue.digest().sha256}`,
    ];
    for (const { name } of HISTORY_TABLES) {
      const [row] = await database(name).count({ count: "*" });
      lines.push(`history    ${name}: ${row!["count"]} rows`);
    }
    console.log(lines.join("\n"));
  });
}

function verified(url: string): Promise<void> {
  return withStore(url, async (store) => {
    const { records, pages, snapshots, digest, notices } = await verify(store, note);
    for (const notice of notices) note(notice);
    console.log(`whole: ${records} records in ${pages} pages, ${snapshots} snapshots`);
    console.log(`digest ${digest}`);
  });
}

function exported(url: string, path: string): Promise<void> {
  return withStore(url, async (store) => {
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
  });
}

function copied(fromUrl: string, toUrl: string): Promise<void> {
  return withStore(fromUrl, async (from) => {
    const to = await openDurable(toUrl);
    try {
      const { lastSeq } = await copy(from, to, note);
      console.log(`${to.name}: ${lastSeq} records, copied from ${from.name}`);
    } finally {
      await to.close();
    }
  });
}

/** Opens a store that is there: one that is looked into is not made. */
async function withStore(url: string, action: (store: SqlStore) => Promise<void>): Promise<void> {
  const file = sqliteFile(url);
  if (url === MEMORY_STORE || (file !== null && !existsSync(file.path))) {
    throw new StoreUnusable(`there is no store ${url}`);
  }
  const store = await openDurable(url);
  try {
    const isEmpty = (await store.lastPage()) === null;
    if (isEmpty) throw new StoreUnusable(`the store ${store.name} holds no venue yet`);
    await action(store);
  } catch (error) {
    throw unusable(store.name, error);
  } finally {
    await store.close();
  }
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

/** The lines of a store's journal, all of which are whole. Errors: StoreDamaged at the first bad one. */
export async function* exportLines(
  store: Store,
  notify: (line: string) => void,
): AsyncIterable<string> {
  const last = await store.lastPage();
  const torn = async () =>
    notify("left the last record out: it is torn, and was never acknowledged");
  for await (const page of pagesAfter(store, { from: GENESIS, last, notify, torn })) {
    yield* linesOf(page);
  }
}

/** No line of a page has a line break within: JSON writes it otherwise. */
function linesOf({ firstSeq, records }: JournalPage): string[] {
  const lines = records.slice(1, -1).split(",\n");
  return lines.map((line, index) => `{"seq":${firstSeq + index},${line.slice(1)}\n`);
}
