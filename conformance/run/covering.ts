/** Which cells of a range are looked at: all of them, every pair of values, or every value once. */

import { type Cell, type Dimension, dimensionsOf, type Over } from "../check/cell.ts";

/** How closely a range is covered. */
export type Strength = "every" | "pairs" | "values" | "one";

/** Beside the others rather than crossed with them: one-request rules cross prefixes with routes. */
const BESIDE: readonly Dimension[] = ["prefix"];

/** How a range is covered, in an order that follows from the seed. */
export interface Covering {
  strength: Strength;
  seed: number;
}

/**
 * The cells of a range that the target has, in an order that follows from the seed. `pairs` has every pair of values of
 * two dimensions in some cell; a prefix is crossed with nothing but has every value somewhere.
 * Shape: all of them where it has none, so that what is lacking can be told.
 */
export function cellsOver(
  over: Over,
  { strength, seed, has = () => true }: Covering & { has?(cell: Cell): boolean },
): Cell[] {
  const whole = product(over);
  const there = whole.filter(has);
  const all = there.length > 0 ? there : whole;
  if (strength === "every") return all;
  const turned = rotated(all, seed);
  if (strength === "one") return turned.slice(0, 1);
  return covering(turned, strength === "pairs" ? pairsOf : valuesOf);
}

/** Every combination of one value of each dimension; one empty cell of an empty range. */
function product(over: Over): Cell[] {
  return dimensionsOf(over).reduce<Cell[]>(
    (cells, dimension) =>
      (over[dimension] ?? []).flatMap((value) =>
        cells.map((cell) => ({ ...cell, [dimension]: value })),
      ),
    [{}],
  );
}

/** Greedy: whichever cell adds most comes next, the first of equals. */
function covering(cells: readonly Cell[], partsOf: (cell: Cell) => string[]): Cell[] {
  const wanted = new Set(cells.flatMap(partsOf));
  const gain = (cell: Cell) => partsOf(cell).filter((part) => wanted.has(part)).length;
  const chosen: Cell[] = [];
  while (wanted.size > 0) {
    const next = cells.reduce((best, cell) => (gain(cell) > gain(best) ? cell : best));
    for (const part of partsOf(next)) wanted.delete(part);
    chosen.push(next);
  }
  return chosen.length > 0 ? chosen : [{}];
}

function valuesOf(cell: Cell): string[] {
  return dimensionsOf(cell).map((dimension) => `${dimension}=${cell[dimension]}`);
}

function pairsOf(cell: Cell): string[] {
  const crossed = valuesOf(
    Object.fromEntries(
      Object.entries(cell).filter(([name]) => !BESIDE.includes(name as Dimension)),
    ),
  );
  const pairs = crossed.flatMap((one, at) => crossed.slice(at + 1).map((two) => `${one} ${two}`));
  return [...valuesOf(cell), ...pairs];
}

function rotated<T>(items: readonly T[], seed: number): T[] {
  const start = Math.abs(Math.trunc(seed)) % Math.max(items.length, 1);
  return [...items.slice(start), ...items.slice(0, start)];
}
