/** Runs seeds on a reference with a planted defect until a law is broken; run by hunt.ts. */
import type { Overrides } from "../parameters.ts";
import { shrink } from "../shrink.ts";
import { judgeSeed } from "../verdict.ts";
import type { Found } from "./hunt.ts";

interface Series {
  first: number;
  /** Whether its failure is made small. */
  shrinks: boolean;
  seedsMax: number;
  /** Of processor time, for this series and those before it. */
  secondsMax: number;
  overrides: Overrides;
}

/** The first seed of a series that breaks a law; null when none does. */
async function search({ first, shrinks, ...series }: Series): Promise<Found | null> {
  const { seedsMax, secondsMax, overrides } = series;
  for (let seed = first; seed < first + seedsMax && secondsSpent() < secondsMax; seed++) {
    const { failure, tape, parameters } = await judgeSeed(seed, overrides);
    if (failure === null) continue;
    const shrunk = shrinks ? await shrink(tape, failure.law, parameters) : null;
    const size = shrunk && { from: tape.length, to: shrunk.tape.length, tries: shrunk.executions };
    return { seeds: seed - first + 1, law: failure.law, size };
  }
  return null;
}

function secondsSpent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const series = JSON.parse(process.argv[2]!) as Series[];
for (const one of series) console.log(JSON.stringify(await search(one)));
