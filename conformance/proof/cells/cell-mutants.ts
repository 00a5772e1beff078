/** Every mutant of a rule that ranges over cells, made again in each single cell; a sample of them. */

import { MUTANTS } from "../../catalogue/mutants.ts";
import { ruleById } from "../../catalogue/rules.ts";
import { type Cell, cellText, type Dimension, dimensionsOf } from "../../check/cell.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A mutant to be made wrong in one cell alone. */
export interface CellMutant {
  mutant: Mutant;
  cell: Cell;
}

/** Dimensions that a request shows of itself. */
const ON_THE_WIRE: readonly Dimension[] = [
  ...(["kind", "side", "type", "tif", "status", "prefix", "route"] as const),
];

/** The name of a cell mutant, as its page and `--only` say it. */
export function nameOf({ mutant, cell }: CellMutant): string {
  return `${mutant.name} @ ${cellText(cell)}`;
}

/** One for every value of every dimension that the wire shows, of the first rule it breaks. */
export function cellMutants(mutants: readonly Mutant[] = MUTANTS): CellMutant[] {
  return mutants.flatMap((mutant) => {
    const [rule = ""] = mutant.breaks;
    return valuesOf(ruleById(rule).over ?? {}).map((cell) => ({ mutant, cell }));
  });
}

function valuesOf(over: object): Cell[] {
  const ranged = over as NonNullable<ReturnType<typeof ruleById>["over"]>;
  return dimensionsOf(ranged)
    .filter((dimension) => ON_THE_WIRE.includes(dimension))
    .flatMap((dimension) =>
      (ranged[dimension] ?? []).map((value): Cell => ({ [dimension]: value })),
    );
}
