/** What a whole run by a profile takes: with control, without, and far away. */
import { type Reference, type ReferenceOptions, startReference } from "../../reference/index.ts";
import type { BenchRow } from "../../reports/schema/bench.ts";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import type { Effort } from "./cell-plan.ts";
import { farFrom } from "./far-venue.fixture.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

const SEED = 1;
/** One that writes and one of another owner: as few as the rules about two owners take. */
const AGENTS = 2;

/** Each once: whole runs are long, and their waits are the same every time. */
export async function bench(): Promise<BenchRow[]> {
  const controlled = await onVenue(
    { controlToken: "bench", clock: "virtual" },
    secondsOf("standard"),
  );
  // Side by side, as they wait for limits and for the way there.
  const plain = await Promise.all(EFFORTS_TOLD.map((effort) => onVenue({}, secondsOf(effort))));
  const far = await Promise.all(EFFORTS_TOLD.map((effort) => onVenue({}, secondsFarOf(effort))));
  const seconds = (name: string, measured: number, aim: number, note: string): BenchRow => ({
    ...{ name, measured, unit: "s", aim, isAtMost: true, note },
  });
  const each = (name: string, measured: readonly number[], aim: number) =>
    EFFORTS_TOLD.map((effort, at) => {
      return seconds(`${name}, effort ${effort}`, measured[at]!, aim, "no rule failed");
    });
  return [
    seconds("by profile with control, on a virtual clock", controlled, 25, "effort standard"),
    ...each("without control, two agents, documented limits", plain, 150),
    ...each("the same on a venue 50 to 150 ms away", far, 240),
  ];
}

/** What a profile is given, and what is there for who will not wait so long. */
const EFFORTS_TOLD = ["standard", "quick"] as const;

async function onVenue<T>(
  options: ReferenceOptions,
  work: (venue: Reference) => Promise<T>,
): Promise<T> {
  const venue = await startReference({ ...options, seed: SEED });
  return work(venue).finally(() => venue.close());
}

const secondsFarOf = (effort: Effort) => async (venue: Reference) => {
  const away = await farFrom(venue.url);
  return secondsAt(venue, { effort, url: away.url }).finally(() => away.close());
};

const secondsOf = (effort: Effort) => (venue: Reference) =>
  secondsAt(venue, { effort, url: venue.url });

/** Errors: throws where a rule fails, as a run that ends early is quick. */
async function secondsAt(
  venue: Reference,
  { effort, url }: { effort: Effort; url: string },
): Promise<number> {
  const whole = venue.profile() as ProfileFile;
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
