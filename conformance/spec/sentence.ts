/** What one sentence of the spec is, and how a part of the spec writes its own down. */
import type { SpecRoute } from "./routes.ts";

/**
 * One statement of the spec's tables, numbered rules or lists, in our words.
 * Shape: `part` is the spec's heading; `rules` are the ids that carry it; `none` says why nothing
 * can carry it, or why a part of what carries it is missing.
 */
export interface Sentence {
  readonly part: string;
  readonly says: string;
  readonly routes: readonly SpecRoute[];
  readonly rules: readonly string[];
  readonly none?: string;
}

/** Writes down sentences of one part about the same routes. */
export interface Part {
  /** A sentence and the ids of the rules that carry it, separated by spaces. */
  says(sentence: string, rules: string): Sentence;
  /** A sentence that no rule can carry, and why. */
  unshown(sentence: string, none: string): Sentence;
}

/** A part of the spec, named by its heading, as far as it is about these routes. */
export function about(part: string, ...routes: SpecRoute[]): Part {
  return {
    says: (says, rules) => ({ part, says, routes, rules: rules.split(" ") }),
    unshown: (says, none) => ({ part, says, routes, rules: [], none }),
  };
}
