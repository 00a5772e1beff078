/** Draws defects, and lets the whole suite loose on each: who is blamed for it. */
import picomatch from "picomatch";
import { drawn } from "../drawn.ts";
import type { RunPool } from "../run-pool.ts";
import { type BlameCase, cellCases, wholeCases } from "./cases.ts";
import type { WholeRun } from "./run-whole.ts";
import { type BlameVerdict, verdictOf } from "./verdict.ts";

/** How many of each are drawn, by what, and from those of which name or rule. */
export interface BlameSample {
  mutants: number;
  cells: number;
  seed: string;
  /** A glob; every defect where absent. */
  only?: string | undefined;
}

/** The sample; those of a single cell come last. */
export function drawnCases({ mutants, cells, seed, only = "*" }: BlameSample): BlameCase[] {
  const isWanted = picomatch(only, { nocase: true });
  const wanted = (all: BlameCase[]) =>
    all.filter(({ id, mutant }) => [id, ...mutant.breaks].some((name) => isWanted(name)));
  const nameOf = ({ id }: BlameCase) => id;
  return [
    ...drawn(wanted(wholeCases()), { count: mutants, seed, nameOf }),
    ...drawn(wanted(cellCases()), { count: cells, seed, nameOf }),
  ];
}

/** Tells each as it comes; `unchanged` is how the venue as it should be comes out. */
export async function judgeCases(
  cases: readonly BlameCase[],
  pool: RunPool,
  {
    unchanged,
    tell = () => {},
  }: { unchanged: WholeRun | Promise<WholeRun>; tell?(verdict: BlameVerdict): void },
): Promise<BlameVerdict[]> {
  const runs = cases.map(async (one) => {
    const verdict = verdictOf(one, await pool.ask("whole", one.id), await unchanged);
    tell(verdict);
    return verdict;
  });
  return Promise.all(runs);
}
