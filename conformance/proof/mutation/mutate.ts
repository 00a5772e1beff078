/**
 * `npm run mutate`: small changes of the reference, and which of them `conform` notices.
 * All changes stand in one copy behind switches, so that a process judges hundreds of them without
 * loading anything anew; a runner that starts `conform` for each would take days.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import picomatch from "picomatch";
import { whyUnnoticeable } from "./equivalents.ts";
import { WorkerHandle } from "./worker-handle.ts";
import { type InstrumentedCopy, instrumented } from "./instrument.ts";
import { MutationJudge } from "./judge.ts";
import type { Mutation, MutationCoverage, MutationVerdict } from "./mutation.ts";
import { mutationPage } from "./page.ts";
import { earlierVerdicts, keep } from "./results.ts";

const USAGE = `npm run mutate [-- --file GLOB] [--shard I/N] [--jobs N] [--depth N]
                  [--again] [--page]
  --file GLOB   files to change, such as 'reference/core/gates/*.ts'; default: all
  --shard I/N   one part of N, for several machines; put their out/mutation together afterwards
  --jobs N      processes at once; default 1
  --depth N     tries the N nearest checks and stories only; default: all that pass the place
  --again       judges survivors again, after a check was added
  --page        judges nothing, writes docs/tables/mutation.md from what is known`;

const PAGE = "docs/tables/mutation.md";

interface MutateFlags {
  file: string;
  shard: string;
  jobs: string;
  depth: string;
  again: boolean;
  page: boolean;
}

let stopped = false;

async function mutate(flags: MutateFlags): Promise<void> {
  const workpiece = await instrumented();
  const verdicts = earlierVerdicts();
  if (!flags.page) await judgeAll(workpiece, verdicts, flags);
  writeFileSync(PAGE, mutationPage(workpiece.mutations, verdicts));
  console.log(`wrote ${PAGE}`);
}

async function judgeAll(
  workpiece: InstrumentedCopy,
  verdicts: Map<string, MutationVerdict>,
  flags: MutateFlags,
): Promise<void> {
  const { folder, mutations } = workpiece;
  const open = mutations.filter((one) => isOpen(one, verdicts, flags));
  console.error(`${mutations.length} mutants, ${open.length} of them to be judged`);
  if (open.length === 0) return;
  const coverage = await coverageOf(folder);
  const queue = shuffled(open);
  let next = 0;
  const start = performance.now();
  const work = async () => {
    const bench = new MutationJudge(workpiece, { coverage, depth: Number(flags.depth) });
    while (next < queue.length && !stopped) {
      const verdict = await bench.judge(queue[next++] as Mutation);
      verdicts.set(verdict.key, verdict);
      keep(verdict, flags.shard.replace("/", "-of-"));
      tell(verdict, {
        done: next,
        total: queue.length,
        seconds: (performance.now() - start) / 1_000,
      });
    }
    bench.close();
  };
  await Promise.all(Array.from({ length: Number(flags.jobs) }, work));
}

/** In an order that has to do with nothing: wherever a run stops, what is judged is a fair sample. */
function shuffled(mutations: readonly Mutation[]): Mutation[] {
  const drawn = new Map(
    mutations.map((one) => [one, createHash("sha256").update(one.key).digest("hex")]),
  );
  const lot = (one: Mutation) => drawn.get(one) ?? "";
  return mutations.toSorted((one, other) => lot(one).localeCompare(lot(other)));
}

function isOpen(
  mutation: Mutation,
  verdicts: Map<string, MutationVerdict>,
  flags: MutateFlags,
): boolean {
  const [part, parts] = flags.shard.split("/").map(Number) as [number, number];
  const isOurs = Number(mutation.id) % parts === part - 1;
  const known = verdicts.get(mutation.key)?.outcome;
  const isNew = known === undefined || (flags.again && known !== "killed" && known !== "timeout");
  return (
    isOurs &&
    isNew &&
    picomatch.isMatch(mutation.file, flags.file) &&
    whyUnnoticeable(mutation) === null
  );
}

/** What each trial passes through; learned once for a copy. */
async function coverageOf(folder: string): Promise<MutationCoverage> {
  const file = join(folder, "coverage.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const worker = new WorkerHandle(folder);
  let done = 0;
  const answer = await worker.ask({ ask: "cover" }, (trial) => {
    done += 1;
    progress(`${done} trials walked through  ${trial}`);
  });
  worker.dismiss();
  if (answer.say !== "covered")
    throw new Error(`the unchanged venue cannot be judged: ${answer.say}`);
  writeFileSync(file, JSON.stringify(answer.coverage));
  return answer.coverage;
}

function tell(
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

const TELL_EVERY_MS = 15_000;
let toldAt = performance.now();

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
  else if (performance.now() - toldAt > TELL_EVERY_MS) {
    toldAt = performance.now();
    process.stderr.write(`${text}\n`);
  }
}

/** Errors: a usage line and exit code 2 for an unknown flag or a shard that is none. */
function flags(): MutateFlags {
  const options = {
    file: { type: "string", default: "**" },
    shard: { type: "string", default: "1/1" },
    jobs: { type: "string", default: "1" },
    depth: { type: "string", default: "Infinity" },
    again: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const [part = 0, parts = 0] = values.shard.split("/").map(Number);
    if (!(part >= 1 && part <= parts)) throw new Error(`--shard ${values.shard}: say 1/4 to 4/4`);
    if (!(Number(values.jobs) >= 1)) throw new Error(`--jobs ${values.jobs}: say 1 or more`);
    if (!(Number(values.depth) >= 1)) throw new Error(`--depth ${values.depth}: say 1 or more`);
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stopped = true;
  });
}
await mutate(flags());
