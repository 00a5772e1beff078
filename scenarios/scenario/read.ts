/** Reads a scenario from YAML; whatever is wrong is reported with file, line and step. */
import { readFile } from "node:fs/promises";
import { Compile } from "typebox/compile";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { UsageError } from "../deployment/usage-error.ts";
import { deepLineOf, TOO_DEEP } from "../deployment/yaml-depth.ts";
import {
  ACTOR_VERB_NAMES,
  type Action,
  NOBODY,
  type Scenario,
  type ScenarioFile,
  type ScenarioStep,
  STORY,
  VENUE,
  VENUE_VERB_NAMES,
} from "./format.ts";

/** A scenario that cannot be read: one line with file, line, step and what is wrong. */
class ScenarioError extends UsageError {
  override readonly name = "ScenarioError";
}

type Path = readonly (string | number)[];
type ScenarioProblem = { path: Path; message: string };

const checked = Compile(STORY);

const MEMBERS = STORY.required;
const NO_SCENARIO =
  `is no scenario: one has ${MEMBERS.slice(0, -1).join(", ")} and ${MEMBERS.at(-1)}; ` +
  "docs/guides/replay.md tells how to write one";

/** Whether a rule of this id can be shown; without one any can. */
export type IsRule = (id: string) => boolean;

/** Reads a file. Errors: ScenarioError, for the first thing that is wrong. */
export async function readScenario(file: string, isRule?: IsRule): Promise<Scenario> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new ScenarioError(`${file}: ${error.code === "ENOENT" ? "no such file" : error.message}`);
  });
  return scenarioIn(text, file, isRule);
}

/** The same for text; `file` is what errors call it. */
export function scenarioIn(text: string, file: string, isRule: IsRule = () => true): Scenario {
  const lines = new LineCounter();
  const broken = (why: string, line = 1) =>
    new ScenarioError(`${file}:${line}: not YAML: ${why.split("\n")[0]}`);
  // What repeats itself too often throws.
  const held = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw broken((error as Error).message);
    }
  };
  const deep = deepLineOf(text);
  if (deep !== null) throw broken(TOO_DEEP, deep);
  const document = held(() => parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  const lineOf = (path: Path) => lines.linePos(offsetOf(document, path)).line;
  const fail = ({ path, message }: ScenarioProblem): never => {
    const step = path[0] === "steps" && typeof path[1] === "number" ? `step ${path[1] + 1}: ` : "";
    throw new ScenarioError(`${file}:${lineOf(path)}: ${step}${message}`);
  };
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw broken(fault.message, lines.linePos(fault.pos[0]).line);
  }
  const value: unknown = held(() => document.toJS({ maxAliasCount: 100 }));
  if (!isLikeScenario(value)) throw new ScenarioError(`${file}: ${NO_SCENARIO}`);
  const problem = shapeProblem(value) ?? senseProblem(value as ScenarioFile, isRule);
  if (problem !== null) fail(problem);
  const scenario = value as ScenarioFile;
  const steps = scenario.steps.map((step, index) => stepOf(step, index, lineOf(["steps", index])));
  return { ...scenario, file, steps };
}

/** Whether somebody meant it as a scenario: it has at least a member of one. */
function isLikeScenario(value: unknown): boolean {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMapping && MEMBERS.some((member) => member in value);
}

function stepOf(step: ScenarioFile["steps"][number], index: number, line: number): ScenarioStep {
  const [[who, action]] = Object.entries(step) as [[string, Action]];
  const [verb] = verbsOf(action);
  return { number: index + 1, line, who, verb: verb!, action };
}

function verbsOf(action: Action): ScenarioStep["verb"][] {
  return [...ACTOR_VERB_NAMES, ...VENUE_VERB_NAMES].filter((verb) => verb in action);
}

function shapeProblem(value: unknown): ScenarioProblem | null {
  if (checked.Check(value)) return null;
  const errors = [...checked.Errors(value)];
  const [error] = errors.sort((a, b) => b.instancePath.length - a.instancePath.length);
  const path = (error?.instancePath ?? "").split("/").slice(1).map(stepped);
  const called = (place: Path) =>
    place.slice(place[0] === "steps" ? 2 : 0).join(".") || "the scenario";
  // A member that a closed object does not list is told as a value that nothing could be.
  const isUnknown = error?.message === "schema is false";
  if (isUnknown) return { path, message: `${called(path.slice(0, -1))} knows no ${path.at(-1)}` };
  return { path, message: `${called(path)} ${error?.message}` };
}

function stepped(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/");
}

/** What no schema can tell: verbs, and names that nothing has. */
function senseProblem(scenario: ScenarioFile, isRule: IsRule): ScenarioProblem | null {
  const unknown = scenario.shows.find((id) => !isRule(id));
  if (unknown !== undefined) {
    const message = `no rule is called ${unknown}; see docs/tables/rules.md`;
    return { path: ["shows", scenario.shows.indexOf(unknown)], message };
  }
  const actors = new Set([...Object.keys(scenario.actors), NOBODY, VENUE]);
  const markets = new Set(Object.keys(scenario.markets ?? {}));
  const named = new Set([...actors, ...markets, "all"]);
  for (const [index, step] of scenario.steps.entries()) {
    const [[who, action]] = Object.entries(step) as [[string, Action]];
    const path = ["steps", index, who];
    const message = stepProblem({ who, action }, { actors, markets, named });
    if (message !== null) return { path, message };
    if (action.as !== undefined) named.add(action.as);
    if (action.open_stream !== undefined) named.add(action.open_stream);
  }
  return null;
}

interface KnownNames {
  actors: ReadonlySet<string>;
  markets: ReadonlySet<string>;
  named: ReadonlySet<string>;
}

function stepProblem({ who, action }: { who: string; action: Action }, names: KnownNames) {
  if (!names.actors.has(who)) return `nobody is called ${who}; actors are listed above`;
  const verbs = verbsOf(action);
  const allowed: readonly string[] = who === VENUE ? VENUE_VERB_NAMES : ACTOR_VERB_NAMES;
  if (verbs.length !== 1)
    return `${who} does ${verbs.length === 0 ? "nothing" : verbs.join(", ")}; one of ${allowed.join(", ")}`;
  const [verb = ""] = verbs;
  if (!allowed.includes(verb)) return `${who} cannot ${verb}; one of ${allowed.join(", ")}`;
  if (names.markets.size === 0 && verb === "place")
    return "an order needs a market; list one above";
  const unknown = referencesIn(action).find((name) => !names.named.has(name));
  return unknown === undefined ? null : `nothing above is called ${unknown}`;
}

/** Every name that a step uses of what stands above it. */
function referencesIn(action: Action): string[] {
  const { expect = {}, read = {}, place } = action;
  const names = [
    ...[place?.market, action.cancel, action.with, action.revoke_key, action.close_stream],
    ...[read.order, read.book, read.market, read.trades, read.position],
    ...[action.create_key?.for, action.say?.on, action.follow?.on, action.follow?.book],
    ...[action.hear?.on, action.hear?.about, action.expire, action.void],
    ...[action.resolve?.market, action.mark?.market],
    ...[expect.same_as, expect.more_than, expect.less_than, expect.equal_to],
    ...(expect.has ?? []),
    ...(expect.lacks ?? []),
  ];
  return names.filter((name) => name !== undefined);
}

/** The offset of the nearest thing there is. */
function offsetOf(document: Document, path: Path): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? 0;
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}
