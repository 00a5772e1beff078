/** Runs a task as often as it takes to believe it: others may trade where it looks. */

import { TOO_MUCH_FOR_AGENT } from "../../scenarios/decisions/forms.ts";
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import { Gated, isInterference } from "../../scenarios/deployment/stops.ts";
import { type Conditions, conditionsText, partsOf } from "../check/conditions.ts";
import type { Finding } from "../check/judge.ts";
import { type Attempt, attempt } from "./attempt.ts";
import type { RunState } from "./run-state.ts";
import type { Manners, Task } from "./task.ts";

const REPEATS_WHERE_SHARED = 2;
const TRIES_WHERE_SHARED = 4;

/** What came of it in the first of its conditions in which it does not hold, else in the last. */
export async function believed(task: Task, state: RunState, manners: Manners): Promise<Attempt> {
  let outcome = UNTRIED;
  const all = [task.conditions ?? {}, ...(task.further ?? [])];
  for (const [at, conditions] of all.entries()) {
    if (!holds(outcome)) break;
    const one = { ...task, conditions, further: all.slice(at + 1) };
    if (conditions.later && manners.afterAWhile === undefined)
      return { ...outcome, findings: [], putOff: { task: one, waitMs: 0 } };
    outcome = await inConditions(one, state, manners);
  }
  return outcome;
}

const UNTRIED: Attempt = {
  ...{ findings: [], exchanges: [], provoked: 0, ended: undefined, session: null, putOff: null },
};

/**
 * What does not hold in its conditions is looked at without them, and only where it holds then they are
 * told: the first of them by which alone it fails.
 */
async function inConditions(task: Task, state: RunState, manners: Manners): Promise<Attempt> {
  const { conditions = {} } = task;
  const outcome = await confirmed(task, state, manners);
  if (partsOf(conditions).length === 0) return outcome;
  if (outcome.putOff === null) state.conditions.tried += 1;
  if (holds(outcome)) return outcome;
  const again = (one: Conditions) =>
    confirmed({ ...task, conditions: one }, state, {
      ...manners,
      ...{ waitsMostMs: Infinity, confirms: true },
    });
  const plainly = await again({});
  if (!hasFailure(outcome) && holds(plainly)) state.conditions.lacking.push(task.check.title);
  if (!hasFailure(outcome) || hasFailure(plainly)) return plainly;
  // What was left behind may keep it from being looked at once more.
  if (!clears(plainly, outcome)) return outcome;
  for (const part of partsOf(conditions)) {
    const once = await again(part);
    if (hasFailure(once)) return failingIn(part, once);
  }
  const once = await again(conditions);
  if (!hasFailure(once)) return unconfirmed(outcome);
  return isTooMuch(once) ? plainly : failingIn(conditions, once);
}

/** Whether no more failed than orders that were too much for their agent, with all else that it holds. */
function isTooMuch({ findings, exchanges }: Attempt): boolean {
  const failed = findings.filter(({ result }) => result === "fail");
  const decliningOf = ({ exchange = -1 }: Finding) => exchanges[exchange]?.response?.body;
  return failed.every((finding) =>
    TOO_MUCH_FOR_AGENT.includes(objectOf(decliningOf(finding))["reject_reason"]),
  );
}

/** Whether all that failed was judged again, and held; of what a check only meets a failure alone is told. */
function clears(again: Attempt, { findings }: Attempt): boolean {
  const results = new Map(again.findings.map(({ rule, result }) => [rule, result]));
  const isCleared = (rule: string) => (results.get(rule) ?? "pass") === "pass";
  return findings.every(({ rule, result }) => result !== "fail" || isCleared(rule));
}

/** What conditions may have brought about: what a body takes may be missing in them alone. */
const UNSETTLED: readonly Finding["result"][] = ["fail", "error", "inconclusive", "skipped"];

function holds({ findings }: Attempt): boolean {
  return !findings.some(({ result }) => UNSETTLED.includes(result));
}

function failingIn(conditions: Conditions, outcome: Attempt): Attempt {
  const text = conditionsText(conditions);
  const findings = outcome.findings.map((finding): Finding => {
    if (finding.result !== "fail") return finding;
    const [detail, actual] = [finding.detail, finding.actual].map((one) => `${one}, ${text} alone`);
    return { ...finding, conditions: text, detail: detail!, actual: actual! };
  });
  return { ...outcome, findings };
}

/**
 * On a market that others trade too, only a failure that repeats counts as one: each time that
 * nothing interfered, and at least once.
 */
async function confirmed(task: Task, state: RunState, manners: Manners): Promise<Attempt> {
  const { pool } = state.deployment;
  const again = () => attempt(task, state, { ...manners, waitsMostMs: Infinity });
  let outcome = await attempt(task, state, manners);
  if (outcome.ended instanceof Gated && pool.gated(outcome.ended.marketId)) outcome = await again();
  if (pool.own || !task.check.needs.includes("quiet")) return outcome;
  // The next lease is of another market where there is one: it may be quieter.
  for (let tries = 0; tries < REPEATS_WHERE_SHARED && foundNoQuiet(outcome); tries += 1) {
    outcome = await again();
  }
  let undisturbed = 0;
  for (let tries = 0; tries < TRIES_WHERE_SHARED && hasFailure(outcome); tries += 1) {
    const next = await again();
    if (!hasFailure(next) && wasInterfered(next)) continue;
    outcome = hasFailure(next) ? next : unconfirmed(outcome);
    undisturbed += 1;
    if (undisturbed === REPEATS_WHERE_SHARED) break;
  }
  return undisturbed > 0 || !hasFailure(outcome) ? outcome : unconfirmed(outcome);
}

function hasFailure({ findings }: Attempt): boolean {
  return findings.some(({ result }) => result === "fail");
}

function wasInterfered({ findings }: Attempt): boolean {
  return findings.some(({ result }) => result === "inconclusive");
}

function foundNoQuiet(outcome: Attempt): boolean {
  return !hasFailure(outcome) && isInterference(outcome.ended);
}

function unconfirmed(outcome: Attempt): Attempt {
  const findings = outcome.findings.map((finding): Finding => {
    if (finding.result !== "fail") return finding;
    const detail = `failed once and could not be shown again: ${finding.detail}`;
    const { rule, cell } = finding;
    return { rule, result: "inconclusive", detail, observed: null, ...(cell && { cell }) };
  });
  return { ...outcome, findings };
}
