/**
 * Runs seeds on a reference with a planted defect until a law is broken; run by search.ts.
 * Says each thing as soon as it is known: a defect may well keep a venue from ever ending.
 */
import type { Overrides } from "../simulation/parameters.ts";
import { shrink } from "../simulation/shrink.ts";
import { judgeSeed, type SeedVerdict } from "../simulation/verdict.ts";
import type { SearchMessage } from "./search.ts";

/** Where to look. Units: seconds of processor time, for all series. */
export interface DefectSearch {
  series: number;
  seedsMax: number;
  secondsMax: number;
  overrides: Overrides;
}

/** The first seed of a series that breaks a law; null when none does in time. */
async function firstFailure(first: number, search: DefectSearch): Promise<SeedVerdict | null> {
  const { seedsMax, secondsMax, overrides } = search;
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

const send = (message: SearchMessage) =>
  console.log(JSON.stringify({ ...message, seconds: secondsSpent() }));

const search = JSON.parse(process.argv[2]!) as DefectSearch;
let smallest: SeedVerdict | null = null;
for (let index = 0; index < search.series; index++) {
  const first = index * search.seedsMax + 1;
  const verdict = await firstFailure(first, search);
  smallest ??= verdict;
  const { failure = null, parameters } = verdict ?? {};
  send({ found: failure && { seeds: parameters!.seed - first + 1, law: failure.law } });
}
if (smallest !== null) {
  const { failure, tape, parameters } = smallest;
  const shrunk = await shrink(tape, failure!.law, parameters);
  if (shrunk !== null) send({ size: { to: shrunk.tape.length, tries: shrunk.executions } });
}
