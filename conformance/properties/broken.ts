/** A play that broke a property: what was expected of which part, and the exchange that shows it. */
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";

/** Whether an answer, that of an order with a flaw, what can be read afterwards, or free cash is wrong. */
export type Aspect = "answers" | "refusal" | "state" | "cash";

export class Broken extends Error {
  override readonly name = "Broken";
  readonly aspect: Aspect;
  /** Completes "expected …". */
  readonly expected: string;
  readonly actual: string;
  /** The exchange that decided; the last one of the play where undefined. */
  readonly exchange: Exchange | undefined;

  constructor(aspect: Aspect, { expected, actual }: Deviation, exchange?: Exchange) {
    super(`expected ${expected}; saw ${actual}`);
    this.aspect = aspect;
    this.expected = expected;
    this.actual = actual;
    this.exchange = exchange;
  }
}

/** What should have been, and what was. */
export interface Deviation {
  expected: string;
  actual: string;
}
