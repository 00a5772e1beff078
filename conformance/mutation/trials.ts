/** What the judge can do to a venue: every check of `conform`, and every story of the library. */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { embeddedGround } from "../../scenarios/replay/ground.ts";
import { readStory } from "../../scenarios/story/read.ts";
import { tell } from "../../scenarios/story/tell.ts";
import { isWatch } from "../check.ts";
import { CHECKS } from "../checks/index.ts";
import { RULES } from "../rules/index.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { openSite } from "../run/site.ts";
import { startEmbedded } from "../target/embedded.ts";

const SEED = 1;
/** Long enough for reads that never lag. Milliseconds. */
const PATIENCE_MS = 150;
const LIBRARY = new URL("../../scenarios/library/", import.meta.url);
const STORY = ".yaml";

/** What failed, and the trials that say so. */
export interface Fault {
  by: string;
  trials: readonly string[];
}

/** Names of all trials: titles of checks, files of stories. */
export async function allTrials(): Promise<string[]> {
  const stories = (await readdir(LIBRARY)).filter((file) => file.endsWith(STORY));
  return [...CHECKS.map(({ title }) => title), ...stories];
}

/** What every trial begins with. */
export async function startAlone(): Promise<void> {
  await (await startEmbedded(SEED)).close();
}

/** The first failure on a new venue, checks before stories; null when everything goes well. */
export async function firstFault(
  trials: readonly string[],
  alive: (of: string) => void,
): Promise<Fault | null> {
  const named = new Map(CHECKS.map((check) => [check.title, check]));
  const checks = trials.flatMap((name) => named.get(name) ?? []);
  const broken = checks.length === 0 ? null : await brokenRule(checks, alive);
  if (broken !== null) return broken;
  for (const story of trials.filter((name) => name.endsWith(STORY))) {
    if (await goesWrong(story)) return { by: story, trials: [story] };
    alive(story);
  }
  return null;
}

async function brokenRule(
  checks: readonly (typeof CHECKS)[number][],
  alive: (of: string) => void,
): Promise<Fault | null> {
  const venue = await startEmbedded(SEED);
  const { profile } = venue;
  const site = await openSite({ profile, embedded: true, runId: "m", patienceMs: PATIENCE_MS });
  const proven = new Set(checks.flatMap(({ proves }) => proves));
  const rules = RULES.filter(({ id }) => proven.has(id));
  const guards = CHECKS.filter(isWatch).filter((watch) => !checks.includes(watch));
  const progress = ({ failed, check }: { failed: number; check: { title: string } }) => {
    alive(check.title);
    if (failed > 0) site.stage.parts.ending.end("a rule is broken");
  };
  try {
    const { report } = await judgeTarget(site, { rules, checks, guards }, { seed: SEED, progress });
    // A check that breaks off leaves others in error: only without any failure is that the finding.
    const found = (wanted: string) => report.rules.find(({ result }) => result === wanted);
    const [broken, error] = [found("fail"), found("error")];
    if (broken !== undefined) return { by: broken.id, trials: broken.checks };
    return error === undefined ? null : { by: `${error.id} error`, trials: error.checks };
  } finally {
    await site.close();
    await venue.close();
  }
}

async function goesWrong(file: string): Promise<boolean> {
  const story = await readStory(fileURLToPath(new URL(file, LIBRARY)));
  const ground = await embeddedGround(SEED);
  const { result } = await tell(story, ground).finally(() => ground.close());
  return result === "fail";
}
