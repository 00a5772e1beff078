/** What one small change of the reference is, and what became of it. */

/** A change that Stryker makes to one place of a file. Shape: `original` is on one line. */
export interface Mutation {
  /** Stryker's number, the switch that turns it on; another one after any edit. */
  id: string;
  /** The same as long as its file stays as it is, and so does whatever judges. */
  key: string;
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  /** What stands before it on its line. */
  before: string;
  /** The decisions by which its place is open; none where the spec states what is done there. */
  decisions: readonly string[];
}

/**
 * Killed: a rule, property or scenario failed. Timeout: the venue stood still. Uncovered: nothing the
 * judge does executes it, so nothing was run.
 */
export type MutationOutcome = "killed" | "timeout" | "survived" | "uncovered";

/**
 * A line of the results; `by` is what failed, empty where nothing did. `left` counts the checks
 * that pass the place and were not tried, where a run asked for the nearest only. `byLot` is false
 * where the file was asked for.
 */
export interface MutationVerdict extends Omit<Mutation, "id" | "before" | "decisions"> {
  outcome: MutationOutcome;
  by: string;
  left: number;
  byLot: boolean;
}

/** What a check of the unchanged venue took, and which mutations it went through. */
export interface Footprint {
  ms: number;
  mutations: readonly string[];
}

/**
 * Footprints by title of the check, without what the start of any venue passes as often.
 * `atLoad` is executed before any check, once a process; `atStart` once a venue.
 */
export interface MutationCoverage {
  atLoad: readonly string[];
  atStart: readonly string[];
  checks: Record<string, Footprint>;
}

/** What the process that holds the changed venue is asked. */
export type JudgedQuestion =
  | { ask: "cover" }
  | { ask: "judge"; id: string; checks: readonly string[]; fresh: boolean };

/**
 * What it says: that it lives, or its answer. `by` is null when nothing failed; `noise` is a
 * failure that is there without the change too.
 */
export type WorkerMessage =
  | { say: "alive"; of: string }
  | { say: "covered"; coverage: MutationCoverage }
  | { say: "judged"; by: string | null; checks: readonly string[] }
  | { say: "noise" };
