/** Mutations that no caller of a venue can ever notice, or hold against it; with the reason. */
import type { Mutation } from "./mutation.ts";

/** Which mutations, and why; a member left out may be anything. */
interface Known extends Partial<Pick<Mutation, "file" | "replacement" | "before">> {
  originals?: readonly string[];
  /** Names at the top level of the file. */
  within?: readonly string[];
  reason: string;
}

/** Messages are for people; codes are the contract, and those are single words. */
const PROSE = /[a-z]+,? [a-z]+ [a-z$]+/i;
const FOR_PEOPLE = "prose, which is no contract";

const ELSEWHERE = "is run by tests, simulations and recovery, never by a venue while it serves";
const JOURNAL = "is what the journal keeps: read by recovery and replays, never by a venue serving";
const OPERATOR = "is the operator's side, which the spec does not know";
const PAGES =
  "describes the venue to people and tools; of that the spec knows a version only (D-175)";
const TWICE = "the HTTP shell has asked the same: the core asks for who drives it without";
const ASKED_ALREADY = "a gate with traits is asked about orders that have one, and of nothing else";
const SPEED = "is about speed: the other way finds the same, only slower";

/** What nobody can notice whatever they try: not judged. */
const UNNOTICEABLE: readonly Known[] = [
  ...[
    ...["reference/core/invariants.ts", "reference/core/digest.ts", "reference/core/snapshot.ts"],
    ...["reference/core/restore.ts", "reference/core/hash.ts", "reference/http/socketless.ts"],
    "reference/http/socketless-stream.ts",
  ].map((file) => ({ file, reason: ELSEWHERE })),
  {
    originals: ['"buy from"', '"sell to"', '"is required"', '"the market"', '"the order"'],
    reason: FOR_PEOPLE,
  },
  {
    file: "reference/core/cancel.ts",
    originals: ['"kind" in order', '"kind"'],
    within: ["cancel"],
    reason: TWICE,
  },
  {
    file: "reference/core/cancel.ts",
    originals: ['"cancelled"', '"cancelled-all"', '"ladder"'],
    reason: "nothing asks for it: what is no refusal went well",
  },
  { file: "reference/core/record.ts", reason: JOURNAL },
  { before: "state.hash.mix(", reason: JOURNAL },
  ...[
    ...["reference/http/docs-page.ts", "reference/http/docs-page-schema.ts"],
    ...["reference/http/html-answer.ts", "reference/http/asyncapi.ts"],
    ...["reference/http/asyncapi-messages.ts", "reference/http/openapi-described.ts"],
    ...["reference/http/openapi-components.ts", "reference/http/openapi-errors.ts"],
    ...["reference/http/openapi-operation.ts", "reference/http/openapi-security.ts"],
    "reference/http/openapi.ts",
  ].map((file) => ({ file, reason: PAGES })),
  { file: "reference/http/routes/table.ts", reason: "writes a page of these docs" },
  { file: "reference/core/cancel.ts", within: ["ownOrder"], reason: TWICE },
  {
    file: "reference/core/gates/market-exists.ts",
    originals: ["market === null"],
    replacement: "true",
    reason: ASKED_ALREADY,
  },
  {
    file: "reference/core/gates/market-open.ts",
    originals: ['market!.status === "OPEN"'],
    replacement: "false",
    reason: ASKED_ALREADY,
  },
  {
    file: "reference/core/gates/kill-switch.ts",
    originals: ["frozen"],
    replacement: "true",
    reason: ASKED_ALREADY,
  },
  { file: "reference/core/order-index.ts", within: ["hashOf", "HASHED_CHARACTERS"], reason: SPEED },
  {
    file: "reference/core/book.ts",
    originals: ["tries++", "tries < NEAR_LEVELS", "tries < NEAR_LEVELS && high > 0"],
    reason: SPEED,
  },
  {
    file: "reference/core/gates/gate.ts",
    originals: ['"declined"'],
    replacement: '""',
    reason: "nothing asks for it: a decline is what is neither a replay nor a refusal",
  },
  {
    file: "reference/core/gates/freshness.ts",
    originals: ["offMs <= recvWindowMs!"],
    replacement: "offMs < recvWindowMs!",
    reason: "nobody can stamp an order to the millisecond of its receipt (H-07)",
  },
];

const AMENDS = "the spec leaves amends and ladders open (D-030, D-031)";
const AMOUNTS =
  "amounts of margin, profit and worth are open, and never compared (D-074, D-075, H-11)";
const SETTLING = "what is paid when a market ends is open (D-078)";
const CONFLICT = "a conflict may be answered in any form, and with the original result (D-044)";

/**
 * What the spec leaves open. It is judged all the same, as it may break what the spec does say:
 * only a survivor is put down to this.
 */
const LEGAL: readonly Known[] = [
  { file: "reference/core/amend.ts", reason: AMENDS },
  { file: "reference/core/cancel.ts", within: ["replaceLadder", "ladderRefusal"], reason: AMENDS },
  { file: "reference/core/cancel.ts", within: ["cancelIn"], reason: AMENDS },
  { file: "reference/http/routes/orders.ts", within: ["amend", "replaceLadder"], reason: AMENDS },
  ...["cooldown.ts", "gates/cooldown.ts"].map((file) => ({
    file: `reference/core/${file}`,
    reason: "any threshold and length of a cooldown is legal, and having none (D-061)",
  })),
  {
    file: "reference/core/gates/fat-finger.ts",
    reason: "which orders are fat-fingered is the venue's choice (D-062)",
  },
  {
    file: "reference/core/gates/position-cap.ts",
    reason: "how many contracts an agent may hold is the venue's choice (D-063)",
  },
  {
    file: "reference/core/gates/leverage.ts",
    reason: "the cap, and the form of what is refused below 1, are open (D-008, D-064)",
  },
  {
    file: "reference/core/gates/gate.ts",
    within: ["invalid"],
    reason: "the HTTP shell has refused most of it; the form of the rest is open (D-064)",
  },
  {
    file: "reference/core/gates/margin-mode.ts",
    originals: ["position!.marginMode === asked"],
    reason: "a margin mode beside an open position is open (D-079)",
  },
  { file: "reference/core/gates/margin.ts", reason: AMOUNTS },
  {
    file: "reference/core/margin.ts",
    within: ["contractValue", "requirement", "requirementWith", "excess", "excessWith"],
    reason: AMOUNTS,
  },
  {
    file: "reference/core/clearing.ts",
    within: ["close", "payProfit", "payCollateral"],
    reason: AMOUNTS,
  },
  { file: "reference/core/money.ts", reason: AMOUNTS },
  {
    file: "reference/core/views.ts",
    within: [
      ...["walletView", "cashView", "standingView", "worthCents", "unrealizedCents"],
      "positionView",
    ],
    reason: "fields of wallets, positions and standings are open (D-120, D-121)",
  },
  { file: "reference/core/settlement.ts", reason: SETTLING },
  {
    file: "reference/core/resting.ts",
    within: ["trimReduceOnly", "trimSide"],
    reason: "which reduce-only orders are cut back is open, so long as none opens (D-073)",
  },
  {
    file: "reference/core/matching.ts",
    within: ["announceTrade"],
    reason: "fields of trades are open (D-105)",
  },
  {
    file: "reference/core/matching.ts",
    originals: ["maker.agent === taker.agent"],
    reason: "whether an agent trades with itself is open (D-027)",
  },
  {
    file: "reference/core/idempotency.ts",
    within: ["effectiveTif"],
    originals: ['tif === "FOK"', '"FOK"', 'type === "MARKET"', '"MARKET"'],
    reason: "a MARKET order may be IOC whatever its time in force says (D-024)",
  },
  { file: "reference/core/markets.ts", reason: OPERATOR },
  { file: "reference/core/people.ts", reason: OPERATOR },
  { file: "reference/core/gates/client-order-id.ts", reason: CONFLICT },
  { file: "reference/core/idempotency.ts", within: ["sameOrder"], reason: CONFLICT },
  {
    file: "reference/core/idempotency.ts",
    within: ["RETRYABLE", "binds"],
    reason: "whether a decline binds its id is open (D-042)",
  },
  {
    file: "reference/core/admission.ts",
    originals: ["touch === null"],
    replacement: "false",
    reason: "a MARKET order that finds nobody is declined whatever its protection is",
  },
  {
    file: "reference/core/admission.ts",
    originals: ["!market.isPerp"],
    replacement: "true",
    reason: "a MARKET order may be protected more tightly than its cap asks (D-065)",
  },
];

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
  const legal = LEGAL.find((known) => covers(known, mutation));
  return whyUnnoticeable(mutation) ?? legal?.reason ?? null;
}

function covers(known: Known, mutation: Mutation): boolean {
  const { file, originals, replacement, within, before } = known;
  return (
    (file === undefined || file === mutation.file) &&
    (originals?.includes(mutation.original) ?? true) &&
    (replacement === undefined || replacement === mutation.replacement) &&
    (before === undefined || before === mutation.before) &&
    (within?.includes(mutation.within) ?? true)
  );
}
