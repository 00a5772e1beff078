/** A store on a SQL database, whichever: the statements both understand. */
import type { Knex } from "knex";
import type { Batch, Statement } from "./batch.ts";
import { dialectOf, type SqlDialect } from "./history/create.ts";
import { dropHistoryAfter } from "./history/drop.ts";
import { insertsOf } from "./history/insert.ts";
import { HISTORY_TABLES } from "./history/tables.ts";
import { GENESIS, type Head, type JournalPage } from "./page.ts";
import { JournalTaken, type Store, type StoredSnapshot } from "./store.ts";

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
const SNAPSHOTS_KEPT = 2;
const INSERT_PAGE =
  "insert into journal (first_seq, last_seq, records, digest) values (?, ?, ?, ?)";
const EMPTY_ALL: Statement[] = [
  "journal",
  "snapshots",
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

  async database(): Promise<Knex> {
    return (await this.open()).reader;
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
    await writer.transaction(async (trx) => {
      await trx("snapshots").insert(snapshot).onConflict("seq").merge();
      const kept = trx("snapshots").select("seq").orderBy("seq", "desc").limit(SNAPSHOTS_KEPT);
      await trx("snapshots").whereNotIn("seq", kept).delete();
    });
  }

  async *snapshots(): AsyncIterable<StoredSnapshot> {
    const { writer } = await this.open();
    const seqs = await writer("snapshots").select("seq").orderBy("seq", "desc");
    for (const { seq } of seqs) {
      const row = await writer("snapshots").select("*").where({ seq }).first();
      yield { ...row, seq: Number(seq) };
    }
  }

  async close(): Promise<void> {
    await (await this.#connections)?.close();
  }
}

function statementsOf({ page, rows, startsOver }: Batch, dialect: SqlDialect): Statement[] {
  const { firstSeq, lastSeq, records, digest } = page;
  return [
    ...(startsOver ? EMPTY_ALL : []),
    { sql: INSERT_PAGE, values: [firstSeq, lastSeq, records, digest] },
    ...insertsOf(rows, dialect),
  ];
}

/** PostgreSQL gives a bigint as text. */
function pageOf(row: Record<(typeof PAGE)[number], string>): JournalPage {
  const { first_seq, last_seq, records, digest } = row;
  return { firstSeq: Number(first_seq), lastSeq: Number(last_seq), records, digest };
}

/** What knex would write to the console is thrown as well, and told in the words of a store. */
const SILENT = { debug() {}, deprecate() {}, warn() {}, error() {} };

/** A pool of connections; knex is loaded late, since that takes a tenth of a second. */
export async function openKnex(config: Knex.Config): Promise<Knex> {
  const { default: knex } = await import("knex");
  return knex({ ...config, log: SILENT });
}
