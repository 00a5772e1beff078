/** A store as one life of a venue sees it: it may refuse to commit, and it outlives the venue. */
import type { Batch, Store } from "../../reference/index.ts";
import { JournalTaken } from "../../reference/testing.ts";

/** One life's way to a store. After `kill` nothing that the venue still does reaches it. */
export class Mount implements Store {
  readonly name = "simulated store";
  readonly isDurable = true;
  /** While true, no batch is committed. */
  isFailing = false;
  readonly #store: Store;
  #isDead = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The process ends without warning. */
  kill(): void {
    this.#isDead = true;
  }

  async append(batch: Batch): Promise<void> {
    if (this.#isDead) throw new JournalTaken("the process has ended");
    if (this.isFailing) throw new Error("no space left on device");
    await this.#store.append(batch);
  }

  async saveSnapshot(...[snapshot]: Parameters<Store["saveSnapshot"]>): Promise<void> {
    if (!this.#isDead) await this.#store.saveSnapshot(snapshot);
  }

  addRows(...rows: Parameters<Store["addRows"]>): Promise<void> {
    return this.#store.addRows(...rows);
  }

  history(): ReturnType<Store["history"]> {
    return this.#store.history();
  }

  lastPage(): ReturnType<Store["lastPage"]> {
    return this.#store.lastPage();
  }

  pages(afterSeq: number): ReturnType<Store["pages"]> {
    return this.#store.pages(afterSeq);
  }

  dropAfter(seq: number): Promise<void> {
    return this.#store.dropAfter(seq);
  }

  snapshots(): ReturnType<Store["snapshots"]> {
    return this.#store.snapshots();
  }

  /** Nothing: the next life goes on with it. */
  async close(): Promise<void> {}
}
