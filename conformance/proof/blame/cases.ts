/** The defects whose blame is measured: every mutant, and every mutant of a single cell. */
import { MUTANTS } from "../../catalogue/mutants.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { cellMutants, nameOf } from "../cells/cell-mutants.ts";
import { confined } from "../cells/confined.ts";

/** A venue with one defect. */
export interface BlameCase {
  /** The mutant's name, with its cell where it is wrong in one alone. */
  id: string;
  mutant: Mutant;
  isOfCell: boolean;
  /** Whether the defect changed anything of the run so far. */
  reached(): boolean;
}

/** Mutants that are wrong everywhere. */
export const wholeCases = (): BlameCase[] =>
  MUTANTS.map((mutant) => ({
    ...{ id: mutant.name, mutant, isOfCell: false },
    reached: () => true,
  }));

/** Mutants that are wrong in one cell: those whose defect the wire of requests shows. */
export const cellCases = (): BlameCase[] =>
  cellMutants().flatMap((one) => {
    const there = confined(one.mutant, one.cell);
    if (there === null) return [];
    const { mutant, reached } = there;
    return [{ id: nameOf(one), mutant, isOfCell: true, reached }];
  });

/** The case of that id, new. Errors: RangeError where nothing has it. */
export function blameCase(id: string): BlameCase {
  const found = [...wholeCases(), ...cellCases()].find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`nothing is called ${id}`);
  return found;
}
