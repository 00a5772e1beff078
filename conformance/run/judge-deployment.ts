/** One run against an opened site: from checks to report, evidence and progress. */

import type { Timing } from "../../reports/schema/finished-run.ts";
import type { Report } from "../../reports/schema/report.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Watch } from "../check/check.ts";
import type { Finding } from "../check/judge.ts";
import type { Rule } from "../check/rule.ts";
import { reportOf, sessionsOf } from "./report.ts";
import { type JudgedRule, judgeRules } from "./results.ts";
import { type Progress, runChecks, type Shown } from "./run.ts";
import type { Selection } from "./selection.ts";
import type { Site } from "./site.ts";
import { markUnstable } from "./unstable.ts";

/** A finished run. `sessions` are the files that the report's failures name. */
export interface ConformanceRun {
  judged: readonly JudgedRule[];
  report: Report;
  sessions: { file: string; text: string }[];
  /** Of each check that ran, in the order in which they ended. */
  timings: Timing[];
}

/** Runs the selected checks; whatever happens to the target, what was learned is reported. */
export async function judgeDeployment(
  site: Site,
  selection: Selection,
  options: { seed: number; progress?: Progress; earlier?: Report | null },
): Promise<ConformanceRun> {
  const startedAt = new Date();
  const start = performance.now();
  const { rules, checks, guards = [], own = [] } = selection;
  site.stage.admit(own);
  for (const guard of guards) site.stage.watch(guard);
  const timings: Timing[] = [];
  const shown = await runChecks(checks, site.stage, (state) => {
    const { check, exchanges, tookMs } = state;
    timings.push({ check: check.title, requests: exchanges.length, tookMs });
    options.progress?.(state);
  });
  const reported = [...rules, ...brokenGuards(guards, shown)];
  const judged = judgeRules(reported, shown.map(redacted(site)), site.profile.baseUrl);
  markUnstable(judged, options.earlier ?? null, site.target.url);
  const facts = {
    target: site.target,
    prefix: site.profile.prefix,
    seed: options.seed,
    startedAt,
    durationMs: performance.now() - start,
    requests: { reads: site.client.counters.reads, writes: site.client.counters.writes },
    aborted: site.stage.stopped,
    virtualClock: site.stage.parts.world.movesClock,
    owners: site.client.owners,
    markets: [...site.stage.markets.values()],
  };
  const sessions = sessionsOf(judged, facts);
  return { judged, report: reportOf(judged, facts), sessions, timings };
}

function brokenGuards(guards: readonly Watch[], shown: readonly Shown[]): Rule[] {
  const ids = guards.flatMap(({ proves }) => proves);
  const failed = shown.filter(({ finding }) => finding.result === "fail");
  return ids.filter((id) => failed.some(({ finding }) => finding.rule === id)).map(ruleById);
}

/** What a check says of a value may quote it: no secret gets into a report that way (H-18). */
function redacted({ client: { redactor } }: Site): (shown: Shown) => Shown {
  const discreet = (value: unknown): unknown => {
    if (typeof value === "string") return redactor.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(discreet);
    const members = Object.entries(value).map(([name, one]) => [
      redactor.text(name),
      discreet(one),
    ]);
    return Object.fromEntries(members);
  };
  return (shown) => ({ ...shown, finding: discreet(shown.finding) as Finding });
}
