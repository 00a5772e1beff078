/** Rule 5: every file is reached from somewhere. */
import { normalize } from "node:path";
import { filesOf, isSource, isTest, partOf, resolved, type Tree } from "./tree.ts";

/** What users, the registry or a test runner start. */
const DOORS = new Set(["touchstone.ts", "touchstone.mjs", "package.json", "action.yml"]);
const LIBRARIES = new Set(["conformance/library.mjs", "reference/library.mjs"]);

/** Each source is named by what is reached, from the commands, libraries, `.ci` and tests on. */
export function deadFiles(tree: Tree): string[] {
  const reached = reachedFrom(tree, [...tree.keys()].filter(isStart));
  return filesOf(tree, isSource)
    .filter(([file]) => !reached.has(file))
    .map(([file]) => `${file}: nothing reaches it; remove it, or test it`);
}

/** `.ci/bench.ts` starts benchmarks by their ending, `.ci/test.ts` tests. */
function isStart(file: string): boolean {
  const isKnown = DOORS.has(file) || LIBRARIES.has(file) || partOf(file) === ".ci";
  return isKnown || isTest(file) || file.endsWith(".bench.ts");
}

function reachedFrom(tree: Tree, starts: readonly string[]): Set<string> {
  const reached = new Set(starts);
  for (const file of reached) {
    for (const named of namedIn(file, tree.get(file)!)) if (tree.has(named)) reached.add(named);
  }
  return reached;
}

/** Paths that a file names: from its own folder (imports, URLs, workers), or from the root. */
function namedIn(file: string, text: string): string[] {
  const pattern = file.endsWith(".ts") ? /"([\w./-]+\.(?:ts|mjs))"/g : /([\w./-]+\.(?:ts|mjs))\b/g;
  return [...text.matchAll(pattern)].flatMap(([, path]) => [
    resolved(file, path!),
    normalize(path!),
  ]);
}
