/** A store in memory, taken for durable unless it is told, that fails on demand. */
import type { Batch } from "./batch.ts";
import { SqlStore } from "./sql-store.ts";
import { connectScratch } from "./sqlite.ts";
import { commitBy } from "./sqlite-commit.ts";

/** Commits only while it is told to. */
export class FaultyStore extends SqlStore {
  /** What the next commits throw; null lets them through. */
  failure: Error | null = null;
  /** What the next commits wait for. */
  stalled: Promise<void> = Promise.resolve();
  /** Whether what fails was committed all the same: its answer is lost. */
  losesAnswers = false;
  commits = 0;

  constructor({ isDurable = true } = {}) {
    super({ name: "faulty", isDurable }, async () => {
      const knex = await connectScratch();
      return { writer: knex, reader: knex, commit: commitBy(knex), close: () => knex.destroy() };
    });
  }

  override async append(batch: Batch): Promise<void> {
    await this.stalled;
    if (this.failure === null || this.losesAnswers) await super.append(batch);
    this.commits++;
    if (this.failure !== null) throw this.failure;
  }
}
