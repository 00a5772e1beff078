/** What one run of a check has sent so far. */
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";

export class ExchangeLog {
  /** Every exchange, in the order in which they ended. */
  readonly all: Exchange[] = [];
  /** What happened as a session, where that is more than exchanges. */
  session: string | null = null;
  /** Orders that were meant to be declined. */
  provoked = 0;
  /** Stands for what was arranged; another one where nothing of it may be left. */
  arrangement: object = {};
  #from = 0;

  /** Requests sent so far. */
  get count(): number {
    return this.all.length;
  }

  /** What was sent last. */
  get latest(): Exchange | undefined {
    return this.all.at(-1);
  }

  /** Index of the first exchange that shows a failure from here on. */
  get from(): number {
    return this.#from;
  }

  /** A failure from here on is shown by what is sent from here on: what was sent so far is over. */
  startOver(): void {
    this.#from = this.count;
  }
}
