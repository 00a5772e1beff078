/** Rules 3, 4 and 5: whom a file serves: tests, users, or nobody. */
import { basename, normalize } from "node:path";
import picomatch from "picomatch";
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

/** No test support, proof, dialects or makers of tables is shipped, and what is, stands alone. */
export function shipped(tree: Tree): string[] {
  const files = sourcesIn(tree);
  const inPackage = new Set(files.filter(isPacked(tree.get("package.json") ?? "{}")));
  const inImage = new Set(files.filter(isCopied(tree.get(".dockerignore") ?? "")));
  return [...unwanted(inPackage), ...incomplete(tree, inPackage), ...differing(inPackage, inImage)];
}

const sourcesIn = (tree: Tree): string[] => filesOf(tree, isSource).map(([file]) => file);

function unwanted(inPackage: ReadonlySet<string>): string[] {
  return [...inPackage]
    .filter((file) => isTestSupport(file) || KEPT.test(file))
    .map((file) => `${file}: is shipped; take it out in \`files\` of package.json`);
}

function incomplete(tree: Tree, inPackage: ReadonlySet<string>): string[] {
  return importsIn(tree, (file) => inPackage.has(file))
    .filter(({ to }) => isSource(to) && !inPackage.has(to))
    .map(
      ({ from, to }) => `${from}: is shipped, but not ${to}, which it imports; move one of them`,
    );
}

function differing(inPackage: ReadonlySet<string>, inImage: ReadonlySet<string>): string[] {
  const over = [...inImage].filter((file) => !inPackage.has(file));
  const missing = [...inPackage].filter((file) => !inImage.has(file));
  return [
    ...over.map((file) => `${file}: in the image, not in the package; add it to .dockerignore`),
    ...missing.map((file) => `${file}: in the package, not in the image; mend .dockerignore`),
  ];
}

/** As npm reads `files`: named or below a named folder, unless a pattern takes it out. */
function isPacked(packageJson: string): (file: string) => boolean {
  const { files = [] } = JSON.parse(packageJson) as { files?: string[] };
  const out = files.filter((one) => one.startsWith("!")).map((one) => matcher(one.slice(1)));
  const within = files.filter((one) => !one.startsWith("!")).map(matcher);
  return (file) => within.some((is) => is(file)) && !out.some((is) => is(file));
}

/** As Docker reads .dockerignore: the last pattern that fits decides. */
function isCopied(ignore: string): (file: string) => boolean {
  const patterns = ignore
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), is: matcher(line.replace(/^!/, "")) }));
  return (file) => patterns.findLast(({ is }) => is(file))?.keeps ?? true;
}

/** Fits a path, or a folder above it. */
function matcher(pattern: string): (file: string) => boolean {
  const is = picomatch([pattern, `${pattern}/**`], { dot: true });
  return (file) => is(file);
}

/** What users, the registry or a test runner start. */
const STARTED = new Set(["touchstone.ts", "touchstone.mjs", "package.json", "action.yml"]);
const LIBRARIES = new Set([
  "conformance/library.mjs",
  "conformance/linear/library.mjs",
  "reference/library.mjs",
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
  const isKnown = STARTED.has(file) || LIBRARIES.has(file) || partOf(file) === ".ci";
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
