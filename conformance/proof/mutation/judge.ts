/** Judges mutations one after another, in a process that lasts as long as nothing spoils it. */

import type { InstrumentedCopy } from "./instrumented-copy.ts";
import type { Mutation, MutationCoverage, MutationVerdict } from "./mutation.ts";
import { Ranking } from "./ranking.ts";
import { WorkerHandle } from "./worker-handle.ts";

/** After so many a process is replaced, before what they left behind can add up. */
const MUTATIONS_EACH = 200;

export class MutationJudge {
  readonly #folder: string;
  readonly #coverage: MutationCoverage;
  readonly #ranking: Ranking;
  /** How many of the nearest checks are tried. */
  readonly #depth: number;
  #worker: WorkerHandle | null = null;
  #judged = 0;

  constructor(
    { folder, mutations }: InstrumentedCopy,
    { coverage, depth }: { coverage: MutationCoverage; depth: number },
  ) {
    this.#depth = depth;
    this.#folder = folder;
    this.#coverage = coverage;
    this.#ranking = new Ranking(coverage, mutations);
  }

  /** Never rejects. What is executed at load gets a process of its own, where it is on at once. */
  async judge(mutation: Mutation): Promise<Omit<MutationVerdict, "byLot">> {
    const { id, before: _, decisions: __, ...said } = mutation;
    const fresh = this.#coverage.atLoad.includes(id);
    const able = this.#ranking.of(mutation);
    const checks = able.slice(0, this.#depth);
    const rest = { ...said, left: able.length - checks.length };
    if (checks.length === 0) return { ...rest, outcome: "uncovered", by: "" };
    const question = { ask: "judge", id, checks, fresh } as const;
    for (let tries = 2; ; tries -= 1) {
      const worker = fresh ? new WorkerHandle(this.#folder, id) : this.#steady();
      const answer = await worker.ask(question);
      if (fresh) worker.end();
      if (answer.say === "judged") {
        const { by } = answer;
        this.#ranking.killed(mutation, answer.checks);
        return { ...rest, outcome: by === null ? "survived" : "killed", by: by ?? "" };
      }
      // What fell or fell silent may suffer from what an earlier mutation left, or a busy machine.
      worker.end();
      if (tries > 1) continue;
      if (answer.say === "silent") return { ...rest, outcome: "timeout", by: "" };
      if (answer.say === "gone") return { ...rest, outcome: "killed", by: "the process ends" };
      return { ...rest, outcome: "survived", by: "" };
    }
  }

  close(): void {
    this.#worker?.end();
  }

  #steady(): WorkerHandle {
    this.#judged += 1;
    if (this.#judged % MUTATIONS_EACH === 0) this.#worker?.end();
    if (this.#worker === null || this.#worker.isGone) this.#worker = new WorkerHandle(this.#folder);
    return this.#worker;
  }
}
