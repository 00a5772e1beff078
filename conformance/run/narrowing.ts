/** Narrows the heaviest failures of a run, each on a lease of its own, as a check is run. */

import type { Cause } from "../../reports/schema/report.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type CallerKind, type Cell, type Dimension, dimensionsOf } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { missing, type Need } from "../check/need.ts";
import { narrowed } from "../narrow/narrow.ts";
import { isOrder, type NarrowedFailure, type WaitingTime } from "../narrow/prober.ts";
import { repeatable } from "../narrow/repeatable.ts";
import { attempt, type Manners } from "./attempt.ts";
import { causesOf } from "./causes.ts";
import type { JudgedRule } from "./results.ts";
import type { Shown } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** So many causes are narrowed, those first on which most stands. */
export const NARROWED_MOST = 10;
/** So many requests are sent for each, with what ends its orders. */
export const REQUESTS_FOR_ONE = 40;

/** Where agents are shared declines have their pace: so long is waited for it in all. Units: ms. */
const WAITED_MS_MOST = 120_000;
const MANNERS: Manners = { givesWay: false, alone: async () => () => {} };

/** Puts where it begins and ends into each failure that is a cause; sends nothing where none is. */
export async function narrowFailures(
  judged: readonly JudgedRule[],
  shown: readonly Shown[],
  state: RunState,
): Promise<void> {
  const waiting = { leftMs: WAITED_MS_MOST };
  const causes = causesOf(judged.map(({ rule }) => rule)).toSorted(
    (a, b) => weightOf(b) - weightOf(a),
  );
  const failures = causes
    .slice(0, NARROWED_MOST)
    .flatMap(({ rule: id }) => judged.filter(({ rule }) => rule.id === id));
  for (const { rule, evidence } of failures) {
    const failed = shown.find((one) => evidence !== null && one.evidence === evidence);
    if (rule.failure === undefined || failed === undefined || state.stopped !== null) continue;
    const ofRule = shown.filter(({ finding }) => finding.rule === rule.id);
    const known = toldBy(rule.cells?.failed ?? [], ofRule);
    const sentence = await sentenceOf(failed, state, { waiting, known });
    if (sentence !== null) rule.failure.narrowed = sentence;
  }
  if (failures.length > 0) await state.sweep();
}

function weightOf({ also, stands }: Cause): number {
  return also.length + stands.length;
}

/** What the failed cells tell by one value, and what makes no difference to them. */
function toldBy(failed: readonly string[], shown: readonly Shown[]): Set<Dimension> {
  const single = failed.filter((text) => text.match(/(^| )\w+=/g)?.length === 1);
  const named = single.map((text) => text.slice(0, text.indexOf("=")) as Dimension);
  if (!failed.includes("every cell")) return new Set(named);
  const cells = shown.map(({ finding }): Cell => finding.cell ?? {});
  const dimensions = cells.flatMap(dimensionsOf);
  return new Set(dimensions.filter((one) => new Set(cells.map((cell) => cell[one])).size > 1));
}

/** Keys that are varied where they are there, and what it takes. */
const KEYS: readonly (readonly [CallerKind, Need])[] = [
  ["second-key", "second-key"],
  ["other", "two-owners"],
];

async function sentenceOf(
  { finding, evidence, check }: Shown,
  state: RunState,
  facts: { waiting: WaitingTime; known: ReadonlySet<Dimension> },
): Promise<string | null> {
  const { pool, runId } = state.deployment;
  if (evidence === null) return null;
  const { deciding, exchanges } = evidence;
  const meets = finding.meets ?? (isRefusedRead(deciding) ? isRead : undefined);
  if (meets === undefined) return null;
  const known = { marketIds: state.markets.keys(), runId };
  const request = repeatable(deciding, exchanges, known);
  if (request === null) return null;
  const arranged = request.arranged || check.needs.includes("little-cash");
  const failure = { request: { ...request, arranged }, deciding, meets };
  const cell = cellOf(finding.cell, state.markets.get(request.marketId ?? ""));
  const needs = needsOf(failure, cell);
  const more = KEYS.filter(([, need]) => missing([...needs, need], pool) === null);
  const able = new Set<CallerKind>(["key", ...more.map(([caller]) => caller)]);
  let sentence: string | null = null;
  const narrowing: Check = {
    title: `narrows ${finding.rule}`,
    proves: [],
    needs: [...needs, ...more.map(([, need]) => need)],
    async body(t) {
      sentence = await narrowed(t, failure, { ...facts, able });
    },
  };
  if (missing(narrowing.needs, pool) === null) {
    await attempt({ check: narrowing, cells: [cell] }, state, MANNERS);
  }
  return sentence;
}

/** Of several answers, or of what was read from one, a refused read is what failed. */
function isRefusedRead({ request, response }: Exchange): boolean {
  return request.method === "GET" && (response?.status ?? 0) >= 400;
}

const isRead = ({ httpStatus }: PlaceResponse): boolean => httpStatus >= 200 && httpStatus < 300;

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
  if (isOrder(request) && kind === undefined) needs.push("market");
  if (request.caller === "session") needs.push("browser");
  return needs;
}
