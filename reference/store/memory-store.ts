/** A store that ends with the process, and needs no database. */
import type { Batch, HistoryRow } from "./batch.ts";
import { MemoryHistory } from "./history/memory-history.ts";
import { GENESIS, type Head, type JournalPage } from "./page.ts";
import { JournalTaken, type Store, type StoredSnapshot } from "./store.ts";

/** Its URL. */
export const MEMORY_STORE = "memory:";

/** As many as in a database. */
const SNAPSHOTS_KEPT = 2;

/** Rows of history, and the record that they came with. */
interface KeptRows extends Pick<Batch, "rows" | "resultsBeforeMs"> {
  lastSeq: number;
}

/** Rows are sorted in when they are first asked for: most venues in memory are never read. */
export class MemoryStore implements Store {
  readonly name = MEMORY_STORE;
  readonly isDurable = false;
  /** @bound what a venue in memory has lived: it ends with it; reference/store/memory-store.test.ts */
  #pages: JournalPage[] = [];
  /** @bound what a venue in memory has lived: it ends with it; reference/store/memory-store.test.ts */
  #rows: KeptRows[] = [];
  #history = new MemoryHistory();
  /** How many of `#rows` are in `#history`. */
  #sortedIn = 0;
  /** The newest first. @bound {SNAPSHOTS_KEPT} snapshots: the oldest goes; reference/store/store.test.ts */
  #snapshots: StoredSnapshot[] = [];

  async append({ page, startsOver, ...rows }: Batch): Promise<void> {
    const { lastSeq, digest } = this.#head;
    if (page.lastSeq === lastSeq && page.digest === digest) return;
    if (startsOver) {
      this.#keepTo(0);
      this.#snapshots = [];
    } else if (page.firstSeq !== lastSeq + 1) {
      throw new JournalTaken(`the journal ends at ${lastSeq}, not at ${page.firstSeq - 1}`);
    }
    this.#pages.push(page);
    this.#rows.push({ ...rows, lastSeq: page.lastSeq });
  }

  async addRows(rows: readonly HistoryRow[]): Promise<void> {
    this.#rows.push({ rows, lastSeq: this.#head.lastSeq });
  }

  async history(): Promise<MemoryHistory> {
    for (; this.#sortedIn < this.#rows.length; this.#sortedIn++) {
      this.#history.take(this.#rows[this.#sortedIn]!);
    }
    return this.#history;
  }

  async lastPage(): Promise<JournalPage | null> {
    return this.#pages.at(-1) ?? null;
  }

  async *pages(afterSeq: number): AsyncIterable<JournalPage> {
    yield* this.#pages.filter(({ lastSeq }) => lastSeq > afterSeq);
  }

  async dropAfter(seq: number): Promise<void> {
    this.#keepTo(seq);
  }

  async saveSnapshot({ seq, pieces }: StoredSnapshot): Promise<void> {
    /** @bound one snapshot: kept in place of an older one; reference/store/store.test.ts */
    const all: string[] = [];
    for await (const piece of pieces) all.push(piece);
    const others = this.#snapshots.filter((one) => one.seq !== seq);
    this.#snapshots = [{ seq, pieces: all }, ...others].slice(0, SNAPSHOTS_KEPT);
  }

  async *snapshots(): AsyncIterable<StoredSnapshot> {
    yield* this.#snapshots;
  }

  async close(): Promise<void> {}

  get #head(): Head {
    return this.#pages.at(-1) ?? GENESIS;
  }

  /** Rows of a page that goes may have taken the place of older ones: all are sorted in again. */
  #keepTo(seq: number): void {
    this.#pages = this.#pages.filter(({ lastSeq }) => lastSeq <= seq);
    this.#rows = this.#rows.filter(({ lastSeq }) => lastSeq <= seq && seq > 0);
    this.#history = new MemoryHistory();
    this.#sortedIn = 0;
  }
}
