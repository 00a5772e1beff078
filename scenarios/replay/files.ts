/** Which files a command line means: files as named, and the stories and sessions of folders. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../deployment/usage-error.ts";

const PLAYABLE = /\.(ya?ml|jsonl)$/;

/** Every file, folders in the order of names. Errors: UsageError where nothing is there. */
export function filesNamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new UsageError(`${path}: no such file or folder`);
    if (!stat.isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((file) => PLAYABLE.test(file))
      .sort()
      .map((file) => join(path, file));
    if (found.length > 0) return found;
    throw new UsageError(`${path}: holds no story (.yaml) and no session (.jsonl)`);
  });
}
