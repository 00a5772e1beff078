/** What one run of a check has sent so far. */
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";

const ANSWERS_CHARS_MAX = 64 * 1024 * 1024;
/**
 * The text of one answer once its check has ended, for sessions and reports.
 * @bound {KEPT_CHARS_MAX} characters: it is cut there, and says so; conformance/check/exchange-log.test.ts
 */
const KEPT_CHARS_MAX = 256 * 1024;

export class ExchangeLog {
  /**
   * Every exchange, in the order in which they ended.
   * @bound {ANSWERS_CHARS_MAX} characters of answers: the check ends there, as not finished; conformance/check/exchange-log.test.ts
   */
  readonly all: Exchange[] = [];
  /** What happened as a session, where that is more than exchanges. */
  session: string | null = null;
  /** Orders that were meant to be declined. */
  provoked = 0;
  /** Stands for what was arranged; another one where nothing of it may be left. */
  arrangement: object = {};
  #from = 0;
  #chars = 0;

  /** Takes an exchange that has ended. */
  add(exchange: Exchange): void {
    this.all.push(exchange);
    this.#chars += exchange.response?.chars ?? 0;
  }

  /** Errors: Inconclusive where more was answered than can be held. */
  demandRoom(): void {
    if (this.#chars <= ANSWERS_CHARS_MAX) return;
    throw new Inconclusive(`not finished: the answers are over ${ANSWERS_CHARS_MAX} characters`);
  }

  /**
   * What was sent, what is long being cut, wholly where it will not be shown: nothing else is still to
   * be done with it. It is kept here no longer, as callers are known to the run beyond their check.
   */
  close(willBeShown: boolean): Exchange[] {
    const sent = this.all.splice(0);
    for (const exchange of sent) {
      const { response } = exchange;
      const { chars: length = 0 } = response ?? {};
      if (response === null || length <= KEPT_CHARS_MAX) continue;
      const start = willBeShown ? response.bodyText.slice(0, KEPT_CHARS_MAX) : "";
      const bodyText = `${start}… (cut: ${length} characters)`;
      const { status, headers, setCookies } = response;
      exchange.response = { status, headers, bodyText, chars: length, body: undefined };
      if (setCookies !== undefined) exchange.response.setCookies = setCookies;
    }
    return sent;
  }

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
