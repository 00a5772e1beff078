/** The runs of a proof by name, so that any process can be asked for one: plain data in and out. */

import { MUTANTS } from "../catalogue/mutants.ts";
import { lotOf } from "../check/lot.ts";
import { DIALECTS } from "../dialects/index.ts";
import { runWhole, type WholeRun } from "./blame/run-whole.ts";
import { cellMutants, nameOf } from "./cells/cell-mutants.ts";
import { type CellResult, runCellMutant } from "./cells/run-cell-mutant.ts";
import { together } from "./combined-dialects.ts";
import {
  INDEPENDENT_VENUES,
  type LegalRun,
  runDialect,
  runIndependentVenue,
} from "./run-dialect.ts";
import { type MutantResult, runMutant } from "./run-mutant.ts";

const SEEDS = 1e6;

/** What can be asked for. Errors: each rejects with RangeError for a name that nothing has. */
export const RUNS = {
  /** A mutant, with or without the control protocol. */
  mutant: async (name: string, control: boolean): Promise<MutantResult> =>
    runMutant(named(MUTANTS, name), control),
  /** A mutant of a single cell. */
  cell: async (name: string): Promise<CellResult> => {
    const { mutant, cell } = named(CELL_MUTANTS, name);
    return runCellMutant({ mutant, cell });
  },
  /** The whole suite on a mutant, everywhere or in one cell; null is the venue as it should be. */
  whole: async (id: string | null): Promise<WholeRun> => runWhole(id),
  /** One venue that speaks these dialects. */
  dialects: async (names: readonly string[]): Promise<Pick<LegalRun, "fault">> => {
    // Each is met in conditions of its own.
    const seed = Math.floor(lotOf("dialects", names.join()) * SEEDS);
    const dialect = together(names.map((name) => named(DIALECTS, name)));
    const { fault } = await runDialect(dialect, { seed });
    return { fault };
  },
  /** The reference as it is, under load too. */
  noOp: async (control: boolean): Promise<LegalRun> => runDialect({ load: true }, { control }),
  independent: async (name: string): Promise<LegalRun> =>
    runIndependentVenue(named(INDEPENDENT_VENUES, name)),
};

export type NamedRuns = typeof RUNS;
export type RunName = keyof NamedRuns;

const CELL_MUTANTS = cellMutants().map((one) => ({ ...one, name: nameOf(one) }));

function named<T extends { name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`nothing is called ${name}`);
  return found;
}
