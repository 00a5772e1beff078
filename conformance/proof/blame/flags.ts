/** What `npm run blame` is given on the command line. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

const MUTANTS = 30;
const CELLS = 10;

/** What it can be given. */
export const USAGE = `npm run blame [-- --all] [--only GLOB] [--mutants N] [--cells N] [--seed TEXT] [--jobs N] [--write]
  --mutants N   mutants that are drawn; default ${MUTANTS}
  --cells N     mutants of a single cell that are drawn; default ${CELLS}
  --all         every one of both: hours
  --only GLOB   all those of that name, or that break that rule
  --seed TEXT   what the sample is drawn by (default: the commit)
  --jobs N      venues at once; default: one for each core
  --write       writes docs/tables/blame.md
Each verdict is kept in out/blame under the commit: a run that is stopped goes on where it was.`;

/** Shape: what is wanted of a run; both counts are infinite where all are. */
export interface BlameFlags {
  mutants: number;
  cells: number;
  only: string | undefined;
  seed: string | undefined;
  jobs: number;
  write: boolean;
}

const OPTIONS = {
  all: { type: "boolean", default: false },
  mutants: { type: "string", default: String(MUTANTS) },
  cells: { type: "string", default: String(CELLS) },
  only: { type: "string" },
  seed: { type: "string" },
  jobs: { type: "string", default: String(availableParallelism()) },
  write: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Errors: throws on an unknown flag, on what is no count, and for a page of some. */
export function blameFlags(args: readonly string[]): BlameFlags | "help" {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { help, all, only, seed, write } = values;
  if (help) return "help";
  if (write && only !== undefined) throw new Error("--write is of a sample or of all, not of some");
  const isWhole = all || only !== undefined;
  const mutants = isWhole ? Number.POSITIVE_INFINITY : count("mutants", values.mutants);
  const cells = isWhole ? Number.POSITIVE_INFINITY : count("cells", values.cells);
  const jobs = count("jobs", values.jobs);
  if (jobs === 0) throw new Error("--jobs 0: say 1 or more");
  return { mutants, cells, only, seed, jobs, write };
}

function count(flag: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--${flag} ${text}: say how many`);
  return Number(text);
}
