/** Proving as tools: a plan first, the run that it describes, and why what failed has failed. */
import Type from "typebox";
import type { NewCause } from "../../reports/schema/summary.ts";
import {
  besideOf,
  counted,
  newCauses,
  shownText,
  verdictOf,
} from "../../reports/schema/summary.ts";
import {
  connectToEmbedded,
  connectToLasting,
  type Deployment,
} from "../../scenarios/deployment/connect.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { EFFORTS } from "../run/cell-plan.ts";
import { type ConformanceRun, judgeDeployment } from "../run/judge-deployment.ts";
import { planFor } from "../run/plan.ts";
import { select } from "../run/selection.ts";
import type { BridgeContext } from "./bridge-context.ts";
import { alone, type ConformPlan, type ConformResult } from "./kept-runs.ts";
import {
  type BridgeTool,
  bridgeTool,
  type LinkedText,
  type ToolAnswer,
  type ToolCall,
  ToolError,
} from "./tool.ts";

const closed = { additionalProperties: false } as const;
const Globs = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, description }),
  );
const Id = (description: string) => Type.String({ pattern: "^[a-z]+-[0-9]{1,9}$", description });

/** Causes, and sessions, that a run tells at once. */
const CAUSES_MAX = 10;
const SESSIONS_MAX = 10;

/** Plan, run and causes, in the order in which they are used. */
export function conformTools(context: BridgeContext): BridgeTool[] {
  return [planTool(context), runTool(context), causesTool(context)];
}

function planTool({ runs, runsOn }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "conform_plan",
    title: "Plan a conformance run",
    description:
      "Says what a conformance run would send to the venue and how long it would take; sends " +
      "nothing. conform_run runs it.",
    needs: "none",
    effect: "reads",
    input: Type.Object(
      {
        only: Globs("ids of rules, or globs such as TIF-*; all rules where absent"),
        skip: Globs("ids of rules to leave out"),
        effort: Type.Optional(
          Type.Enum([...EFFORTS], { description: "how many cells of each rule" }),
        ),
        seed: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      },
      closed,
    ),
    async run({ only = [], skip = [], seed = 1, effort }) {
      const selection = select(only, skip);
      const how = { seed, ...(effort && { effort }) };
      const text = planFor(await runsOn(), selection, how);
      const plan = runs.plan({ selection, ...how });
      const { rules, checks } = selection;
      const data = { plan: plan.id, rules: rules.length, checks: checks.length, text };
      return { data, text: `${plan.id}\n${text}` };
    },
  });
}

function runTool(context: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "conform_run",
    title: "Run a conformance plan",
    description:
      "Proves the venue by a plan: where the key may trade it places orders, cancels every order of " +
      "its agents, and undoes what it did. A plan is run once; asked again, its run is told again.",
    needs: "harness",
    effect: "destroys",
    input: Type.Object({ plan: Id("what conform_plan answered") }, closed),
    async run({ plan: id }, call) {
      const plan = context.runs.planned(id);
      plan.running ??= alone("a conformance run", () => proven(plan, context, call));
      try {
        plan.run = await plan.running;
      } catch (error) {
        delete plan.running;
        throw error;
      }
      return runAnswer(plan.run, context);
    },
  });
}

/** Runs the plan; a call that is cancelled ends it in order, with what was learned so far. */
async function proven(
  plan: ConformPlan,
  { runsOn, texts }: BridgeContext,
  { signal, progress }: ToolCall,
): Promise<ConformResult> {
  const { selection, seed, effort } = plan;
  const profile = await runsOn();
  const connected = await (profile === null ? connectToEmbedded(seed) : connectToLasting(profile));
  connected.clock.endWith(signal, "cancelled");
  try {
    const deployment = await surveyed(connected);
    const run = await judgeDeployment(deployment, selection, {
      ...{ seed, narrow: true, ...(effort && { effort }) },
      progress: ({ done, total, failed, check }) =>
        progress(done, total, `${failed} failing so far; done: ${check.title}`),
    });
    const id = plan.id.replace("plan", "run");
    keep(id, run, texts);
    return { id, report: run.report };
  } finally {
    await connected.close();
  }
}

/** Errors: ToolError where the venue cannot be proven, or the call is cancelled. */
async function surveyed(connected: Deployment) {
  const deployment = await connected.clock.orEnd(survey(connected));
  const problem = deployment.problems.find(({ fatal }) => fatal);
  if (problem === undefined) return deployment;
  const { field, message } = problem;
  throw new ToolError(field === null ? message : `${field}: ${message}`);
}

const uriIn = (run: string, file: string) => `touchstone://runs/${run}/${file}`;

function keep(id: string, { report, sessions }: ConformanceRun, texts: BridgeContext["texts"]) {
  const text = `${JSON.stringify(report, null, 1)}\n`;
  const uri = uriIn(id, "report.json");
  for (const { file, text } of sessions) {
    const mimeType = "application/jsonl";
    texts.keep({ uri: uriIn(id, file), name: file.replace(/^.*\//, ""), mimeType, text });
  }
  texts.keep({ uri, name: `${id} report.json`, mimeType: "application/json", text });
}

function runAnswer({ id, report }: ConformResult, context: BridgeContext): ToolAnswer {
  const { word, sentence } = verdictOf(report);
  const causes = newCauses(report);
  const told = causes.slice(0, CAUSES_MAX).map(causeData);
  const lines = told.map(({ rule, statement }) => `${rule}  ${statement}`);
  const next = causes.length === 0 ? [] : ["conform_causes says why"];
  return {
    data: {
      ...{ run: id, verdict: word, sentence, shown: shownText(report) },
      ...{ summary: report.summary, requests: report.requests },
      ...(report.aborted !== undefined && { aborted: report.aborted }),
      ...(report.left !== undefined && { left_behind: report.left }),
      ...{ causes: told, causes_in_all: causes.length, report: uriIn(id, "report.json") },
    },
    text: [`${word}  ${sentence}`, shownText(report), ...lines, ...next].join("\n"),
    links: linksOf(id, context, causes.slice(0, SESSIONS_MAX)),
  };
}

function linksOf(id: string, { texts }: BridgeContext, causes: readonly NewCause[]): LinkedText[] {
  const sessions = causes.flatMap(({ rule }) => rule.failure?.session ?? []);
  return ["report.json", ...sessions].flatMap((file) => {
    const kept = texts.at(uriIn(id, file));
    if (kept === null) return [];
    const { text: _, ...link } = kept;
    return [link];
  });
}

/** A cause in short. */
function causeData({ cause, rule }: NewCause) {
  const { failure, about } = rule;
  return {
    ...{ rule: rule.id, statement: rule.statement },
    ...{ expected: failure?.expected ?? null, actual: failure?.actual ?? rule.detail },
    ...{ narrowed: cause.narrowed, fix: about?.fix ?? null },
    ...{ failed_beside: cause.also.length, left_open: cause.stands.length },
  };
}

function causesTool(context: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "conform_causes",
    title: "Why a run failed",
    description:
      "What failed by itself in a finished run, heaviest first: what the rule asks, what was seen, " +
      "where it begins and ends, how such a venue is mended, the requests and a curl line.",
    needs: "none",
    effect: "reads",
    input: Type.Object(
      {
        run: Type.Optional(Id("what conform_run answered; the last run where absent")),
        rule: Type.Optional(Type.String({ maxLength: 100, description: "this rule alone" })),
      },
      closed,
    ),
    async run({ run: id, rule }) {
      const run = context.runs.run(id);
      const all = newCauses(run.report);
      const causes = all.filter((one) => rule === undefined || speaksOf(one, rule));
      if (rule !== undefined && causes.length === 0) return noCause(run, rule);
      const told = causes.slice(0, CAUSES_MAX).map((one) => causeInFull(one, run.id));
      const data = { run: run.id, causes: told, causes_in_all: all.length };
      const text = told.map(causeText).join("\n\n");
      const none = `no rule failed in ${run.id}: ${verdictOf(run.report).sentence}`;
      return { data, text: text || none, links: linksOf(run.id, context, causes) };
    },
  });
}

const speaksOf = ({ cause }: NewCause, rule: string) =>
  [cause.rule, ...cause.also, ...cause.stands].includes(rule);

/** What a rule came to that is part of no cause. */
function noCause({ id, report }: ConformResult, wanted: string): ToolAnswer {
  const rule = report.rules.find((one) => one.id === wanted);
  if (rule === undefined) throw new ToolError(`${id} has no rule ${wanted}`);
  const { result, detail, observed } = rule;
  return { data: { run: id, rule: wanted, result, detail, observed } };
}

function causeInFull(one: NewCause, run: string) {
  const { cause, rule } = one;
  const { failure, about } = rule;
  return {
    ...causeData(one),
    ...{ section: rule.section, also: cause.also, stands: cause.stands, cells: cause.cells },
    ...{ exchanges: failure?.exchanges ?? [], curl: failure?.curl ?? null },
    ...{ session: failure ? uriIn(run, failure.session) : null, check: about?.source ?? null },
  };
}

function causeText(cause: ReturnType<typeof causeInFull>): string {
  const { rule, statement, expected, actual, narrowed, fix } = cause;
  const beside = besideOf(cause);
  const facts = [
    ["expected", expected],
    ["actual", actual],
    ["narrowed", narrowed],
    ["to mend", fix],
    ["beside", beside > 0 ? `${counted(beside, "rule")} failed or left open by it` : null],
  ];
  const lines = facts.flatMap(([label, text]) => (text ? [`  ${label}: ${text}`] : []));
  return [`${rule}  ${statement}`, ...lines].join("\n");
}
