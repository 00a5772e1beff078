/** The commit that a proof is of. */
import { execFileSync } from "node:child_process";

/** The commit that is checked out, in full. */
export const commit = (): string => git("rev-parse", "HEAD");

/** Its day, YYYY-MM-DD. */
export const commitDay = (): string => git("show", "-s", "--format=%cs", "HEAD");

/** Whether every file is as the commit has it. */
export const isUnchanged = (): boolean => git("status", "--porcelain") === "";

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
