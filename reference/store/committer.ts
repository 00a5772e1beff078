/** Group commit: what was recorded since the last commit goes in one, then everybody is answered. */
import { setTimeout as pause } from "node:timers/promises";
import type { Batch, HistoryRow } from "./batch.ts";
import { bindPage, type Entry, encodeRecord, GENESIS, type Head } from "./page.ts";
import { JournalTaken, type Store } from "./store.ts";

/** The store does not answer, or refuses: nothing can be acknowledged, nor told. */
export class StoreUnavailable extends Error {}

/** How long a commit may take before those who wait for it are refused. Units: ms. */
const STALL_MS = 2_000;
/** Between attempts at a commit that failed. Units: ms. */
const RETRY_MS = 50;
const RETRY_MS_MAX = 1_000;
/** How long closing waits for a store that fails. Units: ms. */
const CLOSE_MS = 5_000;
/** A store that is lost with the process takes its time. Units: ms. */
const LAZY_MS = 50;

/** Records that will be committed together, and who waits for it. */
class Group {
  readonly lines: string[] = [];
  readonly rows: HistoryRow[] = [];
  readonly told: (() => void)[] = [];
  startsOver = false;
  settled!: Promise<void>;
  resolve!: () => void;
  #reject!: (error: Error) => void;

  constructor() {
    this.#await();
  }

  /** Lets those down who wait now; who comes later waits anew. */
  refuse(error: Error): void {
    this.#reject(error);
    this.#await();
  }

  #await(): void {
    this.settled = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.#reject = reject;
    });
    this.settled.catch(() => {}); // nobody need wait
  }
}

/**
 * Writes one venue's journal. The venue applies a command before it is committed, so until the
 * commit nobody may be told of it; and while the store fails, no command may be applied.
 */
export class Committer {
  readonly #store: Store;
  #head: Head;
  #seq: number;
  #open = new Group();
  #inFlight: Group | null = null;
  #running: Promise<void> | null = null;
  #lazily: NodeJS.Timeout | undefined;
  #trouble: StoreUnavailable | null = null;
  #isClosed = false;

  /** `head` is where the journal in the store ends. */
  constructor(store: Store, head: Head = GENESIS) {
    this.#store = store;
    this.#head = head;
    this.#seq = head.lastSeq;
  }

  /** Of the last record, committed or not. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether commands may be applied and answers given. */
  get isAvailable(): boolean {
    return this.#trouble === null;
  }

  /** Records an entry that happened at a time. Units: epoch ms. */
  record(entry: Entry, at: number): void {
    this.#seq++;
    this.#open.lines.push(encodeRecord(entry, at));
    this.#start();
  }

  /** Adds a row of history to the commit of the command that is being applied. */
  addRow(row: HistoryRow): void {
    this.#open.rows.push(row);
  }

  /**
   * Waits until nothing of what has happened can be lost any more; null where that is so already,
   * or can never be. Errors: rejects with StoreUnavailable.
   */
  settled(): Promise<void> | null {
    if (!this.#store.isDurable) return null;
    if (this.#trouble !== null) return Promise.reject(this.#trouble);
    return this.#last()?.settled ?? null;
  }

  /** Calls back, in order, once nothing of what has happened can be lost any more. */
  whenSettled(tell: () => void): void {
    const last = this.#store.isDurable ? this.#last() : null;
    if (last === null) tell();
    else last.told.push(tell);
  }

  /** Waits until all that has happened is in the store's tables. Errors: StoreUnavailable. */
  async flushed(): Promise<void> {
    if (this.#trouble !== null) throw this.#trouble;
    const last = this.#last();
    if (last === null) return;
    this.#flush();
    await last.settled;
  }

  /** The venue is started over: what was before goes with the next commit. */
  startOver(): void {
    const { told } = this.#open;
    this.#open = new Group();
    this.#open.startsOver = true;
    this.#open.told.push(...told);
    this.#seq = 0;
  }

  /** Commits what is left, if the store lets it. */
  async close(): Promise<void> {
    clearTimeout(this.#lazily);
    const giveUp = setTimeout(() => {
      this.#isClosed = true;
    }, CLOSE_MS);
    if (this.#store.isDurable && this.#open.lines.length > 0) this.#flush();
    await this.#running;
    clearTimeout(giveUp);
    this.#isClosed = true;
  }

  #last(): Group | null {
    return this.#open.lines.length > 0 ? this.#open : this.#inFlight;
  }

  /** Everything that happens in one turn of the event loop goes together. */
  #start(): void {
    if (this.#running !== null || this.#isClosed) return;
    if (!this.#store.isDurable) {
      this.#lazily ??= setTimeout(() => this.#flush(), LAZY_MS).unref();
    } else if (this.#open.lines.length === 1) {
      setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    clearTimeout(this.#lazily);
    this.#lazily = undefined;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#open.lines.length > 0 && !this.#isClosed) {
      const group = this.#open;
      this.#open = new Group();
      this.#inFlight = group;
      await this.#commit(group);
    }
    this.#running = null;
  }

  async #commit(group: Group): Promise<void> {
    const { lines, rows, startsOver } = group;
    const page = bindPage(startsOver ? GENESIS : this.#head, lines);
    const stalled = setTimeout(() => this.#suspend("does not answer"), STALL_MS).unref();
    const isDone = await this.#append({ page, rows, startsOver });
    clearTimeout(stalled);
    if (!isDone) return;
    this.#head = page;
    this.#resume();
    group.resolve();
    for (const tell of group.told) tell();
    this.#inFlight = null;
  }

  /** Tries until it is done, or the committer is closed. */
  async #append(batch: Batch): Promise<boolean> {
    for (let waitMs = RETRY_MS; !this.#isClosed; waitMs = Math.min(2 * waitMs, RETRY_MS_MAX)) {
      try {
        await this.#store.append(batch);
        return true;
      } catch (error) {
        this.#suspend(`fails: ${(error as Error).message}`);
        if (error instanceof JournalTaken) this.#isClosed = true;
        else await pause(waitMs);
      }
    }
    return false;
  }

  /** Refuses those who wait, whose commands may yet be committed, and everybody from now on. */
  #suspend(reason: string): void {
    const isNews = this.#trouble === null;
    this.#trouble = new StoreUnavailable(`the store ${reason}`);
    if (isNews)
      console.error(`${this.#store.name} ${reason}; nothing is answered until it is back`);
    this.#inFlight?.refuse(this.#trouble);
    this.#open.refuse(this.#trouble);
  }

  #resume(): void {
    if (this.#trouble === null) return;
    this.#trouble = null;
    console.error(`${this.#store.name} is back; nothing that was acknowledged was lost`);
  }
}
