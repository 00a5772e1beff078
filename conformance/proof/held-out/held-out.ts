/**
 * `npm run held-out`: plants each held-out defect in a copy of the reference, and looks which rules
 * of the harness, as it stands in the working tree, fail of that venue.
 */
import { writeFileSync } from "node:fs";
import picomatch from "picomatch";
import { Copy } from "../../../scenarios/proof/copy.ts";
import { KeptVerdicts } from "../kept-verdicts.ts";
import { orUsage } from "../or-usage.ts";
import { commitDay } from "../working-tree.ts";
import { ELSEWHERE_DEFECTS, STATE_DEFECTS } from "./defects.ts";
import { type HeldOutFlags, heldOutFlags, USAGE } from "./flags.ts";
import { judge, judgeUnchanged, type Planting, type Unchanged } from "./judge.ts";
import { heldOutPage, WHOLE } from "./page.ts";
import { uncompiled } from "./typecheck.ts";
import {
  addFirst,
  type DefectVerdict,
  firstVerdicts,
  isSeen,
  latestVerdicts,
  putLatest,
} from "./verdict.ts";

const PAGE = "docs/tables/held-out.md";

async function heldOut(flags: HeldOutFlags): Promise<void> {
  const verdicts = new KeptVerdicts<DefectVerdict>("held-out");
  const waiting = plantings(flags.only).filter(({ id }) => !verdicts.all.has(id));
  console.error(`${waiting.length} venues to be judged, ${verdicts.all.size} known of this commit`);
  await judgeAll(waiting, flags.jobs, (verdict) => verdicts.keep(verdict));
  if (flags.write) write(verdicts);
}

/** Each defect alone, and those of one venue together. */
function plantings(only: string): Planting[] {
  const single = [...STATE_DEFECTS, ...ELSEWHERE_DEFECTS];
  const all = single.map((defect): Planting => ({ id: defect.id, defects: [defect] }));
  all.push({ id: WHOLE, defects: ELSEWHERE_DEFECTS });
  return all.filter(({ id }) => picomatch.isMatch(id, only));
}

async function judgeAll(
  waiting: readonly Planting[],
  jobs: number,
  tell: (verdict: DefectVerdict) => void,
): Promise<void> {
  if (waiting.length === 0) return;
  const wrong = await uncompiled(waiting.flatMap(({ defects }) => defects));
  const copies = Array.from({ length: jobs }, () => new Copy());
  try {
    const unchanged = await twice(copies[0]!);
    const startMs = performance.now();
    const queue = [...waiting];
    let done = 0;
    const lane = async (copy: Copy): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const isWrong = next.defects.length === 1 && wrong.has(next.id);
        const verdict = isWrong ? notCompiled(next.id) : await judge(copy, next, unchanged);
        tell(verdict);
        done++;
        show(verdict, { done, of: waiting.length, spentMs: performance.now() - startMs });
      }
    };
    await Promise.all(copies.map(lane));
  } finally {
    for (const copy of copies) copy.remove();
  }
}

const notCompiled = (id: string): DefectVerdict => {
  return { id, came: "does not compile", failed: [], unshown: 0 };
};

/** The unchanged venue, twice: what fails of it once may fail of any venue, by chance. */
async function twice(copy: Copy): Promise<Unchanged> {
  const [one, other] = [await judgeUnchanged(copy), await judgeUnchanged(copy)];
  const failed = new Set([...one.failed, ...other.failed]);
  if (failed.size > 0) console.error(`fail of the unchanged venue: ${[...failed].join(", ")}`);
  return { passed: one.passed, failed };
}

function show(verdict: DefectVerdict, run: { done: number; of: number; spentMs: number }): void {
  const { id, came, failed } = verdict;
  const { done, of, spentMs } = run;
  const minutes = ((spentMs / done) * (of - done)) / 60_000;
  const what = came !== "judged" ? came : isSeen(verdict) ? failed.join(" ") : "MISSED";
  console.error(`${done}/${of}, ${minutes.toFixed(0)} min left: ${id}: ${what}`);
}

function write({ all: verdicts, commit, isClean }: KeptVerdicts<DefectVerdict>): void {
  if (!isClean) throw new Error("a verdict is of a commit: commit what has changed");
  const date = commitDay();
  const given = [...verdicts.values()].map((verdict) => ({ ...verdict, commit, date }));
  const before = firstVerdicts();
  addFirst(given.filter(({ id }) => !before.has(id)));
  putLatest(given);
  writeFileSync(PAGE, heldOutPage(firstVerdicts(), latestVerdicts()));
  console.error(`wrote ${PAGE}`);
}

await heldOut(orUsage(heldOutFlags, USAGE));
