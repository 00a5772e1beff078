/** Every mutant is found by the checks of its rules, with control and without. */
import type { Mutant } from "../interposer/mutant.ts";
import type { MutantRow } from "./pages.ts";
import type { Pools } from "./pools.ts";
import { triedTwice } from "./tries.ts";

/** Runs each twice, a survivor again; rows are in the order of the mutants. */
export async function proveMutants(mutants: readonly Mutant[], pools: Pools): Promise<MutantRow[]> {
  const rows = mutants.map(async (mutant): Promise<MutantRow> => {
    const outcomes = [outcomeOf(mutant, true, pools), outcomeOf(mutant, false, pools)] as const;
    const [withControl, withoutControl] = await Promise.all(outcomes);
    return { mutant, withControl, withoutControl };
  });
  return Promise.all(rows);
}

async function outcomeOf({ name }: Mutant, control: boolean, pools: Pools): Promise<string> {
  const where = control ? "with control" : "without control";
  const pool = control ? pools.working : pools.waiting;
  const { outcome } = await triedTwice(`mutant ${name} survived ${where}`, async () => {
    const result = await pool.ask("mutant", name, control);
    return { fault: result.outcome === "survived" ? result.why : "", outcome: result.outcome };
  });
  return outcome;
}
