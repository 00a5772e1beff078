/** In which forms the same may be said, from the decisions: by HTTP status and by decline. */
import { ANY, type Decision, type DeclineForms, type Statuses } from "./decision.ts";
import { type DeclineCode, isDocumented } from "./decline-codes.ts";
import { DECISIONS, decision } from "./index.ts";
import { IS_IN, type Situation, type StatusFacts } from "./situation.ts";

/** The statuses a decision accepts, the usual one first. Errors: throws where it lists none. */
export function statusesOf(id: string, when?: Situation): readonly number[] {
  return rowOf(id, when).among;
}

/** The statuses a decision accepts, though they deserve a look. Errors: throws where it lists none. */
export function oddOf(id: string): readonly number[] {
  return rowOf(id).odd ?? [];
}

function rowOf(id: string, when?: Situation): Statuses {
  const rows = decision(id).statuses ?? [];
  const row = when === undefined ? rows[0] : rows.find((one) => one.when === when);
  if (row === undefined) throw new Error(`${id} lists no statuses ${when ?? ""}`.trim());
  return row;
}

/** What holds on every route is looked at first. */
const ROWS = DECISIONS.flatMap(({ id, statuses = [] }) => statuses.map((row) => ({ id, ...row })))
  .filter(({ on }) => on !== undefined)
  .toSorted((one, other) => Number(other.on === ANY) - Number(one.on === ANY));

/** The decision by which two statuses stand for each other; null where none does. */
export function sameStatus(facts: StatusFacts): string | null {
  const row = ROWS.find(
    ({ on, when, among, odd = [] }) =>
      on?.test(facts.route) &&
      [facts.recorded, facts.live].every((status) => [...among, ...odd].includes(status)) &&
      (when === undefined || IS_IN[when](facts)),
  );
  return row?.id ?? null;
}

const DECLINES = DECISIONS.flatMap(declinesOf);
const GROUPS: readonly (readonly string[])[] = DECLINES.flatMap((one) =>
  "together" in one ? [one.together] : [],
);
const STATUSES = new Map<string, readonly number[]>(
  DECLINES.flatMap((one) => ("code" in one ? [[one.code, one.http]] : [])),
);

/** Whether one code may be told for another: those the spec does not name are anybody's (D-160). */
export function sameDecline(code: string, other: string): boolean {
  if (code === other) return true;
  if (!isDocumented(code) && !isDocumented(other)) return true;
  return GROUPS.some((group) => group.includes(code) && group.includes(other));
}

/** Any refusal that may carry a decline whose code the spec does not name. */
const ANY_REFUSAL = [...statusesOf("D-050"), 404];

/** Statuses that may say the same as a decline with this code. */
export function httpOf(code: string): readonly number[] {
  return isDocumented(code) ? (STATUSES.get(code) ?? []) : ANY_REFUSAL;
}

/** How much an order may ask for, and an agent hold, is the venue's choice: it declines with these. */
export const TOO_MUCH: readonly unknown[] = ["D-062", "D-063"].flatMap(codesOf);

/** The same, or an agent with less cash than another has. */
export const TOO_MUCH_FOR_AGENT: readonly unknown[] = [...TOO_MUCH, "INSUFFICIENT_MARGIN"];

function codesOf(id: string): DeclineCode[] {
  return declinesOf(decision(id)).flatMap((one) => ("code" in one ? [one.code] : []));
}

function declinesOf({ declines = [] }: Decision): readonly DeclineForms[] {
  return declines;
}
