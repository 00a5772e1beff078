/** What one small change of the reference is, and what became of it. */

/** A change that Stryker makes to one place of a file. Shape: `original` is on one line. */
export interface Mutation {
  /** Stryker's number, the switch that turns it on; another one after any edit. */
  id: string;
  /** The same as long as its file stays as it is. */
  key: string;
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  /** What stands before it on its line. */
  before: string;
  /** The function, class or constant at the file's top level that it is part of. */
  within: string;
}

/**
 * Killed: a rule, property or story failed. Timeout: the venue stood still. Uncovered: nothing the
 * judge does executes it, so nothing was run.
 */
export type MutationOutcome = "killed" | "timeout" | "survived" | "uncovered";

/**
 * A line of the results; `by` is what failed, empty where nothing did. `left` counts the trials
 * that pass the place and were not tried, where a run asked for the nearest only.
 */
export interface MutationVerdict extends Omit<Mutation, "id" | "before" | "within"> {
  outcome: MutationOutcome;
  by: string;
  left: number;
}

/** What a trial of the unchanged venue took, and which mutations it went through. */
export interface Footprint {
  ms: number;
  mutations: readonly string[];
}

/**
 * Footprints by name of check or story, without what the start of any venue passes as often.
 * `atLoad` is executed before any trial, once a process; `atStart` once a venue.
 */
export interface MutationCoverage {
  atLoad: readonly string[];
  atStart: readonly string[];
  trials: Record<string, Footprint>;
}

/** What the process that holds the changed venue is asked. */
export type JudgedQuestion =
  | { ask: "cover" }
  | { ask: "judge"; id: string; trials: readonly string[]; fresh: boolean };

/**
 * What it says: that it lives, or its answer. `by` is null when nothing failed; `noise` is a
 * failure that is there without the change too.
 */
export type Said =
  | { say: "alive"; of: string }
  | { say: "covered"; coverage: MutationCoverage }
  | { say: "judged"; by: string | null; trials: readonly string[] }
  | { say: "noise" };
