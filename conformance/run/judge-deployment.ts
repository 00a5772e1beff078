/** One run against a deployment: from checks to report, evidence and progress. */
import type { Timing } from "../../reports/schema/finished-run.ts";
import type { Report } from "../../reports/schema/report.ts";
import { targetOf } from "../../scenarios/deployment/connect.ts";
import type { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import type { SurveyedDeployment } from "../../scenarios/deployment/survey.ts";
import type { Rule } from "../check/rule.ts";
import { type Effort, effortFor } from "./cell-plan.ts";
import type { Progress, SentListener } from "./checks-under-way.ts";
import { narrowFailures } from "./narrowing.ts";
import { reportOf, sessionsOf } from "./report.ts";
import { type JudgedRule, judgeRules } from "./results.ts";
import { runChecks, type Shown } from "./run.ts";
import { RunState } from "./run-state.ts";
import type { Selection } from "./selection.ts";
import { standing } from "./standing.ts";
import { markUnstable } from "./unstable.ts";

/** A finished run. `sessions` are the files that the report's failures name. */
export interface ConformanceRun {
  judged: readonly JudgedRule[];
  report: Report;
  sessions: { file: string; text: string }[];
  /** Of each check that ran, in the order in which they ended. */
  timings: Timing[];
}

/** How a run goes about it. */
export interface JudgingOptions {
  /** What properties draw their commands from; the same commands come from the same seed. */
  seed: number;
  /** Longest a reading is polled before it is judged. Milliseconds. */
  patienceMs?: number;
  /** Broken properties are judged by the first script that shows it, not made small. */
  asFound?: boolean;
  /** How many cells are looked into; `standard` where absent, `quick` on the embedded reference. */
  effort?: Effort;
  /** Whether failures are narrowed: where each begins and ends. */
  narrow?: boolean;
  progress?: Progress;
  sent?: SentListener;
  earlier?: Report | null;
}

const PATIENCE_MS = 3_000;

/** Runs the selected checks; whatever happens to the target, what was learned is reported. */
export async function judgeDeployment(
  deployment: SurveyedDeployment,
  selection: Selection,
  options: JudgingOptions,
): Promise<ConformanceRun> {
  const startedAt = new Date();
  const start = performance.now();
  const { rules, checks, guards = [], own = [] } = selection;
  const { seed, patienceMs = PATIENCE_MS, asFound = false } = options;
  const { effort = effortFor(deployment.fresh) } = options;
  const { client, pool, profile } = deployment;
  const target = targetOf(deployment);
  const state = new RunState({ deployment, patienceMs, seed, asFound, effort });
  state.admit(own);
  for (const guard of guards) state.watch(guard);
  const timings: Timing[] = [];
  await state.positions.look();
  const progress: Progress = (at) => {
    const { check, requests, tookMs } = at;
    timings.push({ check: check.title, requests, tookMs });
    options.progress?.(at);
  };
  const findings = await runChecks(checks, state, { progress, sent: options.sent });
  const kindOf = (marketId: string) => state.markets.get(marketId)?.kind;
  const followedBy = (id: string) => plainerThan(id, state);
  const shown = standing(findings, { routes: state.routes, kindOf, followedBy });
  const met = brokenBeside(rules, shown, (id) => state.ruleOf(id));
  const reported = [...rules, ...met].map((rule) => state.asClaimed(rule));
  const judged = judgeRules(reported, shown.map(redacted(deployment)), profile.baseUrl);
  if (options.narrow) await narrowFailures(judged, shown, state);
  markUnstable(judged, options.earlier ?? null, target.url);
  const facts = {
    target,
    prefix: profile.prefix,
    ...{ seed, effort },
    startedAt,
    durationMs: performance.now() - start,
    requests: { reads: client.counters.reads, writes: client.counters.writes },
    aborted: state.stopped,
    conditions: state.conditions,
    left: state.left,
    virtualClock: pool.movesClock,
    owners: client.owners,
    markets: [...state.markets.values()],
  };
  const sessions = sessionsOf(judged, facts);
  return { judged, report: reportOf(judged, facts), sessions, timings };
}

/** The rules that a rule follows, and those that they follow. */
function plainerThan(id: string, state: RunState): string[] {
  const direct = state.ruleOf(id).follows ?? [];
  return [...new Set([...direct, ...direct.flatMap((one) => plainerThan(one, state))])];
}

/** Rules that nobody asked for, but that failed before everybody's eyes. */
function brokenBeside(
  rules: readonly Rule[],
  shown: readonly Shown[],
  ruleOf: (id: string) => Rule,
): Rule[] {
  const known = new Set(rules.map(({ id }) => id));
  const failed = shown.filter(({ finding }) => finding.result === "fail");
  const beside = new Set(failed.map(({ finding }) => finding.rule).filter((id) => !known.has(id)));
  return [...beside].map(ruleOf);
}

/**
 * What a check says of a value may quote it: no secret gets into a report that way (H-18). Ids,
 * results and cells are ours, and stay as they are.
 */
function redacted({ redactor }: SurveyedDeployment): (shown: Shown) => Shown {
  const discreet = <Quoting>(value: Quoting): Quoting => discreetly(value, redactor) as Quoting;
  return ({ finding, ...shown }) => {
    const { detail, observed, expected, actual } = finding;
    const quoting = {
      ...{ detail: discreet(detail), observed: discreet(observed) },
      ...(expected !== undefined && { expected: discreet(expected) }),
      ...(actual !== undefined && { actual: discreet(actual) }),
    };
    return { ...shown, finding: { ...finding, ...quoting } };
  };
}

function discreetly(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactor.text(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => discreetly(one, redactor));
  const members = Object.entries(value).map(([name, one]) => [
    redactor.text(name),
    discreetly(one, redactor),
  ]);
  return Object.fromEntries(members);
}
