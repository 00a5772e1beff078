/** The journal of a running venue: every command and fact, and now and then a snapshot. */
import type { Knex } from "knex";
import type { Command } from "../core/commands.ts";
import type { Venue } from "../core/venue.ts";
import { Committer, type Completion, StoreUnavailable } from "./committer.ts";
import { type Fact, Facts } from "./facts.ts";
import type { Projection } from "./history/projection.ts";
import { GENESIS, type Head } from "./page.ts";
import { encodeRecord } from "./record.ts";
import type { Recovered } from "./recovery.ts";
import { encodeSnapshot } from "./snapshot.ts";
import type { Store, StoredSnapshot } from "./store.ts";

/** How many records apart snapshots are: what a recovery replays at most. */
const SNAPSHOT_EVERY = 100_000;

/** What a journal goes on from. */
type Past = Omit<Recovered, "venue">;

/** Of one venue; one that takes its place gets a journal of its own, by the same committer. */
export class Journal {
  readonly store: Store;
  readonly committer: Committer;
  readonly facts: Facts;
  #followed: { venue: Venue; projection: Projection } | null = null;
  #snapshotSeq: number;
  #lastAtMs: number;
  #isOver = false;

  /** Goes on where a recovery ended. */
  constructor(store: Store, { head, facts, snapshotSeq, atMs }: Past, committer?: Committer) {
    this.store = store;
    this.facts = facts;
    this.#snapshotSeq = snapshotSeq;
    this.#lastAtMs = atMs;
    const complete = (page: Head): Completion => this.#complete(page);
    this.committer = committer ?? new Committer({ store, head, complete });
  }

  /** Takes its snapshots of a venue from now on, and the rows of history that its commands make. */
  follow(venue: Venue, projection: Projection): void {
    this.#followed = { venue, projection };
  }

  /** Records a command that was applied. Units: epoch ms. */
  record(command: Command, at: number): void {
    this.#write(command, at);
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

  /** The tables of history, with all that has happened. Errors: rejects with StoreUnavailable. */
  async tables(): Promise<Knex> {
    await this.committer.flushed();
    return this.store.database();
  }

  /** The journal of the venue that takes this one's place: nothing of the old one is kept. */
  startOver(): Journal {
    this.#isOver = true;
    const past = { head: GENESIS, facts: new Facts(), snapshotSeq: 0, atMs: 0 };
    const next = new Journal(this.store, past, this.committer);
    this.committer.startOver((page) => next.#complete(page));
    return next;
  }

  /** Commits what is left, keeps a snapshot, and lets another writer in. */
  async close(): Promise<void> {
    await this.committer.close();
    const { head, isAvailable } = this.committer;
    const isNews = head.lastSeq > this.#snapshotSeq;
    if (this.store.isDurable && isAvailable && isNews) {
      await this.store.saveSnapshot(this.#captured(head)).catch(() => {}); // replayed next time
    }
    await this.store.close();
  }

  /** A request that was under way as its venue was started over leaves no trace in the new one. */
  #write(entry: Command | Fact, at: number): void {
    if (this.#isOver) return;
    this.#lastAtMs = at;
    this.committer.record(encodeRecord(entry, at));
  }

  #complete(page: Head): Completion {
    const rows = this.#followed?.projection.take(page.lastSeq) ?? [];
    const isDue = this.store.isDurable && page.lastSeq - this.#snapshotSeq >= SNAPSHOT_EVERY;
    return { rows, snapshot: isDue ? this.#captured(page) : null };
  }

  #captured(page: Head): StoredSnapshot {
    this.#snapshotSeq = page.lastSeq;
    const atMs = this.#lastAtMs;
    const { venue } = this.#followed!;
    return encodeSnapshot(page, { venue, facts: this.facts.at(atMs), atMs });
  }
}
