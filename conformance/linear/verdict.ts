/** What a check comes to. */
import type { Operation } from "./history.ts";

/** Every operation that happened, in an order that explains all answers. */
export interface Linearization<Op, Result> {
  verdict: "linear";
  order: readonly Operation<Op, Result>[];
}

/**
 * No order explains this part.
 * Shape: `history` is the shortest beginning of the part that has no order: what was called before
 * `stuck` returned. `explained` is the longest order found of it, with all that returned earlier, and
 * `state` where that leads; `stuck` is the first to return that no order has a place for.
 */
export interface Contradiction<State, Op, Result> {
  verdict: "contradiction";
  part: string;
  history: readonly Operation<Op, Result>[];
  explained: readonly Operation<Op, Result>[];
  state: State;
  stuck: Operation<Op, Result>;
}

/** The search of a part was ended. Shape: `explained` is how far it came. */
export interface Unknown<Op, Result> {
  verdict: "unknown";
  because: "deadline" | "memory";
  part: string;
  explained: readonly Operation<Op, Result>[];
}

/** An order of the operations that the model allows, that there is none, or neither in time. */
export type Verdict<State, Op, Result> =
  | Linearization<Op, Result>
  | Contradiction<State, Op, Result>
  | Unknown<Op, Result>;
