/** What a whole run by a profile takes, with control and without. */
import type { BenchRow } from "../../reports/schema/bench.ts";
import { CONTROLLED } from "../../scenarios/proof/served-venue.ts";
import type { Effort } from "./cell-plan.ts";
import { IN_SECONDS, onVenue, rowsByEffort, runAt } from "./whole-runs.fixture.ts";

/** Each once: whole runs are long, and their waits are the same every time. */
export async function bench(): Promise<BenchRow[]> {
  const { seconds: measured } = await run("standard", CONTROLLED);
  const name = "without control, two agents, documented limits";
  return [
    {
      ...{ name: "by profile with control, on a virtual clock", measured },
      ...{ ...IN_SECONDS, aim: 25, note: "effort standard, the venue in a process of its own" },
    },
    ...(await rowsByEffort({ name, aim: 150 }, (effort) => run(effort))),
  ];
}

const run = (effort: Effort, flags: readonly string[] = []) =>
  onVenue(flags, (profile) => runAt(profile, { effort, url: profile.base_url }));
