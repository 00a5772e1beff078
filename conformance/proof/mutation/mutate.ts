/**
 * `npm run mutate`: small changes of the reference, and which of them `conform` notices.
 * All changes stand in one copy behind switches, so that a process judges hundreds of them without
 * loading anything anew; a runner that starts `conform` for each would take days.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import { orUsage } from "../or-usage.ts";
import { type InstrumentedCopy, instrumented } from "./instrumented-copy.ts";
import { MutationJudge } from "./judge.ts";
import { ALL_FILES, type MutateFlags, mutateFlags, USAGE } from "./mutate-flags.ts";
import type { Mutation, MutationCoverage, MutationVerdict } from "./mutation.ts";
import { mutationPage } from "./page.ts";
import { earlierVerdicts, keep } from "./results.ts";
import { whyUnnoticeable } from "./unnoticeable.ts";
import { WorkerHandle } from "./worker-handle.ts";

const PAGE = "docs/tables/mutation.md";

let stopped = false;

async function mutate(flags: MutateFlags): Promise<void> {
  const copy = await instrumented();
  const verdicts = earlierVerdicts();
  if (!flags.page) return judgeAll(copy, verdicts, flags);
  writeFileSync(PAGE, mutationPage(copy.mutations, verdicts));
  console.log(`wrote ${PAGE}`);
}

async function judgeAll(
  copy: InstrumentedCopy,
  verdicts: ReadonlyMap<string, MutationVerdict>,
  flags: MutateFlags,
): Promise<void> {
  const unjudged = copy.mutations.filter((one) => isToBeJudged(one, verdicts, flags));
  const queue = byLot(unjudged).slice(0, flags.most);
  console.error(`${copy.mutations.length} mutants, ${queue.length} of them to be judged now`);
  const coverage = queue.length === 0 ? null : await coverageOf(copy.folder);
  if (coverage === null) return;
  const start = performance.now();
  const isLate = () => performance.now() - start > flags.minutes * 60_000;
  let next = 0;
  const work = async () => {
    const judge = new MutationJudge(copy, { coverage, depth: flags.depth });
    while (next < queue.length && !stopped && !isLate()) {
      const mutation = queue[next++] as Mutation;
      const byLot = verdicts.get(mutation.key)?.byLot ?? flags.file === ALL_FILES;
      const verdict = { ...(await judge.judge(mutation)), byLot };
      keep(verdict, `${flags.shard.part}-of-${flags.shard.parts}`);
      const seconds = (performance.now() - start) / 1_000;
      show(verdict, { done: next, total: queue.length, seconds });
    }
    judge.close();
  };
  await Promise.all(Array.from({ length: flags.jobs }, work));
}

/** In an order that has to do with nothing: wherever a run stops, what is judged is a fair sample. */
function byLot(mutations: readonly Mutation[]): Mutation[] {
  const drawn = new Map(
    mutations.map((one) => [one, createHash("sha256").update(one.key).digest("hex")]),
  );
  const lot = (one: Mutation) => drawn.get(one) ?? "";
  return mutations.toSorted((one, other) => lot(one).localeCompare(lot(other)));
}

function isToBeJudged(
  mutation: Mutation,
  verdicts: ReadonlyMap<string, MutationVerdict>,
  { shard, again, file }: MutateFlags,
): boolean {
  const isOurs = Number(mutation.id) % shard.parts === shard.part - 1;
  const known = verdicts.get(mutation.key)?.outcome;
  const isNew = known === undefined || (again && known !== "killed" && known !== "timeout");
  return (
    isOurs && isNew && picomatch.isMatch(mutation.file, file) && whyUnnoticeable(mutation) === null
  );
}

/** What each check passes through; learned once for a copy. Null where the run was stopped. */
async function coverageOf(folder: string): Promise<MutationCoverage | null> {
  const file = join(folder, "coverage.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const worker = new WorkerHandle(folder);
  let done = 0;
  const answer = await worker.ask({ ask: "cover" }, (check) => {
    done += 1;
    progress(`${done} checks walked through  ${check}`);
    if (stopped) worker.end();
  });
  worker.end();
  if (stopped) return null;
  if (answer.say !== "covered")
    throw new Error(`the unchanged venue cannot be judged: ${answer.say}`);
  const sound = Object.keys(answer.coverage.checks).length;
  console.error(`${sound} of ${done} checks pass on the unchanged venue, and judge`);
  writeFileSync(`${file}.part`, JSON.stringify(answer.coverage));
  renameSync(`${file}.part`, file);
  return answer.coverage;
}

function show(
  verdict: MutationVerdict,
  { done, total, seconds }: Record<"done" | "total" | "seconds", number>,
): void {
  const { file, line, original, replacement, outcome } = verdict;
  if (outcome === "survived") {
    console.log(
      `${outcome} ${file}:${line}  ${original.slice(0, 80)}  ->  ${replacement.slice(0, 80)}`,
    );
  }
  progress(`${done} of ${total}  ${(seconds / done).toFixed(2)} s each  ${file}`);
}

const SHOW_EVERY_MS = 15_000;
let shownAt = performance.now();

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
  else if (performance.now() - shownAt > SHOW_EVERY_MS) {
    shownAt = performance.now();
    process.stderr.write(`${text}\n`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stopped = true;
  });
}
await mutate(orUsage(mutateFlags, USAGE));
