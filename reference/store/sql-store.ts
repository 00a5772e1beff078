/** A store on a SQL database, whichever: the statements both understand. */
import type { Knex } from "knex";
import type { Batch, HistoryRow, Statement } from "./batch.ts";
import { dialectOf, type SqlDialect } from "./history/create.ts";
import { dropHistoryAfter } from "./history/drop.ts";
import { insertRows, insertsOf } from "./history/insert.ts";
import type { KeptHistory } from "./history/kept-history.ts";
import { SqlHistory } from "./history/sql-history.ts";
import { HISTORY_TABLES } from "./history/tables.ts";
import { GENESIS, type Head, type JournalPage } from "./page.ts";
import { keepSnapshot, keptSnapshots } from "./snapshot-rows.ts";
import { JournalTaken, type Store, type StoredSnapshot, StoreUnusable } from "./store.ts";

/** The database as one process holds it. */
export interface Connections {
  /** One connection, which holds the writer's lock. */
  writer: Knex;
  /** For the rows of history. */
  reader: Knex;
  /** Runs statements by the writer, all or none. */
  commit(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

/** How many records are read at once. */
const READ_RECORDS = 20_000;
const INSERT_PAGE =
  "insert into journal (first_seq, last_seq, records, digest) values (?, ?, ?, ?)";
const EMPTY_ALL: Statement[] = [
  "journal",
  "snapshots",
  "snapshot_pieces",
  ...HISTORY_TABLES.map(({ name }) => name),
].map((table) => ({ sql: `delete from ${table}`, values: [] }));
const PAGE = ["first_seq", "last_seq", "records", "digest"] as const;

/** Opens when it is first needed. */
export class SqlStore implements Store {
  readonly name: string;
  readonly isDurable: boolean;
  readonly #connect: () => Promise<Connections>;
  #connections: Promise<Connections> | null = null;
  /** False after a failure, when the last page may be another one than is known here. */
  #isSure = false;

  constructor(facts: Pick<Store, "name" | "isDurable">, connect: () => Promise<Connections>) {
    this.name = facts.name;
    this.isDurable = facts.isDurable;
    this.#connect = connect;
  }

  /** Opens it now. Errors: StoreUnusable. */
  open(): Promise<Connections> {
    this.#connections ??= this.#connect();
    return this.#connections;
  }

  /** The tables of history. */
  async database(): Promise<Knex> {
    return (await this.open()).reader;
  }

  async history(): Promise<KeptHistory> {
    return new SqlHistory(await this.database());
  }

  async append(batch: Batch): Promise<void> {
    const { writer, commit } = await this.open();
    if (!this.#isSure && (await this.#isThere(batch))) return;
    this.#isSure = false;
    await commit(statementsOf(batch, dialectOf(writer)));
    this.#isSure = true;
  }

  async #isThere({ page, startsOver }: Batch): Promise<boolean> {
    const last: Head = (await this.lastPage()) ?? GENESIS;
    if (last.lastSeq === page.lastSeq && last.digest === page.digest) return true;
    if (startsOver || last.lastSeq === page.firstSeq - 1) return false;
    throw new JournalTaken(
      `the journal ends at ${last.lastSeq}, not at ${page.firstSeq - 1}: somebody else wrote it`,
    );
  }

  async addRows(rows: readonly HistoryRow[]): Promise<void> {
    const { writer } = await this.open();
    await writer.transaction((trx) => insertRows(trx, rows));
  }

  async lastPage(): Promise<JournalPage | null> {
    const { writer } = await this.open();
    const row = await writer("journal").select(PAGE).orderBy("first_seq", "desc").first();
    return row === undefined ? null : pageOf(row);
  }

  /** The next rows are on their way while these are worked on. */
  async *pages(afterSeq: number): AsyncIterable<JournalPage> {
    let coming = this.#pagesFrom(afterSeq);
    for (;;) {
      const pages = await coming;
      const last = pages.at(-1);
      if (last === undefined) return;
      coming = this.#pagesFrom(last.lastSeq);
      coming.catch(() => {}); // thrown where it is awaited, if it ever is
      yield* pages;
    }
  }

  async #pagesFrom(afterSeq: number): Promise<JournalPage[]> {
    const { writer } = await this.open();
    const first = await writer("journal").min("first_seq as seq").where("last_seq", ">", afterSeq);
    const fromSeq = Number(first[0]?.["seq"] ?? 0);
    const rows = await writer("journal")
      .select(PAGE)
      .whereBetween("first_seq", [fromSeq, fromSeq + READ_RECORDS])
      .orderBy("first_seq");
    return fromSeq === 0 ? [] : rows.map(pageOf);
  }

  async dropAfter(seq: number): Promise<void> {
    const { writer } = await this.open();
    await writer.transaction(async (trx) => {
      await trx("journal").where("last_seq", ">", seq).delete();
      await dropHistoryAfter(trx, seq);
    });
  }

  async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    const { writer } = await this.open();
    await keepSnapshot(writer, snapshot);
  }

  async *snapshots(): AsyncIterable<StoredSnapshot> {
    const { writer } = await this.open();
    yield* keptSnapshots(writer);
  }

  async close(): Promise<void> {
    await (await this.#connections)?.close();
  }
}

function statementsOf(batch: Batch, dialect: SqlDialect): Statement[] {
  const { page, rows, startsOver } = batch;
  const { firstSeq, lastSeq, records, digest } = page;
  return [
    ...(startsOver ? EMPTY_ALL : []),
    { sql: INSERT_PAGE, values: [firstSeq, lastSeq, records, digest] },
    ...insertsOf(rows, dialect),
    ...removalsOf(batch),
  ];
}

/** Twice as many as are added, so that those that are due never pile up. */
function removalsOf({ rows, resultsBeforeMs }: Batch): Statement[] {
  const added = rows.filter(({ table }) => table === "results").length;
  if (added === 0 || resultsBeforeMs === undefined) return [];
  const key = "agent_id, client_order_id";
  const due = `select ${key} from results where at_ms < ? order by at_ms limit ?`;
  const sql = `delete from results where (${key}) in (${due})`;
  return [{ sql, values: [resultsBeforeMs, 2 * added] }];
}

/** PostgreSQL gives a bigint as text. */
function pageOf(row: Record<(typeof PAGE)[number], string>): JournalPage {
  const { first_seq, last_seq, records, digest } = row;
  return { firstSeq: Number(first_seq), lastSeq: Number(last_seq), records, digest };
}

/** What knex would write to the console is thrown as well, and told in the words of a store. */
const SILENT = { debug() {}, deprecate() {}, warn() {}, error() {} };

/**
 * A pool of connections; knex is loaded late, since that takes a tenth of a second. `driver` is the
 * package that it needs beside itself. Errors: StoreUnusable where one of them is not installed.
 */
export async function openKnex(config: Knex.Config, driver?: string): Promise<Knex> {
  const drivers = driver === undefined ? [] : [driver];
  const { default: knex } = await import("knex").catch(() => {
    throw packagesMissing(drivers);
  });
  try {
    return knex({ ...config, log: SILENT });
  } catch (error) {
    const isMissing = /Cannot find module/.test((error as Error).message);
    throw isMissing ? packagesMissing(drivers) : error;
  }
}

/** One line with the command; `or` is what else would do. */
export function packagesMissing(drivers: readonly string[], or = ""): StoreUnusable {
  const command = ["npm install knex@3", ...drivers].join(" ");
  return new StoreUnusable(`needs packages that are not installed: ${command}${or}`);
}
