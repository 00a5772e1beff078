/** What a simulated run can find wrong. */

/** Every law of a simulation, by the name that reports use. */
export const LAWS = {
  "book-not-crossed": "the best bid is below the best ask after every command",
  "book-view": "the book that is read is the book that the events tell",
  "price-time-priority": "a trade is with the oldest order at the best price, at that price",
  "no-self-trade": "nobody trades with himself",
  "order-state": "every accepted order is in exactly one state, and moves along legal transitions",
  "time-in-force": "only GTC and POST_ONLY rest, FOK is all or nothing, POST_ONLY never takes",
  verdict: "an order is accepted or declined for the first reason that applies, and no other",
  idempotency: "a client order id answered before is answered the same, and places nothing",
  "cash-conserved": "wallets hold what fills and settlements explain, and all accounts sum to zero",
  leverage: "leverage and margin mode are those of what opened from flat, until nothing is left",
  "contracts-conserved": "positions are what the fills say, and sum to zero in every market",
  "free-cash": "free cash is neither reserved nor lost by CROSS positions, and never negative",
  reserve: "what is reserved is what the working orders need",
  "reduce-only": "reduce-only orders fit into the position, the worst price is trimmed first",
  settlement: "a market that ended has no orders and no positions",
  recovery: "what was acknowledged is there after a crash, and nothing is half there",
  digest: "the digest equals that of a replay of the journal",
  view: "every client's view equals the venue's",
  convergence:
    "after the faults are healed every request is answered and every order accounted for",
  shell: "over HTTP every answer says what the core says",
  crash: "no command makes the venue throw",
  standstill: "every command comes to an end",
} as const;

/** The name of a law. */
export type Law = keyof typeof LAWS;

/** A law that did not hold. */
export class Violation extends Error {
  readonly law: Law;

  constructor(law: Law, message: string) {
    super(message);
    this.law = law;
  }
}

/** Ends the run. Errors: always throws a Violation. */
export function violate(law: Law, message: string): never {
  throw new Violation(law, message);
}
