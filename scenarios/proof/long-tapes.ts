/** Measures shrinking on long tapes: each ends with an order under an id that was given before. */
import { drawParameters } from "../simulation/parameters.ts";
import { run } from "../simulation/run.ts";
import { retrace, type Shrunk, shrink } from "../simulation/shrink.ts";
import type { TapeEntry } from "../simulation/tape.ts";

const COMMANDS = 10_000;
/** Seeds whose simulations have no crash: a crash may lose the order that is repeated. */
const SEEDS = [5, 6, 7];

/** One result a tape. */
export async function shrinkLongTapes(): Promise<Shrunk[]> {
  const results: Shrunk[] = [];
  for (const seed of SEEDS) {
    const { tape } = await run(drawParameters(seed, { steps: COMMANDS, faults: [] }));
    const shrunk = await shrinkRepeated(tape);
    if (shrunk !== null) results.push(shrunk);
  }
  return results;
}

async function shrinkRepeated(tape: readonly TapeEntry[]): Promise<Shrunk | null> {
  for (let end = tape.length; end > tape.length / 2; end--) {
    const last = tape[end - 1]!;
    if (!("command" in last) || last.command.type !== "place") continue;
    const flawed = [...tape.slice(0, end), last];
    const broken = await retrace(flawed);
    if (broken !== null) return shrink(flawed, broken.law);
  }
  return null;
}
