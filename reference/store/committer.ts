/** Group commit: what was recorded since the last commit goes in one, then everybody is answered. */
import { setTimeout as pause } from "node:timers/promises";
import type { Batch, HistoryRow } from "./batch.ts";
import { Group } from "./group.ts";
import { bindPage, GENESIS, type Head } from "./page.ts";
import { JournalTaken, type Store } from "./store.ts";

/** The store does not answer, or refuses: nothing can be acknowledged, nor onSettled. */
export class StoreUnavailable extends Error {}

/** How long a commit may take before those who wait for it are refused. Units: ms. */
const STALL_MS = 2_000;
/** Between attempts at a commit that failed. Units: ms. */
const RETRY_MS = 50;
const RETRY_MS_MAX = 1_000;
/** How long closing waits for a store that fails. Units: ms. */
const CLOSE_MS = 5_000;
/** How many records wait for somebody to read them where all is lost with the process anyway. */
const LAZY_RECORDS = 1_000;

/** What a committer works with. */
export interface CommitterOptions {
  store: Store;
  /** Where the journal in the store ends. */
  head?: Head;
  /** Called as a page is bound, when the venue is as it is after that page. */
  complete?: (page: Head) => Completion;
}

/** What belongs to a page: the rows of history that its commands made, and what its commit starts. */
export interface Completion {
  rows: readonly HistoryRow[];
  /** See the batch's. */
  resultsBeforeMs?: number;
  committed?: () => void;
}

/**
 * Writes one venue's journal. The venue applies a command before it is committed, so until the
 * commit nobody may be onSettled of it; and while the store fails, no command may be applied.
 */
export class Committer {
  readonly #store: Store;
  #complete: (page: Head) => Completion;
  #head: Head;
  #seq: number;
  #open = new Group();
  #inFlight: Group | null = null;
  #running: Promise<void> | null = null;
  #trouble: StoreUnavailable | null = null;
  #isClosed = false;

  constructor({ store, head = GENESIS, complete = () => ({ rows: [] }) }: CommitterOptions) {
    this.#store = store;
    this.#head = head;
    this.#seq = head.lastSeq;
    this.#complete = complete;
  }

  /** The last page that was committed. */
  get head(): Head {
    return this.#head;
  }

  /** Of the last record, committed or not. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether commands may be applied and answers given. */
  get isAvailable(): boolean {
    return this.#trouble === null;
  }

  /** Adds a record, which is one line of JSON. */
  record(line: string): void {
    this.#seq++;
    this.#open.lines.push(line);
    this.#start();
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
  whenSettled(listener: () => void): void {
    const last = this.#store.isDurable ? this.#last() : null;
    if (last === null) listener();
    else last.onSettled.push(listener);
  }

  /** Waits until all that has happened is in the store's tables. Errors: StoreUnavailable. */
  async flushed(): Promise<void> {
    if (this.#trouble !== null) throw this.#trouble;
    const last = this.#last();
    if (last === null) return;
    last.isWanted = true;
    this.#flush();
    await last.settled;
  }

  /** The venue is started over: what was before goes with the next commit. */
  startOver(complete = this.#complete): void {
    this.#complete = complete;
    this.#open.lines.length = 0;
    this.#open.startsOver = true;
    this.#seq = 0;
  }

  /** Commits what is left, if the store lets it. */
  async close(): Promise<void> {
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
    if (this.#open.lines.length === this.#enough) setImmediate(() => this.#flush());
  }

  /** How many records make a commit, unless somebody wants it sooner. */
  get #enough(): number {
    return this.#store.isDurable ? 1 : LAZY_RECORDS;
  }

  get #isDue(): boolean {
    const { lines, isWanted } = this.#open;
    return lines.length >= (isWanted ? 1 : this.#enough) && !this.#isClosed;
  }

  #flush(): void {
    if (this.#isDue) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isDue) {
      const group = this.#open;
      this.#open = new Group();
      this.#inFlight = group;
      await this.#commit(group);
    }
    this.#running = null;
  }

  async #commit(group: Group): Promise<void> {
    const { lines, startsOver } = group;
    const page = bindPage(startsOver ? GENESIS : this.#head, lines);
    const { committed, ...made } = this.#complete(page);
    const stalled = this.#watch();
    const isDone = await this.#append({ page, startsOver, ...made });
    clearTimeout(stalled);
    if (!isDone) return;
    this.#head = page;
    this.#resume();
    group.resolve();
    for (const listener of group.onSettled) listener();
    this.#inFlight = null;
    committed?.();
  }

  /** Where nobody waits for a commit, one that takes its time is no trouble. */
  #watch(): NodeJS.Timeout | undefined {
    if (!this.#store.isDurable) return undefined;
    return setTimeout(() => this.#suspend("does not answer"), STALL_MS).unref();
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
