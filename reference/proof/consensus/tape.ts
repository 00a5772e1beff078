/** What is played, and what must come of it. */
import type { WireMessage, Workload } from "./workload.ts";

/** Messages, and the SHA-256 (hex) of all reports on them. Shape: each call gives all messages. */
export interface Tape {
  name: string;
  reports: string;
  messages: () => Iterable<WireMessage>;
}

/**
 * The messages of a workload whose prices have this SHA-256, which tells a tape that was drawn
 * otherwise from one that was played otherwise.
 * Errors: throws where this machine rounds exp, log or cos so that another price comes of it.
 */
export function* drawn(workload: Workload, prices: string): Generator<WireMessage> {
  if (workload.pricesHash() !== prices) throw new Error("the prices were drawn otherwise here");
  yield* workload.messages();
}
