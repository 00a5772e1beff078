/** Rule 4: users are given what they run, and all of it; the image holds the same. */
import picomatch from "picomatch";
import { importsIn } from "./imports.ts";
import { filesOf, isSource, isTestSupport, type Tree } from "./tree.ts";

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
