/** `npm run blame`: which rules fail beside those of a mutant when the whole suite runs on it. */
import { writeFile } from "node:fs/promises";
import { KeptVerdicts } from "../kept-verdicts.ts";
import { orUsage } from "../or-usage.ts";
import { ProofProgress } from "../proof-progress.ts";
import { RunPool } from "../run-pool.ts";
import { commit } from "../working-tree.ts";
import type { BlameCase } from "./cases.ts";
import { type BlameFlags, blameFlags, USAGE } from "./flags.ts";
import { drawnCases, judgeCases } from "./judge-cases.ts";
import { blamePage } from "./page.ts";
import type { WholeRun } from "./run-whole.ts";
import { insideOf, shareText } from "./shares.ts";
import { type BlameVerdict, lineOf } from "./verdict.ts";

const PAGE = "docs/tables/blame.md";
/** Below this share of defects that blame no other rule the command fails: a sample strays. */
const INSIDE_LEAST = 0.9;

async function blame(flags: BlameFlags): Promise<void> {
  const { seed = commit() } = flags;
  const cases = drawnCases({ ...flags, seed });
  const kept = new KeptVerdicts<BlameVerdict>("blame");
  const waiting = cases.filter(({ id }) => !kept.all.has(id));
  console.error(`${waiting.length} venues to be judged, ${kept.all.size} known of this commit`);
  await judgeAll(waiting, flags.jobs, (verdict) => {
    kept.keep(verdict);
    console.log(lineOf(verdict));
  });
  const verdicts = cases.flatMap(({ id }) => kept.all.get(id) ?? []);
  console.log(shareText(verdicts));
  if (flags.write) await writeFile(PAGE, blamePage(verdicts, kept.commit));
  process.exitCode = insideOf(verdicts) < INSIDE_LEAST ? 1 : 0;
}

async function judgeAll(
  cases: readonly BlameCase[],
  jobs: number,
  tell: (verdict: BlameVerdict) => void,
): Promise<void> {
  if (cases.length === 0) return;
  const pool = new RunPool({ processes: jobs, width: 1 }, new ProofProgress());
  try {
    await judgeCases(cases, pool, { unchanged: await unchangedRun(pool), tell });
  } finally {
    pool.close();
  }
}

/** How the venue as it should be comes out, by the same checks. */
async function unchangedRun(pool: RunPool): Promise<WholeRun> {
  const kept = new KeptVerdicts<WholeRun & { id: string }>("blame/unchanged");
  const [earlier] = kept.all.values();
  if (earlier !== undefined) return earlier;
  const run = await pool.ask("whole", null);
  kept.keep({ id: "unchanged", ...run });
  return run;
}

await blame(orUsage(blameFlags, USAGE));
