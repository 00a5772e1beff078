import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Cell, KINDS, type Over, PREFIXES, SIDES } from "../check/cell.ts";
import { cellsOver } from "./covering.ts";

const ORDERS: Over = { kind: KINDS, side: SIDES, prefix: PREFIXES };

const has = (cells: readonly Cell[], wanted: Cell) =>
  cells.some((cell) =>
    Object.entries(wanted).every(([name, value]) => cell[name as keyof Cell] === value),
  );

const ranges = fc.record(
  {
    kind: fc.subarray([...KINDS], { minLength: 1 }),
    side: fc.subarray([...SIDES], { minLength: 1 }),
    prefix: fc.subarray([...PREFIXES], { minLength: 1 }),
    position: fc.subarray(["flat", "long", "short"] as const, { minLength: 1 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Over>;

describe("the cells of a range", () => {
  it("are all of them where each is one request", () => {
    assert.equal(cellsOver(ORDERS, { strength: "every", seed: 1 }).length, 3 * 2 * 4);
  });

  it("have every pair of values somewhere, and every prefix", () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (over, seed) => {
        const cells = cellsOver(over, { strength: "pairs", seed });
        for (const kind of over.kind ?? []) {
          for (const side of over.side ?? []) assert.ok(has(cells, { kind, side }));
          for (const position of over.position ?? []) assert.ok(has(cells, { kind, position }));
        }
        for (const prefix of over.prefix ?? []) assert.ok(has(cells, { prefix }));
      }),
    );
  });

  it("do not cross prefixes with the rest", () => {
    assert.equal(cellsOver(ORDERS, { strength: "pairs", seed: 3 }).length, 6);
  });

  it("have every value somewhere in as few as the largest dimension has", () => {
    const cells = cellsOver(ORDERS, { strength: "values", seed: 5 });
    assert.equal(cells.length, 4);
    for (const kind of KINDS) assert.ok(has(cells, { kind }));
  });

  it("are another one by another seed where one is enough", () => {
    const drawn = [0, 1, 2, 3].map((seed) => cellsOver(ORDERS, { strength: "one", seed }));
    assert.ok(drawn.every(({ length }) => length === 1));
    assert.equal(new Set(drawn.map(([cell]) => JSON.stringify(cell))).size, 4);
  });

  it("are the empty cell alone where a rule ranges over nothing", () => {
    for (const strength of ["every", "pairs", "values", "one"] as const) {
      assert.deepEqual(cellsOver({}, { strength, seed: 7 }), [{}]);
    }
  });

  it("follow from the seed", () => {
    assert.deepEqual(
      cellsOver(ORDERS, { strength: "pairs", seed: 9 }),
      cellsOver(ORDERS, { strength: "pairs", seed: 9 }),
    );
  });

  it("are those alone that there are, with every value that one of them has", () => {
    const over: Over = { kind: KINDS, side: SIDES };
    const has = ({ kind, side }: Cell) => kind === "BTC_PERP" || side === "SELL";
    const cells = cellsOver(over, { strength: "values", seed: 1, has });
    assert.ok(cells.every(has));
    assert.equal(cells.length, 3);
  });
});
