/** The project's files by ending. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["reference", "conformance", "scenarios", "loadtest", "reports", "docs", ".ci"];

/** Paths of all files of the project's folders with that ending, sorted. */
export function globFiles(ending: string): string[] {
  return FOLDERS.filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(ending))
        .map((file) => join(folder, file)),
    )
    .sort();
}
