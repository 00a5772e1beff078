/** Whole runs by a profile of a venue in a process of its own, as people run it, timed. */
import type { ReferenceOptions } from "../../reference/index.ts";
import { spawnVenue, type VenueProcess } from "../../reference/proof/spawn-venue.ts";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import type { Effort } from "./cell-plan.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

const SEED = 1;
/** One that writes and one of another owner: as few as the rules about two owners take. */
const AGENTS = 2;
/** What a profile is given, and what is there for who will not wait so long. */
const EFFORTS_TOLD = ["standard", "quick"] as const;

/** What a row of seconds has beside its figures. */
export const IN_SECONDS = { unit: "s", isAtMost: true } as const;

/** A row for each effort. Errors: throws where a rule fails, as a run that ends early is quick. */
export async function rowsByEffort(
  { name, aim }: { name: string; aim: number },
  secondsOf: (effort: Effort) => Promise<number>,
) {
  // Side by side, as they wait for limits and for the way there.
  const measured = await Promise.all(EFFORTS_TOLD.map(secondsOf));
  return EFFORTS_TOLD.map((effort, at) => ({
    ...{ name: `${name}, effort ${effort}`, measured: measured[at]! },
    ...{ ...IN_SECONDS, aim, note: "no rule failed" },
  }));
}

/** Does something with a venue of its own. */
export async function onVenue<T>(
  options: ReferenceOptions,
  work: (venue: VenueProcess) => Promise<T>,
): Promise<T> {
  const venue = await spawnVenue({ ...options, seed: SEED });
  return work(venue).finally(() => venue.close());
}

/** What a whole run takes by two agents, by way of `url`. Errors: throws where a rule fails. Units: s. */
export async function secondsAt(
  venue: VenueProcess,
  { effort, url }: { effort: Effort; url: string },
): Promise<number> {
  const whole = venue.profile as ProfileFile;
  const owners = [...new Set(whole.agents?.map(({ owner }) => owner))].slice(0, AGENTS);
  const agents = owners.map((owner) => whole.agents!.find((agent) => agent.owner === owner)!);
  const file = { ...whole, agents, base_url: url, allow: ["load"] } as ProfileFile;
  const start = performance.now();
  const deployment = await survey(await connectTo(profileOf(file)));
  try {
    const all = select([], []);
    const { report } = await judgeDeployment(deployment, all, { seed: SEED, effort });
    const failed = report.rules.filter(({ result }) => result === "fail").map(({ id }) => id);
    if (failed.length > 0 || report.aborted) throw new Error(`the run failed: ${failed.join(" ")}`);
  } finally {
    await deployment.close();
  }
  return (performance.now() - start) / 1_000;
}
