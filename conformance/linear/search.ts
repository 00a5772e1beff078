/** Looks for an order of one part, depth first, and never twice from where it has been. */
import { CallList } from "./call-list.ts";
import { DoneSet } from "./done-set.ts";
import { hasHappened, type Operation, returnOf } from "./history.ts";
import type { Model } from "./model.ts";
import type { Contradiction, Unknown, Verdict } from "./verdict.ts";

/** What ends a search. Units: `until` as performance.now(). */
export interface SearchBounds {
  until: number;
  configurationsMax: number;
}

/** An operation placed, the state it led to, and what may be placed after it. */
interface Placed<State> {
  index: number;
  state: State;
  moves: Iterator<Move<State>>;
}

interface Move<State> {
  index: number;
  state: State;
}

/** How far an order came: all that returned before `first`, in `order`. */
interface Reached<State> {
  first: number;
  order: readonly number[];
  state: State;
}

/**
 * Places an operation as soon as no other one returned before its call; one whose answer came soonest
 * goes first. A configuration is what is placed and the state: a second way to it is given up.
 */
export class Search<State, Op, Result> {
  readonly #model: Model<State, Op, Result>;
  /** By return, those that need not have happened last. */
  readonly #operations: readonly Operation<Op, Result>[];
  readonly #needed: number;
  readonly #calls: CallList;
  readonly #done: DoneSet;
  /** How many of the numbered come before each. */
  readonly #lower: readonly number[];
  #numbered = 0;
  readonly #seen = new Set<string>();
  readonly #path: Placed<State>[] = [];
  #furthest: Reached<State>;

  constructor(history: readonly Operation<Op, Result>[], model: Model<State, Op, Result>) {
    this.#model = model;
    this.#operations = history.toSorted(byReturn);
    this.#needed = history.filter(hasHappened).length;
    this.#calls = new CallList(this.#operations.map(({ call }) => call));
    this.#done = new DoneSet(history.length);
    this.#lower = lowerThan(this.#operations);
    this.#furthest = { first: -1, order: [], state: model.initial };
  }

  run({ until, configurationsMax }: SearchBounds): Verdict<State, Op, Result> {
    const start = { index: -1, state: this.#model.initial };
    this.#path.push({ ...start, moves: this.#moves(start.state) });
    while (this.#done.first < this.#needed) {
      if (this.#seen.size >= configurationsMax) return this.#unknown("memory");
      if (performance.now() > until) return this.#unknown("deadline");
      if (!this.#goOn() && !this.#goBack()) return this.#contradiction();
    }
    return { verdict: "linear", order: this.#named(this.#order()) };
  }

  *#moves(state: State): Generator<Move<State>> {
    const soonest = this.#operations[this.#done.first]!;
    for (const index of this.#calls.calledBy(returnOf(soonest))) {
      if (this.#lower[index]! > this.#numbered) continue;
      const { op, answer } = this.#operations[index]!;
      const states = this.#model.step(state, op, answer?.result);
      for (const after of states) yield { index, state: after };
    }
  }

  /** Places one more. Returns: whether there was one that leads to somewhere new. */
  #goOn(): boolean {
    const { moves } = this.#path.at(-1)!;
    for (let move = moves.next(); !move.done; move = moves.next()) {
      const { index, state } = move.value;
      this.#place(index);
      const key = `${this.#done.key()} ${this.#model.key(state)}`;
      if (!this.#seen.has(key)) {
        this.#seen.add(key);
        this.#path.push({ index, state, moves: this.#moves(state) });
        return true;
      }
      this.#takeBack(index);
    }
    return false;
  }

  /** Takes the last one back. Returns: whether there was one. */
  #goBack(): boolean {
    this.#note();
    const { index } = this.#path.pop()!;
    if (index >= 0) this.#takeBack(index);
    return index >= 0;
  }

  #place(index: number): void {
    this.#calls.remove(index);
    this.#done.add(index);
    if (this.#operations[index]!.sequence !== undefined) this.#numbered += 1;
  }

  #takeBack(index: number): void {
    this.#calls.restore(index);
    this.#done.delete(index);
    if (this.#operations[index]!.sequence !== undefined) this.#numbered -= 1;
  }

  /** Keeps the order where the search is now if none came further. */
  #note(): void {
    const { first, order } = this.#furthest;
    const length = this.#path.length - 1;
    const isFurther = this.#done.first > first;
    if (!isFurther && (this.#done.first < first || length <= order.length)) return;
    const { state } = this.#path.at(-1)!;
    this.#furthest = { first: this.#done.first, order: this.#order(), state };
  }

  #order(): number[] {
    return this.#path.slice(1).map(({ index }) => index);
  }

  #named(order: readonly number[]): Operation<Op, Result>[] {
    return order.map((index) => this.#operations[index]!);
  }

  #unknown(because: "deadline" | "memory"): Unknown<Op, Result> {
    this.#note();
    const explained = this.#named(this.#furthest.order);
    return { verdict: "unknown", because, part: "", explained };
  }

  #contradiction(): Contradiction<State, Op, Result> {
    const { first, order, state } = this.#furthest;
    const stuck = this.#operations[first]!;
    const history = beginning(this.#operations, returnOf(stuck));
    const explained = this.#named(order);
    return { verdict: "contradiction", part: "", history, explained, state, stuck };
  }
}

function byReturn(one: Operation<unknown, unknown>, two: Operation<unknown, unknown>): number {
  const later = Number(hasHappened(two)) - Number(hasHappened(one));
  const [first, second] = [returnOf(one), returnOf(two)];
  return first === second ? later : first - second;
}

/** For each operation how many numbers are lower than its own; equal ones do not wait for each other. */
function lowerThan(operations: readonly Operation<unknown, unknown>[]): number[] {
  const numbers = operations.map(({ sequence }) => sequence).filter((one) => one !== undefined);
  const ranks = new Map<number, number>();
  for (const [rank, number] of numbers.sort((one, two) => one - two).entries()) {
    if (!ranks.has(number)) ranks.set(number, rank);
  }
  return operations.map(({ sequence }) => (sequence === undefined ? 0 : ranks.get(sequence)!));
}

/** What was called by then, and what has a lower number than that. */
function beginning<Op, Result>(
  operations: readonly Operation<Op, Result>[],
  time: number,
): Operation<Op, Result>[] {
  const called = operations.filter(({ call }) => call <= time);
  const highest = called.reduce((most, { sequence = most }) => Math.max(most, sequence), -Infinity);
  return operations.filter(({ call, sequence = Infinity }) => call <= time || sequence < highest);
}
