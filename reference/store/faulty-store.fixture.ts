/** A durable store in memory that fails on demand. */
import type { Batch } from "./batch.ts";
import { SqlStore } from "./sql-store.ts";
import { connectMemory } from "./sqlite.ts";

/** Commits only while it is told to. */
export class FaultyStore extends SqlStore {
  /** What the next commits throw; null lets them through. */
  failure: Error | null = null;
  /** What the next commits wait for. */
  stalled: Promise<void> = Promise.resolve();
  /** Whether what fails was committed all the same: its answer is lost. */
  losesAnswers = false;
  commits = 0;

  constructor() {
    super({ name: "faulty", isDurable: true }, connectMemory);
  }

  override async append(batch: Batch): Promise<void> {
    await this.stalled;
    if (this.failure === null || this.losesAnswers) await super.append(batch);
    this.commits++;
    if (this.failure !== null) throw this.failure;
  }
}
