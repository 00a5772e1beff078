/** The script's own files: the entry and whatever it imports when it runs. */
import { readFileSync } from "node:fs";
import { posix, relative, resolve } from "node:path";

/** A file with its path below the folder of the load tests. */
export interface ScriptFile {
  path: string;
  text: string;
}

/** Types are gone when k6 runs a script: what is imported for them alone is not needed. */
const IMPORT = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";/gm;

/** k6 would look for what is not among the files. */
const MAP = /^\/\/# sourceMappingURL=.*$/m;

/** Every file that the entry needs, each once, the entry first. */
export function scriptFiles(root: string, entry: string): ScriptFile[] {
  const files = new Map<string, string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    const text = readFileSync(resolve(root, path), "utf8").replace(MAP, "");
    files.set(path, text);
    for (const [, from = ""] of text.matchAll(IMPORT)) {
      visit(posix.join(posix.dirname(path), from));
    }
  };
  visit(relative(root, resolve(root, entry)));
  return [...files].map(([path, text]) => ({ path, text }));
}
