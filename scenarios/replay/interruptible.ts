/** The first Ctrl-C ends a replay in order: no further line is played, and what was switched is put back. */
import { tell } from "../../reports/render/say.ts";
import { onInterruption } from "../deployment/interruption.ts";
import type { RunClock } from "../deployment/run-clock.ts";
import type { OpenDeployment } from "./deployment.ts";

/** Opens deployments whose clocks end when it is interrupted. */
export class Interruptible {
  readonly open: OpenDeployment;
  #clock: RunClock | null = null;
  #isOver = false;
  readonly #listenNoMore = onInterruption(() => this.#end());

  constructor(open: OpenDeployment) {
    this.open = async (seed, header) => {
      const deployment = await open(seed, header);
      this.#clock = deployment.clock;
      if (this.#isOver) this.#clock.end("interrupted");
      return deployment;
    };
  }

  /** Whether it was interrupted. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From now on Ctrl-C ends the process as ever. */
  close(): void {
    this.#listenNoMore();
  }

  #end(): void {
    tell("touchstone: interrupted; clearing up (again: ends at once)");
    this.#isOver = true;
    this.#clock?.end("interrupted");
  }
}
