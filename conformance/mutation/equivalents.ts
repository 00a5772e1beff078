/** Mutations that no caller of a venue can ever notice, each with the reason. */
import type { Mutation } from "./mutation.ts";

/** A mutation by what it changes, so that an edit elsewhere in the file does not lose it. */
interface Equivalent {
  file: string;
  original: string;
  replacement: string;
  reason: string;
}

/** Messages are for people; codes are the contract, and those are single words. */
const PROSE = /[a-z]+,? [a-z]+ [a-z$]+/i;

const EQUIVALENTS: readonly Equivalent[] = [];

/** Files whose mutations cannot show while the venue is right. */
const UNSEEN: Record<string, string> = {
  "reference/core/invariants.ts": "asserts what holds: a weaker assertion passes just the same",
};

/** Why nobody can notice it; null when somebody can. */
export function whyEquivalent(mutation: Mutation): string | null {
  const { file, mutator, original, replacement, before } = mutation;
  if (mutator === "StringLiteral" && PROSE.test(original)) return "prose, which is no contract";
  if (file.includes("/gates/") && before === "name:") return "a gate's name, which nobody is told";
  const known = EQUIVALENTS.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  return UNSEEN[file] ?? known?.reason ?? null;
}
