/** Which cells of a range are looked at: all, every pair of values, every value once, or one alone. */

import { type Cell, type Dimension, dimensionsOf, type Over } from "../check/cell.ts";

/** How closely a range is covered. */
export type Strength = "every" | "pairs" | "values" | "one";

/** Beside the others rather than crossed with them: one-request rules cross prefixes with routes. */
const BESIDE: readonly Dimension[] = ["prefix"];

/** How a range is covered. `has` says which cells there are at all; every one where it is absent. */
export interface Covering {
  strength: Strength;
  seed: number;
  has?: (cell: Cell) => boolean;
}

/**
 * The cells of a range that the target has, in an order that follows from the seed. `pairs` has every
 * pair of values of two dimensions in some cell; a prefix is crossed with nothing but has every value
 * somewhere.
 * Shape: all of them where it has none, so that what is lacking can be told.
 */
export function cellsOver(over: Over, { strength, seed, has = () => true }: Covering): Cell[] {
  const all = offered(product(over), has);
  if (strength === "every") return all;
  const drawn = rotated(all, seed);
  if (strength === "one") return drawn.slice(0, 1);
  return covering(drawn, strength === "pairs" ? pairsOf : valuesOf);
}

/** What decides between cells that add the same: pairs with a prefix, so that each meets many. */
const MIXED = 1e-3;

/** The cells that there are; all of them where there is none, so that their check says why. */
function offered(cells: Cell[], has: (cell: Cell) => boolean): Cell[] {
  const there = cells.filter(has);
  return there.length > 0 ? there : cells;
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
  const candidates = cells.map((cell) => ({
    cell,
    parts: partsOf(cell),
    pairs: everyPairOf(cell),
  }));
  const wanted = new Set(candidates.flatMap(({ parts }) => parts));
  const unmet = new Set(candidates.flatMap(({ pairs }) => pairs));
  const chosen: Cell[] = [];
  while (wanted.size > 0) {
    let best = { gain: 0, candidate: candidates[0]! };
    for (const candidate of candidates) {
      const { parts, pairs } = candidate;
      const gain = countIn(parts, wanted) + MIXED * countIn(pairs, unmet);
      if (gain > best.gain) best = { gain, candidate };
    }
    const { cell, parts, pairs } = best.candidate;
    for (const part of parts) wanted.delete(part);
    for (const pair of pairs) unmet.delete(pair);
    chosen.push(cell);
  }
  return chosen.length > 0 ? chosen : [{}];
}

function countIn(parts: readonly string[], set: ReadonlySet<string>): number {
  return parts.filter((part) => set.has(part)).length;
}

function valuesOf(cell: Cell): string[] {
  return dimensionsOf(cell).map((dimension) => `${dimension}=${cell[dimension]}`);
}

function pairsOf(cell: Cell): string[] {
  const crossed = Object.entries(cell).filter(([name]) => !BESIDE.includes(name as Dimension));
  return [...valuesOf(cell), ...everyPairOf(Object.fromEntries(crossed))];
}

function everyPairOf(cell: Cell): string[] {
  const values = valuesOf(cell);
  return values.flatMap((one, at) => values.slice(at + 1).map((two) => `${one} ${two}`));
}

function rotated<T>(items: readonly T[], seed: number): T[] {
  const start = Math.abs(Math.trunc(seed)) % Math.max(items.length, 1);
  return [...items.slice(start), ...items.slice(0, start)];
}
