/** Sets of mutations that count for nothing, with the reason. */
import type { Mutation } from "./mutation.ts";

/** Which mutations, and why; a member left out may be anything. */
export interface OpenPlace extends Partial<Pick<Mutation, "file" | "replacement" | "before">> {
  originals?: readonly string[];
  /** Names at the top level of the file. */
  within?: readonly string[];
  reason: string;
}

/** What goes for a change of the core and of the shell. */
export const TWICE = "the HTTP shell has asked the same: the core asks for who drives it without";

/** Whether a mutation is one of them. */
export function covers(known: OpenPlace, mutation: Mutation): boolean {
  const { file, originals, replacement, within, before } = known;
  return (
    (file === undefined || file === mutation.file) &&
    (originals?.includes(mutation.original) ?? true) &&
    (replacement === undefined || replacement === mutation.replacement) &&
    (before === undefined || before === mutation.before) &&
    (within?.includes(mutation.within) ?? true)
  );
}
