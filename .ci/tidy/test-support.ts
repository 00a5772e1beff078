/** Rule 3: what serves tests says so by its name, and nothing else leans on it. */
import { basename } from "node:path";
import { importsIn, importsOf } from "./imports.ts";
import { filesOf, isSource, isTestSupport, partOf, type Tree } from "./tree.ts";

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
