/** Whole runs by a profile of a venue that is served in a process of its own, as people run it, timed. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { serve } from "../../scenarios/proof/served-venue.ts";
import { WRITES } from "../check/burst.ts";
import type { Effort } from "./cell-plan.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const SEED = 1;
/** One that writes and one of another owner: as few as the rules about two owners take. */
const AGENTS = 2;
/** What a profile is given, and what is there for who will not wait so long. */
const EFFORTS_TOLD = ["standard", "quick"] as const;

/** What a row of seconds has beside its figures. */
export const IN_SECONDS = { unit: "s", isAtMost: true } as const;

/** What a whole run took, and how much of the limit it was. */
export interface RunTaken {
  seconds: number;
  writes: number;
}

/** A row for each effort. Errors: throws where a rule fails, as a run that ends early is quick. */
export async function rowsByEffort(
  { name, aim }: { name: string; aim: number },
  take: (effort: Effort) => Promise<RunTaken>,
) {
  // Side by side, as they wait for limits and for the way there.
  const taken = await Promise.all(EFFORTS_TOLD.map(take));
  return EFFORTS_TOLD.map((effort, at) => ({
    ...{ name: `${name}, effort ${effort}`, measured: taken[at]!.seconds, ...IN_SECONDS, aim },
    note: `no rule failed; ${taken[at]!.writes} writes, of which each agent may send ${WRITES} a minute`,
  }));
}

/** Does something by the profile of a venue of its own, which is served with these flags. */
export async function onVenue<T>(
  flags: readonly string[],
  work: (profile: ProfileFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-"));
  const file = join(folder, "profile.json");
  const venue = await serve(PROJECT, file, flags);
  try {
    if (venue === null) throw new Error("the venue does not start");
    return await work(JSON.parse(await readFile(file, "utf8")) as ProfileFile);
  } finally {
    await venue?.end();
    await rm(folder, { recursive: true });
  }
}

/** What a whole run takes by two agents, by way of `url`. Errors: throws where a rule fails. */
export async function runAt(
  whole: ProfileFile,
  { effort, url }: { effort: Effort; url: string },
): Promise<RunTaken> {
  const owners = [...new Set(whole.agents?.map(({ owner }) => owner))].slice(0, AGENTS);
  const agents = owners.map((owner) => whole.agents!.find((agent) => agent.owner === owner)!);
  const file = { ...whole, agents, base_url: url, allow: ["load"] } as ProfileFile;
  const start = performance.now();
  const deployment = await survey(await connectTo(profileOf(file)));
  let writes = 0;
  try {
    const all = select([], []);
    const { report } = await judgeDeployment(deployment, all, { seed: SEED, effort });
    const failed = report.rules.filter(({ result }) => result === "fail").map(({ id }) => id);
    if (failed.length > 0 || report.aborted) throw new Error(`the run failed: ${failed.join(" ")}`);
    writes = report.requests.writes;
  } finally {
    await deployment.close();
  }
  return { seconds: (performance.now() - start) / 1_000, writes };
}
