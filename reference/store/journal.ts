/** The journal of a running venue: every command and fact, and now and then a snapshot. */
import type { Command } from "../core/commands.ts";
import type { Venue } from "../core/venue.ts";
import { Committer, type Completion, StoreUnavailable } from "./committer.ts";
import { type Fact, Facts } from "./facts.ts";
import type { KeptHistory } from "./history/kept-history.ts";
import type { Projection } from "./history/projection.ts";
import { GENESIS, type Head } from "./page.ts";
import { keepPastResults } from "./past-results.ts";
import { encodeRecord } from "./record.ts";
import type { Recovered } from "./recovery.ts";
import { ResultLookUp } from "./result-look-up.ts";
import { type AppliedCommand, HOURS_KEPT, Results, type ResultsKept } from "./results.ts";
import type { SnapshotSource } from "./snapshot.ts";
import { Snapshots } from "./snapshots.ts";
import type { Store } from "./store.ts";

const HOUR_MS = 3_600_000;

/** What a journal goes on from. */
type Past = Omit<Recovered, "venue">;

/** How a journal is kept. */
interface JournalOptions {
  /** Of the journal that this one takes the place of. */
  committer?: Committer;
  results?: ResultsKept | undefined;
}

/** Of one venue; one that takes its place gets a journal of its own, by the same committer. */
export class Journal {
  readonly store: Store;
  readonly committer: Committer;
  readonly facts: Facts;
  /** What the venue has let go of. */
  readonly lookUp: ResultLookUp;
  readonly #results: Results;
  readonly #keepResultsMs: number;
  #followed: { venue: Venue; projection: Projection } | null = null;
  readonly #snapshots: Snapshots;
  readonly #options: JournalOptions;
  #lastAtMs: number;
  #isOver = false;

  /** Goes on where a recovery ended. */
  constructor(store: Store, past: Past, options: JournalOptions = {}) {
    const { head, facts, snapshotSeq, atMs } = past;
    this.store = store;
    this.#options = options;
    this.lookUp = new ResultLookUp(() => store.history());
    this.#results = new Results(options.results?.inMemory);
    this.#keepResultsMs = (options.results?.hours ?? HOURS_KEPT) * HOUR_MS;
    this.facts = facts;
    this.#snapshots = new Snapshots(store, snapshotSeq);
    this.#lastAtMs = atMs;
    const complete = (page: Head): Completion => this.#complete(page);
    this.committer = options.committer ?? new Committer({ store, head, complete });
  }

  /** Takes its snapshots of a venue from now on, and the rows of history that its commands make. */
  follow(venue: Venue, projection: Projection): void {
    this.#followed = { venue, projection };
  }

  /** Takes over what a recovered venue remembers; before it serves anybody. */
  async resumeResults(venue: Venue): Promise<void> {
    const { lastSeq } = this.committer.head;
    this.#results.resume(venue, lastSeq);
    await keepPastResults(this.store, venue, { lastSeq, at: this.#lastAtMs });
  }

  /** Records a command that was applied. */
  record(applied: AppliedCommand): void {
    this.#write(applied.command, applied.at);
    if (!this.#isOver) this.#results.take(applied, this.committer.seq);
  }

  /** Records a fact. Units: epoch ms. */
  note(fact: Fact, at: number): void {
    this.facts.take({ at, ...fact });
    this.#write(fact, at);
  }

  /** Whether commands may be applied and answers given. */
  get isAvailable(): boolean {
    return this.committer.isAvailable;
  }

  /** Why no snapshot could be kept when one was due, which makes a recovery longer; null if none. */
  get snapshotTrouble(): string | null {
    return this.#snapshots.trouble;
  }

  /** Errors: throws StoreUnavailable. */
  assertAvailable(): void {
    if (!this.isAvailable) throw new StoreUnavailable("the store does not answer: try again");
  }

  /** See the committer's. */
  settled(): Promise<void> | null {
    return this.committer.settled();
  }

  /** See the committer's. */
  whenSettled(tell: () => void): void {
    this.committer.whenSettled(tell);
  }

  /** History, with all that has happened. Errors: rejects with StoreUnavailable. */
  async history(): Promise<KeptHistory> {
    await this.committer.flushed();
    return this.store.history();
  }

  /** The journal of the venue that takes this one's place: nothing of the old one is kept. */
  startOver(): Journal {
    this.#isOver = true;
    this.#snapshots.abandon();
    const past = { head: GENESIS, facts: new Facts(), snapshotSeq: 0, atMs: 0 };
    const options = { ...this.#options, committer: this.committer };
    const next = new Journal(this.store, past, options);
    this.committer.startOver((page) => next.#complete(page));
    return next;
  }

  /** Commits what is left, keeps a snapshot, and lets another writer in. */
  async close(): Promise<void> {
    await this.committer.close();
    const { head, isAvailable } = this.committer;
    if (isAvailable) await this.#snapshots.close(head, this.#kept());
    await this.store.close();
  }

  /** A request that was under way as its venue was started over leaves no trace in the new one. */
  #write(entry: Command | Fact, at: number): void {
    if (this.#isOver) return;
    this.#lastAtMs = at;
    this.committer.record(encodeRecord(entry, at));
  }

  #complete(page: Head): Completion {
    const history = this.#followed?.projection.take(page.lastSeq) ?? [];
    const rows = [...history, ...this.#results.rows(page.lastSeq)];
    const isDue = this.#snapshots.isDue(page);
    const write = isDue ? this.#snapshots.take(page, this.#kept()) : () => {};
    const committed = () => {
      write();
      this.#forget(page.lastSeq);
    };
    return { rows, committed, resultsBeforeMs: this.#lastAtMs - this.#keepResultsMs };
  }

  /** What is committed need not be in memory too. */
  #forget(committedSeq: number): void {
    const command = this.#isOver ? null : this.#results.surplus(committedSeq);
    if (command === null) return;
    this.#followed!.venue.apply(command, this.#lastAtMs);
    this.#write(command, this.#lastAtMs);
  }

  #kept(): SnapshotSource {
    const atMs = this.#lastAtMs;
    return { venue: this.#followed!.venue, facts: this.facts.at(atMs), atMs };
  }
}
