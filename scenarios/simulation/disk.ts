/** A store in memory whose process can end at any byte of what is being written. */

import type { Batch, JournalPage, Store, StoredSnapshot } from "../../reference/index.ts";

/** Keeps pages and snapshots; what is on it survives a crash. */
export class Disk implements Store {
  readonly name = "simulated disk";
  readonly isDurable = true;
  readonly #pages: JournalPage[] = [];
  readonly #snapshots: StoredSnapshot[] = [];

  /** Writes a page of which only the first bytes arrive. */
  tear(page: JournalPage, bytes: number): void {
    this.#pages.push({ ...page, records: page.records.slice(0, bytes) });
  }

  /** Writes a page. */
  write(page: JournalPage): void {
    this.#pages.push(page);
  }

  async append({ page }: Batch): Promise<void> {
    this.write(page);
  }

  async addRows(): Promise<void> {}

  async lastPage(): Promise<JournalPage | null> {
    return this.#pages.at(-1) ?? null;
  }

  async *pages(afterSeq: number): AsyncIterable<JournalPage> {
    yield* this.#pages.filter(({ lastSeq }) => lastSeq > afterSeq);
  }

  async dropAfter(seq: number): Promise<void> {
    while ((this.#pages.at(-1)?.lastSeq ?? 0) > seq) this.#pages.pop();
  }

  keepSnapshot(seq: number, pieces: string[]): void {
    this.#snapshots.unshift({ seq, pieces });
  }

  async saveSnapshot({ seq, pieces }: StoredSnapshot): Promise<void> {
    const kept: string[] = [];
    for await (const piece of pieces) kept.push(piece);
    this.keepSnapshot(seq, kept);
  }

  async *snapshots(): AsyncIterable<StoredSnapshot> {
    yield* this.#snapshots;
  }

  history(): Promise<never> {
    return Promise.reject(new Error("the simulated disk has no history"));
  }

  async close(): Promise<void> {}
}
