/** Mutations that no caller of a venue can ever notice, or hold against it; with the reason. */
import { covers, TWICE } from "./known.ts";
import { LEGAL } from "./legal.ts";
import { LEGAL_HTTP } from "./legal-http.ts";
import type { Mutation } from "./mutation.ts";
import { FOR_PEOPLE, UNNOTICEABLE } from "./unnoticeable.ts";

/** Several words: what is not for people is a single one. */
const PROSE = /[a-z]+,? [a-z]+ [a-z$]+/i;

/** Why nobody can notice it; null when somebody might. */
export function whyUnnoticeable(mutation: Mutation): string | null {
  const { file, mutator, original, before } = mutation;
  if (original.includes("AGENT_NOT_FOUND") && file.startsWith("reference/core/")) return TWICE;
  if (mutator === "StringLiteral" && PROSE.test(original)) return FOR_PEOPLE;
  if (file.includes("/gates/") && before === "name:") return "a gate's name, which nobody is told";
  return UNNOTICEABLE.find((known) => covers(known, mutation))?.reason ?? null;
}

/** Why one that nothing noticed counts for nothing; null for a true survivor. */
export function whyEquivalent(mutation: Mutation): string | null {
  const legal = [...LEGAL, ...LEGAL_HTTP].find((known) => covers(known, mutation));
  return whyUnnoticeable(mutation) ?? legal?.reason ?? null;
}
