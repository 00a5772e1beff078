/** Mutants that are wrong in one cell alone: each is found there, or the page says why not. */

import { drawn } from "../drawn.ts";
import type { RunPool } from "../run-pool.ts";
import { type CellMutant, cellMutants, nameOf } from "./cell-mutants.ts";
import type { CellResult } from "./run-cell-mutant.ts";

/** A cell mutant and what became of it. */
export type CellRow = CellMutant & CellResult;

/** How many are run, and which. */
export interface CellSample {
  /** How many are drawn; all of them where absent. */
  count?: number;
  /** What the draw follows from. */
  seed: string;
  match(name: string): boolean;
}

/** Runs a sample; a survivor is tried twice. Rows are in the order of the catalogue. */
export async function proveCells(sample: CellSample, pool: RunPool): Promise<CellRow[]> {
  const { count, seed, match } = sample;
  const all = cellMutants().filter((one) =>
    [nameOf(one), ...one.mutant.breaks].some((name) => match(name)),
  );
  const chosen = new Set(count === undefined ? all : drawn(all, { count, seed, nameOf }));
  const rows = all
    .filter((one) => chosen.has(one))
    .map(async (one): Promise<CellRow> => {
      const first = await pool.ask("cell", nameOf(one));
      const last = first.outcome === "survived" ? await pool.ask("cell", nameOf(one)) : first;
      return { ...one, ...last };
    });
  return Promise.all(rows);
}
