/** What `npm run held-out` is given on the command line. */
import { parseArgs } from "node:util";

/** What it can be given. */
export const USAGE = `npm run held-out [-- --only GLOB] [--jobs N] [--write]
  --only GLOB   defects to judge, such as 'a-cooldown-*'; default: all
  --jobs N      venues at once, 1 or 2; default 2
  --write       writes what was judged to docs/tables/held-out.md; a first verdict is never changed
Each verdict is kept in out/held-out under the commit: a run that is stopped goes on where it was.`;

/** Shape: what is wanted of a run. */
export interface HeldOutFlags {
  only: string;
  jobs: number;
  write: boolean;
}

const OPTIONS = {
  only: { type: "string", default: "**" },
  jobs: { type: "string", default: "2" },
  write: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Errors: throws on an unknown flag, or more than two venues at once. */
export function heldOutFlags(args: readonly string[]): HeldOutFlags | "help" {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return "help";
  const jobs = Number(values.jobs);
  if (jobs !== 1 && jobs !== 2) throw new Error(`--jobs ${values.jobs}: say 1 or 2`);
  const { only, write } = values;
  return { only, jobs, write };
}
