/** Rule 11: what a page or a source points at is there, and a generated file has a maker. */
import picomatch from "picomatch";
import { filesOf, isSource, placesOf, resolved, type Tree } from "./tree.ts";

/** From the root, or a source or page named from any folder above it. */
const IN_BACKTICKS =
  /`((?:(?:reference|conformance|scenarios|loadtest|reports|docs|\.ci)\/[\w./*-]*)|[\w-]+\/[\w./-]+\.(?:ts|mjs|md))(?::\d+)?`/g;

const URL_OF = /\bnew URL\(\s*("[^"]+"|`[^`]+`),\s*import\.meta\.url/g;

/** Files that no one writes by hand. */
const GENERATED = /^docs\/(tables|schemas)\//;
const MAKERS = /^\.ci\/(tables|bench)\.ts$|^reports\/schema\/publish\.ts$/;

/** Made by what takes minutes: `npm run prove`, `mutate` and `simulate:defects`. */
const BY_RUNS = ["mutants", "dialects", "mutation", "simulation"].map(
  (name) => `docs/tables/${name}.md`,
);

/** Each path in backticks and each URL of a source leads to a file; each generated file is made. */
export function paths(tree: Tree): string[] {
  return [...inPages(tree), ...inSources(tree), ...unmade(tree)];
}

function inPages(tree: Tree): string[] {
  return filesOf(tree, (file) => /^docs\/.*\.md$/.test(file)).flatMap(([file, text]) =>
    placesOf(text, IN_BACKTICKS)
      .filter(([, match]) => !leadsTo(tree, match[1]!) && !isEnd(tree, match[1]!))
      .map(([line, match]) => `${file}:${line}: ${match[1]} is not there; name what is`),
  );
}

function inSources(tree: Tree): string[] {
  return filesOf(tree, isSource).flatMap(([file, text]) =>
    placesOf(text, URL_OF)
      .map(([line, match]) => ({ line, path: resolved(file, fixedPart(match[1]!)) }))
      .filter(({ path }) => !path.includes("node_modules") && !leadsTo(tree, path))
      .map(({ line, path }) => `${file}:${line}: a URL leads to ${path}, which is not there`),
  );
}

/** What stands before the first placeholder, up to its folder. */
function fixedPart(literal: string): string {
  const path = literal.slice(1, -1);
  return path.includes("${") ? path.slice(0, path.indexOf("${")).replace(/[^/]*$/, "") : path;
}

/** A file, a folder, or a pattern that fits a file. */
function leadsTo(tree: Tree, path: string): boolean {
  const bare = path.replace(/^\.\/|\/$/g, "");
  if (bare === "" || bare === "." || tree.has(bare)) return true;
  const fits = picomatch(bare.includes("*") ? bare : `${bare}/**`, { dot: true });
  return [...tree.keys()].some((file) => fits(file));
}

/** A page of a part may name its files from that part's folder. */
function isEnd(tree: Tree, path: string): boolean {
  return [...tree.keys()].some((file) => file.endsWith(`/${path}`));
}

function unmade(tree: Tree): string[] {
  const makers = filesOf(tree, (file) => MAKERS.test(file)).map(([, text]) => text);
  const made = new Set([
    ...BY_RUNS,
    ...makers.flatMap((text) => text.match(/docs\/[\w./-]+/g) ?? []),
  ]);
  return filesOf(tree, (file) => GENERATED.test(file) && !made.has(file)).map(
    ([file]) => `${file}: nothing of .ci/tables.ts or another maker writes it; remove it`,
  );
}
