/** The library of scenarios as checks of a conformance run: each judges the rules that it shows. */
import { readdirSync, readFileSync } from "node:fs";
import { Inconclusive, Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Scenario, ScenarioStep } from "../../scenarios/scenario/format.ts";
import { scenarioIn } from "../../scenarios/scenario/read.ts";
import type { ScenarioResult } from "../../scenarios/scenario/run.ts";
import { expectsHttp } from "../../scenarios/scenario/verbs.ts";
import type { ScenarioCheck } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import type { Need } from "../check/need.ts";
import { isRule, ruleById } from "./rules.ts";

const LIBRARY = new URL("../../scenarios/library/", import.meta.url);
const SHELF = "scenarios/library";

/** What a step takes of the target, beyond actors and markets of the scenario's own. */
const NEEDS: Partial<Record<ScenarioStep["verb"], Need>> = {
  ...{ freeze: "kill-switch", feed: "feed-switch", gate: "feature-gates" },
  ...{ open_stream: "stream", pass: "wait" },
};

let known: readonly ScenarioCheck[] | undefined;

/** Every scenario, in the order of the files' names. */
export function scenarioChecks(): readonly ScenarioCheck[] {
  known ??= readdirSync(LIBRARY)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, LIBRARY), "utf8");
      return scenarioIn(text, `${SHELF}/${name}`, isRule);
    })
    .map(scenarioCheck);
  return known;
}

/** Judges the rules that a scenario shows, but for those that leave a venue free. */
export function scenarioCheck(scenario: Scenario): ScenarioCheck {
  const proves = scenario.shows.filter((id) => ruleById(id).level !== "open");
  const body = async (t: CheckContext) => {
    if (bursts(scenario)) await t.run.alone();
    judge(await t.run.runScenario(scenario), { scenario, proves, t });
  };
  return { title: scenario.story, scenario, proves, needs: needsOf(scenario), body };
}

/** Markets of its own always: a scenario must not meet others who trade, nor they it. */
function needsOf(scenario: Scenario): Need[] {
  const needs = scenario.steps.flatMap(({ verb }) => NEEDS[verb] ?? []);
  return ["operator", ...new Set(needs), ...(bursts(scenario) ? (["load"] as const) : [])];
}

/** Whether a scenario runs into the limits. */
function bursts({ steps }: Scenario): boolean {
  return steps.some(({ action }) => expectsHttp(action, 429));
}

interface Judging {
  scenario: Scenario;
  proves: readonly string[];
  t: CheckContext;
}

/**
 * A scenario that went another way fails one rule: of those it shows the one that has failed already,
 * else the first. Where another rule failed, that is the defect to mend first (H-17).
 */
function judge(run: ScenarioResult, { scenario, proves, t }: Judging): void {
  const { result, step, detail, unread } = run;
  if (result === "skipped") throw new Missing(detail ?? "");
  if (result === "inconclusive") throw new Inconclusive(detail ?? "");
  if (unread !== null && result === "pass") {
    throw new Missing(`what step ${unread} expects could not be read on this target`);
  }
  if (result === "pass") {
    for (const rule of proves) t.expect(rule, run, goesAsWritten);
    return;
  }
  const way = `${scenario.file}:${step?.line}: step ${step?.number} (${step?.who}): ${detail}`;
  const failed = t.run.failedRules();
  const rule = proves.find((id) => failed.includes(id));
  if (rule === undefined && failed[0] !== undefined) {
    throw new StandsOn(failed[0], `it failed, and here ${way}`);
  }
  t.expect(rule ?? proves[0] ?? "", { way, exchange: run.last }, otherwise);
}

const says = "the scenario to go as it says";
const goesAsWritten = that<unknown>(says, () => true);
const otherwise = that<{ way: string; exchange: unknown }>(
  says,
  () => false,
  ({ way }) => way,
);
