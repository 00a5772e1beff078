/** When snapshots of a running venue are taken, and what became of the last. */
import type { Head } from "./page.ts";
import { type SnapshotSource, type TakenSnapshot, takeSnapshot } from "./snapshot.ts";
import type { Store } from "./store.ts";

/**
 * How many records apart snapshots are: what a recovery replays at most.
 * @bound {SNAPSHOT_EVERY} records: the next snapshot is taken; reference/store/snapshots.test.ts
 */
const SNAPSHOT_EVERY = 100_000;

/**
 * The snapshots of one venue. Each is taken at once and written while the venue goes on, one at a
 * time; one that fails is no harm but a longer recovery, and is tried again after as many records.
 */
export class Snapshots {
  readonly #store: Store;
  #lastSeq: number;
  #writing: Promise<void> | null = null;
  #trouble: string | null = null;
  #isOver = false;

  /** `lastSeq` is of the snapshot that the venue was recovered from. */
  constructor(store: Store, lastSeq: number) {
    this.#store = store;
    this.#lastSeq = lastSeq;
  }

  /** Why the last one could not be kept; null when it was. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Whether one is to be taken after a page. */
  isDue({ lastSeq }: Head): boolean {
    return this.#store.isDurable && this.#writing === null && this.#age(lastSeq) >= SNAPSHOT_EVERY;
  }

  /** Takes one of a venue as it is after a page; it is written once that page is committed. */
  take(page: Head, kept: SnapshotSource): () => void {
    this.#lastSeq = page.lastSeq;
    try {
      const snapshot = takeSnapshot(page, kept);
      return () => {
        this.#writing ??= this.#write(snapshot);
      };
    } catch (error) {
      this.#fail(error as Error);
      return () => {};
    }
  }

  /** Keeps a last one, unless nothing has happened since the one before. */
  async close(page: Head, kept: SnapshotSource): Promise<void> {
    await this.#writing;
    if (this.#store.isDurable && this.#age(page.lastSeq) > 0) {
      this.take(page, kept)();
      await this.#writing;
    }
  }

  /** The venue is started over: what is being written is not finished. */
  abandon(): void {
    this.#isOver = true;
  }

  #age(seq: number): number {
    return seq - this.#lastSeq;
  }

  async #write({ seq, pieces }: TakenSnapshot): Promise<void> {
    try {
      await this.#store.saveSnapshot({ seq, pieces: this.#unlessOver(pieces) });
      this.#trouble = null;
    } catch (error) {
      if (!this.#isOver) this.#fail(error as Error);
    } finally {
      this.#writing = null;
    }
  }

  *#unlessOver(pieces: Iterable<string>): Generator<string> {
    for (const piece of pieces) {
      if (this.#isOver) throw new Error("the venue was started over");
      yield piece;
    }
  }

  #fail({ message }: Error): void {
    this.#trouble = message;
    console.error(`${this.#store.name} kept no snapshot: ${message}; a recovery would take longer`);
  }
}
