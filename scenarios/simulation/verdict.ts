/** What a seed came to: as much of a run as another process, a report or a reader needs. */
import { drawParameters, type Overrides, type Parameters } from "./parameters.ts";
import { run, type SimulationFailure } from "./run.ts";
import type { TapeEntry } from "./tape.ts";

/** Shape: counts by name; `tape` is there when a law was broken, up to the step that broke it. */
export interface SeedVerdict {
  parameters: Parameters;
  failure: SimulationFailure | null;
  tape: TapeEntry[];
  codes: [string, number][];
  rules: [string, number][];
  struck: [string, number][];
  commands: number;
  events: number;
  virtualMs: number;
}

/** Runs one seed. */
export async function judgeSeed(seed: number, overrides: Overrides): Promise<SeedVerdict> {
  const result = await run(drawParameters(seed, overrides)).catch((error) => {
    throw new Error(`seed ${seed} ends in the simulator itself`, { cause: error });
  });
  const { failure, tape, coverage } = result;
  return {
    parameters: result.parameters,
    failure,
    tape: failure === null ? [] : tape.slice(0, failure.step),
    codes: [...coverage.codes],
    rules: [...coverage.rules],
    struck: [...result.struck],
    commands: tape.length,
    events: result.events,
    virtualMs: result.virtualMs,
  };
}
