/** What a whole run by a profile takes where the venue is far away. */
import type { BenchRow } from "../../reports/schema/bench.ts";
import type { Effort } from "./cell-plan.ts";
import { farFrom } from "./far-venue.fixture.ts";
import { onVenue, rowsByEffort, runAt } from "./whole-runs.fixture.ts";

/** Each once, as near by. */
export function bench(): Promise<BenchRow[]> {
  return rowsByEffort({ name: "the same on a venue 50 to 150 ms away", aim: 240 }, runFar);
}

const runFar = (effort: Effort) =>
  onVenue([], async (profile) => {
    const away = await farFrom(profile.base_url);
    return runAt(profile, { effort, url: away.url }).finally(() => away.close());
  });
