/** Changes that nobody can notice, whatever they try: they are never judged. */
import picomatch from "picomatch";
import type { Mutation } from "./mutation.ts";

/** Which changes, by file, mutator and kind of place; a member left out may be anything. */
interface Unnoticeable {
  files?: readonly string[];
  mutator?: string;
  /** What stands before it on its line. */
  before?: RegExp;
  original?: RegExp;
  reason: string;
}

/** All of them. */
export const UNNOTICEABLE: readonly Unnoticeable[] = [
  {
    files: [
      "reference/core/{invariants,digest,snapshot,restore,hash,record}.ts",
      "reference/http/socketless*.ts",
    ],
    reason: "run by tests, simulations and recovery, never by a venue while it serves",
  },
  {
    files: [
      "reference/http/openapi/**",
      "reference/http/{html-answer,page}.ts",
      "reference/http/routes/{description,table}.ts",
      "reference/wire/*records.ts",
    ],
    reason: "describes the venue to people and tools",
  },
  {
    mutator: "StringLiteral",
    original: /[a-z]+,? [a-z]+ [a-z$]+/i,
    reason: "prose, which is no contract",
  },
  {
    mutator: "StringLiteral",
    before: /\b(title:|section =)$/,
    reason: "a heading of the description",
  },
  {
    mutator: "ObjectLiteral",
    original: /^\{ title: "\w+" \}$/,
    reason: "a heading of the description",
  },
  {
    files: ["reference/core/gates/*.ts"],
    mutator: "StringLiteral",
    before: /^name:$/,
    reason: "a gate's name, which nobody is told",
  },
  {
    mutator: "StringLiteral",
    before: /\bauth:$/,
    original: /^"agent"$/,
    reason: "asks for credentials of any kind, as whatever is not named does",
  },
];

/** Why nobody can notice it; null when somebody might. */
export function whyUnnoticeable(mutation: Mutation): string | null {
  return UNNOTICEABLE.find((one) => covers(one, mutation))?.reason ?? null;
}

function covers(one: Unnoticeable, { file, mutator, before, original }: Mutation): boolean {
  return (
    (one.files === undefined || picomatch.isMatch(file, [...one.files])) &&
    (one.mutator === undefined || one.mutator === mutator) &&
    (one.before?.test(before) ?? true) &&
    (one.original?.test(original) ?? true)
  );
}
