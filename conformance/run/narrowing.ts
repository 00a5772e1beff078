/** Narrows the heaviest failures of a run, each on a lease of its own, as a check is run. */

import { EVERY_CELL } from "../../reports/schema/report.ts";
import { besideOf } from "../../reports/schema/summary.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { type Exchange, isSuccess } from "../../scenarios/deployment/wire/exchange.ts";
import { type CallerKind, type Cell, type Dimension, dimensionsOf, KINDS } from "../check/cell.ts";
import { type Check, needsIn } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { ending } from "../check/judge.ts";
import { missing, type Need } from "../check/need.ts";
import { type Choice, choiceText, type OutcomeWords } from "../narrow/edge-text.ts";
import { elsewhere, isOfAnyKind } from "../narrow/kinds.ts";
import { narrowed } from "../narrow/narrow.ts";
import { isOrder, type NarrowedFailure, type WaitingTime } from "../narrow/prober.ts";
import { ORDER, repeatable } from "../narrow/repeatable.ts";
import { attempt } from "./attempt.ts";
import { causesOf } from "./causes.ts";
import type { JudgedRule } from "./results.ts";
import type { Shown } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { INSISTENT } from "./task.ts";

/** So many causes are narrowed, those first on which most stands. */
export const NARROWED_MOST = 10;
/** So many requests are sent for each, with what ends its orders. */
export const REQUESTS_FOR_ONE = 40;

/** An order, its end and what leaving no trace takes. */
const REQUESTS_ELSEWHERE = 6;

/** Where agents are shared declines have their pace: so long is waited for it in all. Units: ms. */
const WAITED_MS_MOST = 120_000;

/** Puts where it begins and ends into each failure that is a cause; sends nothing where none is. */
export async function narrowFailures(
  judged: readonly JudgedRule[],
  shown: readonly Shown[],
  state: RunState,
): Promise<void> {
  const waiting = { leftMs: WAITED_MS_MOST };
  const causes = causesOf(judged.map(({ rule }) => rule)).toSorted(
    (a, b) => besideOf(b) - besideOf(a),
  );
  const failures = causes
    .slice(0, NARROWED_MOST)
    .flatMap(({ rule: id }) => judged.filter(({ rule }) => rule.id === id));
  for (const { rule, evidence } of failures) {
    if (rule.failure === undefined || state.stopped !== null) continue;
    const ofRule = shown.filter(({ finding }) => finding.rule === rule.id);
    const reported = (one: Shown) => Number(one.evidence === evidence);
    const known = toldBy(rule.cells?.failed ?? [], ofRule);
    const sentence = await sentenceOf(
      ofRule.toSorted((a, b) => reported(b) - reported(a)),
      state,
      { waiting, known },
    );
    if (sentence !== null) rule.failure.narrowed = sentence;
  }
  if (failures.length > 0) await state.sweep();
}

/** What the failed cells tell by one value, and what makes no difference to them. */
function toldBy(failed: readonly string[], shown: readonly Shown[]): Set<Dimension> {
  const single = failed.filter((text) => text.match(/(^| )\w+=/g)?.length === 1);
  const named = single.map((text) => text.slice(0, text.indexOf("=")) as Dimension);
  if (!failed.includes(EVERY_CELL)) return new Set(named);
  const cells = shown.map(({ finding }): Cell => finding.cell ?? {});
  const dimensions = cells.flatMap(dimensionsOf);
  return new Set(dimensions.filter((one) => new Set(cells.map((cell) => cell[one])).size > 1));
}

/** Keys that are varied where they are there, and what it takes. */
const KEYS: readonly (readonly [CallerKind, Need])[] = [
  ["second-key", "second-key"],
  ["other", "two-owners"],
];

/** What is known of a failure beside its evidence. */
interface Known {
  waiting: WaitingTime;
  /** What its cells tell. */
  known: ReadonlySet<Dimension>;
}

/** Of the first failure that can be shown again. */
async function sentenceOf(
  shown: readonly Shown[],
  state: RunState,
  facts: Known,
): Promise<string | null> {
  const all = shown.map((one) => ({ finding: one.finding, failure: failureOf(one, state) }));
  const { finding, failure } = all.find((one) => one.failure !== null) ?? {};
  if (finding === undefined || !failure) return null;
  const market = state.markets.get(failure.request.marketId ?? "");
  const cell = cellOf(finding.cell, market);
  const needs = needsOf(failure, cell);
  const { pool } = state.deployment;
  const more = KEYS.filter(([, need]) => missing([...needs, need], pool) === null);
  const able = new Set<CallerKind>(["key", ...more.map(([caller]) => caller)]);
  const looking: Looking = { state, sent: 0, fault: null };
  const first = await lookIn(cell, [...needs, ...more.map(([, need]) => need)], looking, (t) =>
    narrowed(t, failure, { ...facts, able }),
  );
  const byKind = first?.edge === null && !facts.known.has("kind") && isOfAnyKind(failure);
  const edge = byKind ? await kindText(failure, cell, { looking, needs, ...facts }) : first?.edge;
  return looking.fault ?? edge ?? null;
}

/** "refused on BTC_PARLAY only"; null where no other kind differs. */
async function kindText(
  failure: NarrowedFailure,
  cell: Cell,
  { looking, needs, waiting }: Known & { looking: Looking; needs: readonly Need[] },
): Promise<string | null> {
  const choices: Choice[] = [{ phrase: `on ${cell.kind}`, likeness: "fails" }];
  let words: OutcomeWords = { fails: "", holds: "" };
  for (const kind of KINDS.filter((one) => one !== cell.kind)) {
    if (looking.sent + REQUESTS_ELSEWHERE > REQUESTS_FOR_ONE) return null;
    const seen = await lookIn({ ...cell, kind }, needs, looking, (t) =>
      elsewhere(t, failure, waiting),
    );
    if (seen?.likeness === "holds") ({ words } = seen);
    if (seen !== null) choices.push({ phrase: `on ${kind}`, likeness: seen.likeness });
  }
  return choiceText(words, choices);
}

/** How far looking has come: requests sent, with what ended their orders. */
interface Looking {
  state: RunState;
  sent: number;
  /** What went wrong with the looking itself. */
  fault: string | null;
}

/** Runs it on a lease for the cell; null where there is none, or where it was stopped. */
async function lookIn<T>(
  cell: Cell,
  needs: readonly Need[],
  looking: Looking,
  look: (t: CheckContext) => Promise<T | null>,
): Promise<T | null> {
  let seen: T | null = null;
  const check: Check = {
    ...{ title: "narrows a failure", proves: [], needs },
    async body(t) {
      seen = await look(t);
    },
  };
  if (missing(needsIn(check, cell), looking.state.deployment.pool) !== null) return null;
  const { exchanges, ended } = await attempt({ check, cells: [cell] }, looking.state, INSISTENT);
  looking.sent += exchanges.length;
  const { result, detail } = ending(ended);
  if (ended !== undefined && result === "error") looking.fault = `not narrowed: ${detail}`;
  return seen;
}

/** The failure as it can be shown again; null where it cannot. */
function failureOf({ finding, evidence, check }: Shown, state: RunState): NarrowedFailure | null {
  // What it takes to fail would have to be gone through before each request.
  if (evidence === null || finding.conditions !== undefined) return null;
  const { deciding, exchanges } = evidence;
  const meets = finding.meets ?? (isRefusedRead(deciding) ? isRead : undefined);
  const known = { marketIds: state.markets.keys(), runId: state.deployment.runId };
  const request = repeatable(deciding, exchanges, known);
  if (meets === undefined || request === null) return null;
  const arranged = request.arranged || check.needs.includes("little-cash");
  return { request: { ...request, arranged }, deciding, meets };
}

/** Of several answers, or of what was read from one, a refused read is what failed. */
function isRefusedRead({ request, response }: Exchange): boolean {
  return request.method === "GET" && (response?.status ?? 0) >= 400;
}

const isRead = ({ httpStatus }: PlaceResponse): boolean => isSuccess(httpStatus);

/** Where to look again: prefix and caller are those of the request, a position is taken anew. */
function cellOf({ position, side }: Cell = {}, market: MarketInfo | undefined): Cell {
  return {
    ...(market && { kind: market.kind }),
    ...(market && market.status !== "OPEN" && { status: market.status }),
    ...(position && { position }),
    ...(side && { side }),
  };
}

function needsOf({ request }: NarrowedFailure, { kind }: Cell): Need[] {
  const needs: Need[] = ["agent"];
  const needsMarket = isOrder(request) || request.path.includes(ORDER);
  if (needsMarket && kind === undefined) needs.push("market");
  if (request.caller === "session") needs.push("browser");
  return needs;
}
