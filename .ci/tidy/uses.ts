/** Rules 3, 4 and 5: whom a file serves: tests, users, or nobody. */
import { basename, normalize } from "node:path";
import {
  filesOf,
  importsIn,
  importsOf,
  isSource,
  isTest,
  isTestSupport,
  partOf,
  resolved,
  type Tree,
} from "./tree.ts";

/** Where tests are run, and where users are shown how to write some. */
const FREE = /^(\.ci|docs\/examples)\//;

/** Tests, fixtures and benchmarks alone know node:test, and nothing else imports them. */
export function testSupport(tree: Tree): string[] {
  return [...testModules(tree), ...leaning(tree), ...misnamed(tree)];
}

function testModules(tree: Tree): string[] {
  return filesOf(tree, (file) => isSource(file) && !isTestSupport(file) && !FREE.test(file))
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ to }) => /^node:(test|assert)\b/.test(to))
    .map(({ from, to }) => `${from}: imports ${to}; call it *.fixture.ts, or part it`);
}

function leaning(tree: Tree): string[] {
  return importsIn(tree, (file) => partOf(file) !== "" && !isTestSupport(file) && !FREE.test(file))
    .filter(({ to }) => isTestSupport(to))
    .map(({ from, to }) => `${from}: imports ${to}; what both need is no test support`);
}

function misnamed(tree: Tree): string[] {
  return filesOf(tree, isSource)
    .map(([file]) => file)
    .filter((file) => /^test-|^fixture\.ts$|\.(tape|peers)\.ts$/.test(basename(file)))
    .map((file) => `${file}: a name that hides what it is; call it *.fixture.ts`);
}

/** What is never given away: what proves the parts, and what makes our own pages. */
const KEPT = /(^|\/)proof\/|^conformance\/(dialects|tables)\//;

/** What is compiled for users: the programs and doors that are named, and what they import. */
const COMPILED = "tsconfig.dist.json";

/** No test support, proof, dialects or makers of tables is shipped, and every worker is. */
export function shipped(tree: Tree): string[] {
  const { files = [] } = JSON.parse(tree.get(COMPILED) ?? "{}") as { files?: string[] };
  const reached = new Set(files);
  const unwanted: string[] = [];
  for (const file of reached) {
    for (const { to } of importsIn(tree, (from) => from === file)) {
      if (isTestSupport(to) || KEPT.test(to)) {
        unwanted.push(`${file}: is shipped, and imports ${to}, which must not be; part them`);
      } else reached.add(to);
    }
  }
  return [...unwanted, ...forgotten(tree, reached)];
}

/** Programs that are started by what is shipped. */
function forgotten(tree: Tree, reached: ReadonlySet<string>): string[] {
  return [...reached]
    .flatMap((file) => namedIn(file, tree.get(file) ?? ""))
    .filter((file) => tree.has(file) && file.endsWith(".mjs") && !reached.has(file))
    .map((file) => `${file}: is started by what is shipped; add it to ${COMPILED}`);
}

/** What users, the registry or a test runner start. */
const STARTED = new Set([
  "touchstone.ts",
  "touchstone.mjs",
  "package.json",
  "action.yml",
  COMPILED,
]);

/** Each source is named by what is reached, from the commands, libraries, `.ci` and tests on. */
export function deadFiles(tree: Tree): string[] {
  const reached = reachedFrom(tree, [...tree.keys()].filter(isStart));
  return filesOf(tree, isSource)
    .filter(([file]) => !reached.has(file))
    .map(([file]) => `${file}: nothing reaches it; remove it, or test it`);
}

/** `.ci/bench.ts` starts benchmarks by their ending, `.ci/test.ts` tests. */
function isStart(file: string): boolean {
  const isKnown = STARTED.has(file) || partOf(file) === ".ci";
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
