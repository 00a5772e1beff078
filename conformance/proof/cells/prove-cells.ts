/** Mutants that are wrong in one cell alone: each is found there, or the page says why not. */

import { cellText } from "../../check/cell.ts";
import { sideBySide } from "../../run/lanes.ts";
import { type CellMutant, cellMutants, drawn } from "./cell-mutants.ts";
import { type CellResult, runCellMutant } from "./run-cell-mutant.ts";

/** A cell mutant and what became of it. */
export type CellRow = CellMutant & CellResult;

/** How many are run, and which. */
export interface CellSample {
  /** How many are drawn; all of them where absent. */
  count?: number;
  /** What the draw follows from. */
  seed: string;
  match(name: string): boolean;
  /** Venues at once. */
  width: number;
  tick(name: string): void;
}

/** The name of a cell mutant, as its page and `--only` say it. */
export function nameOf({ mutant, cell }: CellMutant): string {
  return `${mutant.name} @ ${cellText(cell)}`;
}

/** Runs a sample; a survivor is tried twice. Rows are in the order of the catalogue. */
export async function proveCells(sample: CellSample): Promise<CellRow[]> {
  const { count, seed, match, width, tick } = sample;
  const all = cellMutants().filter((one) =>
    [nameOf(one), ...one.mutant.breaks].some((name) => match(name)),
  );
  const chosen = new Set(count === undefined ? all : drawn(all, count, seed));
  const rows = new Map<CellMutant, CellRow>();
  await sideBySide([...chosen], width, async (one) => {
    const first = await runCellMutant(one);
    const last = first.outcome === "survived" ? await runCellMutant(one) : first;
    rows.set(one, { ...one, ...last });
    tick(nameOf(one));
  });
  return all.flatMap((one) => rows.get(one) ?? []);
}
