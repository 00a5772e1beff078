/** Rules 3, 4 and 5: whom a file serves: tests, users, or nobody. */
import { basename, normalize } from "node:path";
import { nameOf, parsed } from "./syntax.ts";
import {
  filesOf,
  importsIn,
  importsOf,
  isProduction,
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

/** What nobody reaches, file or export. */
export function dead(tree: Tree): string[] {
  return [...deadFiles(tree), ...deadExports(tree)];
}

/** Each source is named by what is reached, from the commands, libraries, `.ci` and tests on. */
export function deadFiles(tree: Tree): string[] {
  const reached = reachedFrom(tree, [...tree.keys()].filter(isStart));
  return filesOf(tree, isSource)
    .filter(([file]) => !reached.has(file))
    .map(([file]) => `${file}: nothing reaches it; remove it, or test it`);
}

const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

/** Functions, constants and classes that no other file takes, tests included; types go with those. */
export function deadExports(tree: Tree): string[] {
  const taken = takenFrom(tree);
  return filesOf(tree, isProduction).flatMap(([file, text]) => {
    const names = taken.get(file) ?? new Set();
    if (names.has(ALL)) return [];
    const unused = [...text.matchAll(EXPORT)].filter(([, name]) => !names.has(name!));
    return unused
      .filter(([, name]) => isExported(name!, text))
      .map(([, name]) => `${file}: ${name} is exported, and nobody takes it; keep it to the file`);
  });
}

/** Stands for every name of a file. */
const ALL = "*";

/** What is taken of each file: everything of a door, as users are no part of the tree. */
function takenFrom(tree: Tree): Map<string, Set<string>> {
  const taken = new Map(doorsIn(tree).map((file) => [file, new Set([ALL])]));
  for (const { to, names } of importsIn(tree, () => true)) {
    const all = taken.get(to) ?? new Set();
    for (const name of names ?? [ALL]) all.add(name);
    taken.set(to, all);
  }
  return taken;
}

/** What the package lets users import, and the second door of the reference. */
function doorsIn(tree: Tree): string[] {
  const { exports = {} } = JSON.parse(tree.get("package.json") ?? "{}") as { exports?: object };
  const built = Object.values(exports).map((one: string | { default: string }) =>
    typeof one === "string" ? one : one.default,
  );
  const sources = built.map((path) => path.replace("./dist/", "").replace(/\.js$/, ".ts"));
  return [...sources, "reference/testing.ts"];
}

/** Sources of defects stand in texts, and export nothing. */
function isExported(name: string, text: string): boolean {
  return parsed(text).program.body.some(
    (node) => node.type === "ExportNamedDeclaration" && nameOf(node) === name,
  );
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
