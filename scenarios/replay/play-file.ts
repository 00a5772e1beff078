/** Plays one file, session or scenario, and says what it came to. */
import type { ReplayFileResult, ReplayFinding } from "../../reports/schema/replay.ts";
import { Inconclusive } from "../deployment/stops.ts";
import { type Scenario, VENUE } from "../scenario/format.ts";
import { type IsRule, readScenario } from "../scenario/read.ts";
import { runScenario } from "../scenario/run.ts";
import { Unplayable } from "../session/assign.ts";
import { openSession, type SessionReading } from "../session/reader.ts";
import { type CutFlags, demandActors } from "./cut.ts";
import type { OpenDeployment, ReplayDeployment } from "./deployment.ts";
import type { Course } from "./line-order.ts";
import { type Matcher, Matchers } from "./matchers.ts";
import { replay } from "./replay.ts";
import { settled } from "./settle.ts";
import type { LineFinding, ReplayTally } from "./tally.ts";

/** How files are played. */
export interface PlayOptions {
  open: OpenDeployment;
  /** The embedded venue's seed, where a session does not name its own. */
  seed: number;
  strict: boolean;
  speed: number | "max";
  ignore: readonly Matcher[];
  /** Whether a scenario may show this rule. */
  isRule?: IsRule;
  /** What of a session is looked at; default all. */
  cut?: CutFlags;
  /** Told of each line. Units: `share` of the file that was read, from 0 to 1. */
  progress?(file: string, played: number, share: number): void;
}

/** What a file came to, with the session of a scenario that went another way. */
export interface Played {
  result: ReplayFileResult;
  session: string | null;
}

/** Whether a file is a scenario by its name. */
export function isScenario(file: string): boolean {
  return /\.ya?ml$/.test(file);
}

/** Plays a file. Errors: UsageError for one that cannot be read. */
export function playFile(file: string, options: PlayOptions): Promise<Played> {
  return isScenario(file) ? playScenario(file, options) : playSession(file, options);
}

async function playScenario(file: string, { open, seed, isRule }: PlayOptions): Promise<Played> {
  const scenario = await readScenario(file, isRule);
  const deployment = await open(seed);
  try {
    const forbidden = operatorsStep(scenario, deployment);
    if (forbidden !== null) return skipped(file, scenario.story, forbidden);
    const { result, step, detail, session } = await runScenario(scenario, deployment);
    const where = step === null ? "" : `${file}:${step.line}: step ${step.number} (${step.who})`;
    const finding =
      step !== null && result === "fail"
        ? [found({ n: step.number, what: where, verdict: "different", why: detail ?? "" })]
        : [];
    const failed = result === "fail" || result === "inconclusive";
    const played = { ...blank(file), kind: "story" as const, title: scenario.story };
    return {
      result: {
        ...played,
        ...{ shows: scenario.shows, result, verdict: result },
        played: step?.number ?? scenario.steps.length,
        detail: detail === null || where === "" ? detail : `${where}: ${detail}`,
        findings: finding,
      },
      session: failed ? session : null,
    };
  } finally {
    await deployment.close();
  }
}

async function playSession(file: string, options: PlayOptions): Promise<Played> {
  const { header } = await peeked(file);
  if (options.cut?.actor !== undefined) await demandActors(file, options.cut);
  const seed = header.seed ?? options.seed;
  const matchers = new Matchers(options.ignore);
  const attempt = async (course: Course) => {
    const reading = await openSession(file);
    const deployment = await options.open(seed, header);
    try {
      const { strict, speed } = options;
      const progress = (played: number) => options.progress?.(file, played, reading.share);
      const tally = await replay(reading, deployment, {
        strict,
        speed,
        matchers,
        course,
        ...(options.cut && { cut: options.cut }),
        progress,
      });
      return { tally, reading, deployment };
    } finally {
      await deployment.close();
    }
  };
  try {
    const { tally, reading, ambiguous } = await settled(attempt);
    return { result: judged(file, { tally, reading, matchers, ambiguous }), session: null };
  } catch (error) {
    const { name: title } = header.target;
    if (error instanceof Inconclusive) return unfinished(file, title, error.message);
    if (!(error instanceof Unplayable)) throw error;
    return skipped(file, title, error.message);
  }
}

function skipped(file: string, title: string, detail: string): Played {
  const result = { result: "skipped", verdict: "skipped", detail } as const;
  return { result: { ...blank(file), title, ...result }, session: null };
}

function unfinished(file: string, title: string, detail: string): Played {
  const result = { result: "inconclusive", verdict: "inconclusive", detail } as const;
  return { result: { ...blank(file), title, ...result }, session: null };
}

/** Why a scenario may not be played: it may be anybody's, and acts as the operator. */
function operatorsStep({ steps }: Scenario, deployment: ReplayDeployment): string | null {
  const { allowsControl, control } = deployment;
  const step = steps.find(({ who }) => who === VENUE);
  if (step === undefined || allowsControl || control === null) return null;
  return `step ${step.number} is the operator's (${step.verb}): --allow-control lets it play`;
}

/** The header alone; the rest is left unread. */
async function peeked(file: string): Promise<SessionReading> {
  const reading = await openSession(file);
  await reading.close();
  return reading;
}

function judged(
  file: string,
  facts: {
    tally: ReplayTally;
    reading: SessionReading;
    matchers: Matchers;
    ambiguous: readonly string[];
  },
): ReplayFileResult {
  const { tally, reading, matchers, ambiguous } = facts;
  const { worst, first } = tally;
  const isWhole = reading.ending === "whole" || reading.ending === "left";
  const ending = isWhole ? [] : [`${file}: ${reading.ending}`];
  const idle = matchers.idle.map(({ route, at }) => `never applied: ignore ${route} ${at}`);
  const played = Object.values(tally.counts).reduce((sum, n) => sum + n, 0);
  const detail = first === null ? null : `line ${first.n}: ${first.what}: ${first.why}`;
  return {
    ...blank(file),
    ...{ title: reading.header.target.name, detail, played },
    verdict: worst,
    result: first !== null ? "fail" : onlyUnsure(tally) ? "inconclusive" : "pass",
    counts: Object.fromEntries(Object.entries(tally.counts).filter(([, n]) => n > 0)),
    findings: tally.kept.map(found),
    allowed: [...tally.allowances].map(([why, count]) => ({ why, count })),
    ignored: matchers.applied.map(({ why, count }) => ({ why, count })),
    warnings: [...reading.warnings, ...ending, ...idle, ...ambiguous],
  };
}

/** Nothing that was played could be compared. */
function onlyUnsure({ counts }: ReplayTally): boolean {
  return counts.same + counts.equivalent + counts.allowed === 0;
}

function blank(file: string): ReplayFileResult {
  return {
    ...{ file, kind: "session", title: "", shows: [], result: "pass", verdict: "same" },
    ...{
      detail: null,
      played: 0,
      counts: {},
      findings: [],
      allowed: [],
      ignored: [],
      warnings: [],
    },
  };
}

function found(
  finding: Pick<LineFinding, "n" | "what" | "verdict" | "why"> & Partial<LineFinding>,
): ReplayFinding {
  const { n, what, verdict, why, cause = null, differences = [] } = finding;
  const shown = differences.map(({ at, recorded, live }) => ({ at, recorded, live }));
  return { n, what, verdict, why, cause, differences: shown };
}
