/** Whether a step came to what its scenario expects; everything legal passes. */

import { httpOf, sameDecline } from "../decisions/forms.ts";
import { codeOf, objectOf, type PlaceResponse } from "../deployment/reading/order.ts";
import { mentions } from "../deployment/reading/reading.ts";
import { isSuccess } from "../deployment/wire/exchange.ts";
import type { Expectations, ScenarioStep } from "./format.ts";
import type { ScenarioRun } from "./scenario-run.ts";
import type { StepResult } from "./step-result.ts";

/** One expectation: what is wrong, in a sentence that goes on after "expected"; null for nothing. */
type StepJudge<Key extends keyof Expectations> = (
  wanted: NonNullable<Expectations[Key]>,
  answer: StepResult,
  run: ScenarioRun,
) => string | null;

/** Everything a step expects, or what goes without saying. Shape: null when all of it holds. */
export function shortfall(step: ScenarioStep, answer: StepResult, run: ScenarioRun): string | null {
  const expected = Object.entries(step.action.expect ?? {});
  const isOutcome = expected.every(([key]) => !REFUSALS.has(key));
  if (expected.length === 0 || (isOutcome && answer.placed?.fate === "refused")) {
    return unsaid(step, answer);
  }
  for (const [key, wanted] of expected) {
    const judge = JUDGES[key as keyof Expectations] as StepJudge<keyof Expectations>;
    const wrong = judge(wanted as never, answer, run);
    if (wrong !== null) return `expected ${wrong}; ${answer.said}`;
    if (answer[placeOf(key)] === null) run.unread ??= step.number;
  }
  return null;
}

/** Expectations that an error can meet; every other one of an order is of a result. */
const REFUSALS: ReadonlySet<string> = new Set<keyof Expectations>([
  ...(["declined", "refused", "http", "code"] as const),
]);

/** Where an answer has what is expected. */
function placeOf(key: string): keyof StepResult {
  return ["more_than", "less_than", "equal_to"].includes(key) ? "free" : (key as keyof StepResult);
}

const JUDGES: { [Key in keyof Required<Expectations>]: StepJudge<Key> } = {
  status: (wanted, { status }) =>
    status == null || listed(wanted).includes(status)
      ? null
      : `status ${listed(wanted).join(" or ")}, got ${status}`,
  filled: (wanted, { filled }) => same("filled", wanted, filled),
  remaining: (wanted, { remaining }) => same("remaining", wanted, remaining),
  average: (wanted, { average }) => same("an average price of", wanted, average),
  qty: (wanted, { qty }) => same("a position of", wanted, qty),
  bids: (wanted, { bids }) => same("bids", wanted, bids),
  asks: (wanted, { asks }) => same("asks", wanted, asks),
  fills: (wanted, { placed }) => fills(wanted, placed),
  declined: (wanted, { placed }) => declined(listed(wanted), placed),
  refused: (wanted, { http, status }) =>
    listed(wanted).includes(http ?? 0)
      ? null
      : `HTTP ${listed(wanted).join(" or ")}, got ${http}${status ? ` ${status}` : ""}`,
  http: (wanted, { http }) =>
    listed(wanted).includes(http ?? 0) ? null : `HTTP ${listed(wanted).join(" or ")}, got ${http}`,
  code: (wanted, { body }) => same("code", wanted, codeOf(body)),
  same_as: (wanted, { placed }, run) =>
    placed?.orderId === run.orders.get(wanted)?.orderId ? null : `the order ${wanted} again`,
  has: (wanted, { body }, run) =>
    first(wanted, (name) => (mentions(body, run.idOf(name)) ? null : `${name} to be there`)),
  lacks: (wanted, { body }, run) =>
    first(wanted, (name) => (mentions(body, run.idOf(name)) ? `${name} not to be there` : null)),
  more_than: (wanted, answer, run) => amount(answer, run, { than: wanted, sign: 1 }),
  less_than: (wanted, answer, run) => amount(answer, run, { than: wanted, sign: -1 }),
  equal_to: (wanted, answer, run) => amount(answer, run, { than: wanted, sign: 0 }),
};

/** An order without a word is to be accepted, and everything else to succeed. */
function unsaid({ verb }: ScenarioStep, { http = 200, placed, said }: StepResult): string | null {
  if (placed !== undefined && placed.fate !== "accepted") {
    return `expected the order accepted, got HTTP ${placed.httpStatus} ${placed.reason}; ${said}`;
  }
  return verb === "send" || isSuccess(http) ? null : `expected success; ${said}`;
}

function declined(codes: readonly string[], placed: PlaceResponse | undefined): string | null {
  if (placed === undefined) return "an order";
  const { fate, httpStatus, reason } = placed;
  const says = codes.some((code) => {
    if (code === "ANY") return fate === "declined" || httpOf("").includes(httpStatus);
    if (fate === "declined") return reason !== null && sameDecline(code, reason);
    return fate === "refused" && httpOf(code).includes(httpStatus);
  });
  const got = fate === "refused" ? `HTTP ${httpStatus}` : `HTTP ${httpStatus} ${placed.status}`;
  return says ? null : `a decline with ${codes.join(" or ")}, got ${got} ${reason ?? ""}`.trim();
}

/** Fills whose members nobody can read are not judged: the spec does not show them (D-034). */
function fills(wanted: number[][], placed: PlaceResponse | undefined): string | null {
  const fills = (placed?.fills ?? []).map(objectOf).map(({ price, qty }) => [price, qty]);
  if (fills.some((pair) => pair.includes(undefined))) return null;
  return same("fills", sorted(wanted), sorted(fills as number[][]));
}

function amount(
  { free }: StepResult,
  { amounts }: ScenarioRun,
  { than, sign }: { than: string; sign: number },
): string | null {
  const before = amounts.get(than);
  if (before === undefined || free == null || Math.sign(free - before) === sign) return null;
  const relation = sign === 0 ? "" : sign > 0 ? "more than " : "less than ";
  return `free cash ${relation}${before}, got ${free}`;
}

function same(what: string, wanted: unknown, got: unknown): string | null {
  const [expected, actual] = [JSON.stringify(wanted), JSON.stringify(got)];
  return got == null || expected === actual ? null : `${what} ${expected}, got ${actual}`;
}

function sorted(levels: number[][]): number[][] {
  return levels.toSorted(([a = 0], [b = 0]) => a - b);
}

function listed<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}

function first(names: readonly string[], judge: (name: string) => string | null): string | null {
  return names.map(judge).find((wrong) => wrong !== null) ?? null;
}
