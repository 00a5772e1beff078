/** The journal of a running venue: every command and fact, and now and then a snapshot. */
import type { Knex } from "knex";
import type { Command } from "../core/commands.ts";
import type { Venue } from "../core/venue.ts";
import { Committer, type Completion, StoreUnavailable } from "./committer.ts";
import type { Fact, Facts } from "./facts.ts";
import type { Projection } from "./history/projection.ts";
import type { Head } from "./page.ts";
import { encodeRecord } from "./record.ts";
import type { Recovered } from "./recovery.ts";
import { encodeSnapshot } from "./snapshot.ts";
import type { Store, StoredSnapshot } from "./store.ts";

/** How many records apart snapshots are: what a recovery replays at most. */
const SNAPSHOT_EVERY = 100_000;

/** Follows one venue at a time. */
export class Journal {
  readonly store: Store;
  readonly committer: Committer;
  readonly facts: Facts;
  #followed: { venue: Venue; projection: Projection } | null = null;
  #snapshotSeq: number;
  #lastAtMs: number;

  /** Goes on where a recovery ended. */
  constructor(store: Store, { head, facts, snapshotSeq, atMs }: Omit<Recovered, "venue">) {
    this.store = store;
    this.facts = facts;
    this.#snapshotSeq = snapshotSeq;
    this.#lastAtMs = atMs;
    this.committer = new Committer({ store, head, complete: (page) => this.#complete(page) });
  }

  /** Records every command of a venue from now on, with the rows of history that it makes. */
  follow(venue: Venue, projection: Projection): void {
    this.#followed = { venue, projection };
    const apply = venue.apply.bind(venue) as (command: Command, at: number) => unknown;
    venue.apply = ((command: Command, at: number) => {
      const outcome = apply(command, at);
      this.#lastAtMs = at;
      this.committer.record(encodeRecord(command, at));
      return outcome;
    }) as Venue["apply"];
  }

  /** Records a fact. Units: epoch ms. */
  note(fact: Fact, at: number): void {
    this.#lastAtMs = at;
    this.facts.take({ at, ...fact });
    this.committer.record(encodeRecord(fact, at));
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

  /** The venue is started over: nothing of the old one is kept. */
  startOver(): void {
    this.#snapshotSeq = 0;
    this.facts.clear();
    this.committer.startOver();
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
