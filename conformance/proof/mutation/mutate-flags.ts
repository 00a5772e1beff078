/** What `npm run mutate` is given on the command line. */
import { parseArgs } from "node:util";

/** What it can be given. */
export const USAGE = `npm run mutate [-- --file GLOB] [--most N] [--minutes N] [--shard I/N] [--jobs N]
                  [--depth N] [--again]
npm run mutate -- --page
  --file GLOB   files to change, such as 'reference/core/gates/*.ts'; default: all
  --most N      judges N changes, drawn by lot from those not judged yet; default: all
  --minutes N   draws no further after so long
  --shard I/N   one part of N, for several machines; put their out/mutation together afterwards
  --jobs N      processes at once; default 1
  --depth N     tries the N nearest checks only; default: all that pass the place
  --again       judges survivors again, as with a greater --depth
  --page        judges nothing, writes docs/tables/mutation.md from what is known
Each verdict is kept at once: a run that is stopped goes on where it was. A verdict holds as long as
its file and all that judges stay as they are; after a change of either it is judged again.`;

/** Shape: numbers are Infinity where they bound nothing. */
export interface MutateFlags {
  file: string;
  most: number;
  minutes: number;
  /** Which part of how many, from 1. */
  shard: { part: number; parts: number };
  jobs: number;
  depth: number;
  again: boolean;
  page: boolean;
}

/** What `file` is when nobody asks for files. */
export const ALL_FILES = "**";

const OPTIONS = {
  file: { type: "string", default: ALL_FILES },
  most: { type: "string", default: "Infinity" },
  minutes: { type: "string", default: "Infinity" },
  shard: { type: "string", default: "1/1" },
  jobs: { type: "string", default: "1" },
  depth: { type: "string", default: "Infinity" },
  again: { type: "boolean", default: false },
  page: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Errors: throws on an unknown flag, a number below 1 or a shard that is none. */
export function mutateFlags(args: readonly string[]): MutateFlags | "help" {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return "help";
  const { file, again, page } = values;
  const numbers = {
    most: atLeastOne("most", values.most),
    minutes: atLeastOne("minutes", values.minutes),
    jobs: atLeastOne("jobs", values.jobs),
    depth: atLeastOne("depth", values.depth),
  };
  return { file, again, page, ...numbers, shard: shardOf(values.shard) };
}

function atLeastOne(flag: string, text: string): number {
  const number = Number(text);
  if (!(number >= 1)) throw new Error(`--${flag} ${text}: say 1 or more`);
  return number;
}

function shardOf(text: string): MutateFlags["shard"] {
  const [part = 0, parts = 0] = text.split("/").map(Number);
  if (!(part >= 1 && part <= parts)) throw new Error(`--shard ${text}: say 1/4 to 4/4`);
  return { part, parts };
}
