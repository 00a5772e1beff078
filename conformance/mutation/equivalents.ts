/** Mutations that no caller of a venue can ever notice, each with the reason. */
import type { Mutation } from "./mutation.ts";

/** Which mutations, and why; a member left out may be anything. */
interface Equivalent extends Partial<Pick<Mutation, "file" | "replacement">> {
  originals?: readonly string[];
  /** Names at the top level of the file. */
  within?: readonly string[];
  reason: string;
}

/** Messages are for people; codes are the contract, and those are single words. */
const PROSE = /[a-z]+,? [a-z]+ [a-z$]+/i;

const ELSEWHERE = "is run by tests, simulations and recovery, never by a venue while it serves";
const OPEN = "the spec leaves amends and ladders open: whatever they do is legal";
const COOLDOWN = "D-061: any threshold and length of a cooldown is legal, and having none";
const FAT_FINGER = "D-062: which orders are fat-fingered is the venue's choice";
/** All but the confirmation. */
const BOUNDS = [
  "order.qty > qtyMax",
  '!isPerp || mark === null || order.type === "MARKET"',
  "!isPerp || mark === null",
  "mark === null",
  'order.type === "MARKET"',
  '"MARKET"',
  "price > mark * multiple || price * multiple < mark",
  "price > mark * multiple",
  "price * multiple < mark",
];
const TIGHTER = "D-065: a MARKET order may be protected more tightly than its cap asks";
const TWICE = "the HTTP shell has asked the same: the core asks for who drives it without";

const EQUIVALENTS: readonly Equivalent[] = [
  { file: "reference/core/invariants.ts", reason: ELSEWHERE },
  { file: "reference/core/digest.ts", reason: ELSEWHERE },
  { file: "reference/core/snapshot.ts", reason: ELSEWHERE },
  { file: "reference/core/restore.ts", reason: ELSEWHERE },
  { file: "reference/core/hash.ts", reason: ELSEWHERE },
  { file: "reference/http/socketless.ts", reason: ELSEWHERE },
  { file: "reference/http/socketless-stream.ts", reason: ELSEWHERE },
  { file: "reference/http/routes/table.ts", reason: "writes a page of these docs" },
  { file: "reference/core/amend.ts", reason: OPEN },
  { file: "reference/core/cancel.ts", within: ["replaceLadder", "ladderRefusal"], reason: OPEN },
  { file: "reference/http/routes/orders.ts", within: ["amend", "replaceLadder"], reason: OPEN },
  { file: "reference/core/cancel.ts", within: ["ownOrder"], reason: TWICE },
  { file: "reference/core/gates/cooldown.ts", reason: COOLDOWN },
  { file: "reference/core/gates/fat-finger.ts", originals: BOUNDS, reason: FAT_FINGER },
  {
    file: "reference/core/gates/fat-finger.ts",
    originals: ["order.confirmFatFinger === true"],
    replacement: "true",
    reason: FAT_FINGER,
  },
  {
    file: "reference/core/gates/gate.ts",
    originals: ['"declined"'],
    replacement: '""',
    reason: "nothing asks for it: a decline is what is neither a replay nor a refusal",
  },
  {
    file: "reference/core/admission.ts",
    originals: ["!market.isPerp"],
    replacement: "true",
    reason: TIGHTER,
  },
  {
    file: "reference/core/cancel.ts",
    originals: ["one.seq - two.seq"],
    replacement: "one.seq + two.seq",
    reason: "the spec gives no order in which many orders are cancelled",
  },
  {
    file: "reference/core/gates/client-order-id.ts",
    originals: ["sameOrder(stored.request, order)"],
    replacement: "true",
    reason: "D-044: a conflict may be answered with the original result",
  },
];

/** Why nobody can notice it; null when somebody can. */
export function whyEquivalent(mutation: Mutation): string | null {
  const { file, mutator, original, before } = mutation;
  if (mutator === "StringLiteral" && PROSE.test(original)) return "prose, which is no contract";
  if (file.includes("/gates/") && before === "name:") return "a gate's name, which nobody is told";
  return EQUIVALENTS.find((known) => covers(known, mutation))?.reason ?? null;
}

function covers({ file, originals, replacement, within }: Equivalent, mutation: Mutation): boolean {
  return (
    (file === undefined || file === mutation.file) &&
    (originals?.includes(mutation.original) ?? true) &&
    (replacement === undefined || replacement === mutation.replacement) &&
    (within?.includes(mutation.within) ?? true)
  );
}
