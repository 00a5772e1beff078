/**
 * Runs seeds on a reference with a planted defect until a law is broken; run by hunt.ts.
 * Tells each thing as soon as it is known: a defect may well keep a venue from ever ending.
 */
import type { Overrides } from "../simulation/parameters.ts";
import { shrink } from "../simulation/shrink.ts";
import { judgeSeed, type SeedVerdict } from "../simulation/verdict.ts";
import type { WorkerMessage } from "./hunt.ts";

/** Where to look. Units: seconds of processor time, for all series. */
export interface DefectSearch {
  series: number;
  seedsMax: number;
  secondsMax: number;
  overrides: Overrides;
}

/** The first seed of a series that breaks a law; null when none does in time. */
async function search(first: number, quarry: DefectSearch): Promise<SeedVerdict | null> {
  const { seedsMax, secondsMax, overrides } = quarry;
  for (let seed = first; seed < first + seedsMax && secondsSpent() < secondsMax; seed++) {
    const verdict = await judgeSeed(seed, overrides);
    if (verdict.failure !== null) return verdict;
  }
  return null;
}

function secondsSpent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const tell = (told: WorkerMessage) =>
  console.log(JSON.stringify({ ...told, seconds: secondsSpent() }));

const quarry = JSON.parse(process.argv[2]!) as DefectSearch;
let smallest: SeedVerdict | null = null;
for (let index = 0; index < quarry.series; index++) {
  const first = index * quarry.seedsMax + 1;
  const verdict = await search(first, quarry);
  smallest ??= verdict;
  const { failure = null, parameters } = verdict ?? {};
  tell({ found: failure && { seeds: parameters!.seed - first + 1, law: failure.law } });
}
if (smallest !== null) {
  const { failure, tape, parameters } = smallest;
  const shrunk = await shrink(tape, failure!.law, parameters);
  if (shrunk !== null) tell({ size: { to: shrunk.tape.length, tries: shrunk.executions } });
}
