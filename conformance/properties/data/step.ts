/** What is traded and read of a market, as chance draws it. */

import fc from "fast-check";
import { ENDED, PREFIXES } from "../../check/cell.ts";
import { deedOf, scriptOf } from "../step.ts";
import { WAYS } from "../ways.ts";

/**
 * One deed of a script. Shape: every number is small and counts through what there is; `who` means an
 * agent, or nobody, and `way` how its request is sent.
 */
export type DataStep =
  | { do: "trade"; maker: number; side: number; qty: number; left: number }
  | { do: "rest"; side: number }
  | { do: "cancel-all"; who: number }
  | { do: "pass" }
  | { do: "read"; list: number; limit: number; only: number; who: number; way: number }
  | { do: "read-all"; prefix: number }
  | { do: "unmark" }
  | { do: "end"; as: number }
  | { do: "find"; who: number; way: number };

const side = fc.nat(1);
const who = fc.nat(1);
const deed = deedOf<DataStep["do"]>;

const read = deed(10, "read", {
  list: fc.nat(31),
  limit: fc.integer({ min: 1, max: 3 }),
  only: fc.nat(7),
  who: fc.nat(3),
  way: fc.nat(WAYS - 1),
});
const STEPS = fc.oneof(
  deed(4, "trade", { maker: who, side, qty: fc.integer({ min: 1, max: 3 }), left: fc.nat(2) }),
  deed(3, "rest", { side }),
  deed(1, "cancel-all", { who }),
  deed(2, "pass"),
  read,
) as fc.Arbitrary<DataStep>;
const readAll = deed(1, "read-all", { prefix: fc.nat(PREFIXES.length - 1) })
  .arbitrary as fc.Arbitrary<DataStep>;
const unmark = deed(1, "unmark").arbitrary as fc.Arbitrary<DataStep>;
const end = deed(1, "end", { as: fc.nat(ENDED.length - 1) }).arbitrary as fc.Arbitrary<DataStep>;
const find = deed(1, "find", { who: fc.nat(2), way: fc.nat(WAYS - 1) })
  .arbitrary as fc.Arbitrary<DataStep>;

/**
 * Scripts of so many deeds at most, after which everybody reads everything, once more without a mark, and
 * again after the end of the market, which is found as what it is now.
 */
export function dataScripts(length: number): fc.Arbitrary<DataStep[]> {
  return fc
    .tuple(scriptOf(STEPS, length), readAll, unmark, readAll, end, find, readAll)
    .map(([before, ...after]) => [...before, ...after]);
}
