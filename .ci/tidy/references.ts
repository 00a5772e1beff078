/** Rules 6 and 11: what an id or a path names is there. */
import picomatch from "picomatch";
import { PREFIXES } from "./areas.ts";
import { filesOf, isSource, lineAt, placesOf, resolved, type Tree } from "./tree.ts";

/** Where ids are given. */
const REGISTERS = /^(scenarios\/decisions|conformance\/rules\/decisions)\/[^.]+\.ts$/;
const CATALOGUE = /^conformance\/(areas\/[^/]+\/rules(-[a-z-]+)?|rules\/[^/.]+)\.ts$/;
const ETIQUETTE = "docs/internals/etiquette.md";

const DECISION = /\bD-\d\d[\dA]\b/g;
const ETIQUETTE_RULE = /\bH-\d\d\b/g;
const RULE = new RegExp(`\\b(?:${PREFIXES.join("|")})-[A-Z0-9]+-\\d\\d\\b`, "g");

/** The words that make rules in the catalogue. */
const RULE_BEGINS = /\b(must|conditional|either|open|claimed)\(\s*"([A-Z0-9-]+)"/g;

/** Each D-, H- and rule id of sources, scenarios and docs stands where such ids are given. */
export function ids(tree: Tree): string[] {
  const decisions = decisionsIn(tree);
  const etiquette = new Set(tree.get(ETIQUETTE)?.match(ETIQUETTE_RULE));
  const rules = new Set(rulesIn(tree));
  return [
    ...strays(tree, DECISION, decisions, "the register of decisions"),
    ...strays(tree, ETIQUETTE_RULE, etiquette, ETIQUETTE),
    ...strays(tree, RULE, rules, "the catalogue of rules"),
    ...idle(tree, decisions),
  ];
}

/** Ids of the register. */
export function decisionsIn(tree: Tree): Set<string> {
  const files = filesOf(tree, (file) => REGISTERS.test(file));
  return new Set(files.flatMap(([, text]) => [...text.matchAll(/^ +id: "(D-\w+)"/gm)].map(second)));
}

function rulesIn(tree: Tree): string[] {
  const files = filesOf(tree, (file) => CATALOGUE.test(file));
  return files.flatMap(([, text]) => [...text.matchAll(RULE_BEGINS)].map(([, , id]) => id!));
}

const second = (match: RegExpExecArray): string => match[1]!;

/** Ids that no register holds, told once a file. Tests may make some up: those end in 99. */
function strays(tree: Tree, id: RegExp, known: ReadonlySet<string>, register: string): string[] {
  return filesOf(tree, isRead).flatMap(([file, text]) => {
    const first = new Map([...text.matchAll(id)].reverse().map((one) => [one[0], one.index]));
    return [...first]
      .filter(([one]) => !known.has(one) && !(file.endsWith(".test.ts") && one.endsWith("99")))
      .map(
        ([one, at]) => `${file}:${lineAt(text, at)}: ${one} is not in ${register}; write it there`,
      );
  });
}

/** Sources, scenarios and pages; how the project came to be is told in the words of then. */
function isRead(file: string): boolean {
  return /\.(ts|mjs|yaml|md|json)$/.test(file) && file !== "CHANGELOG.md";
}

function idle(tree: Tree, decisions: ReadonlySet<string>): string[] {
  const users = filesOf(tree, (file) => isSource(file) && !REGISTERS.test(file));
  const used = new Set(users.flatMap(([, text]) => text.match(DECISION) ?? []));
  return [...decisions]
    .filter((id) => !used.has(id))
    .map((id) => `${id}: a decision that nothing names; name it where it is taken, or drop it`);
}

/** From the root, or a source or page named from any folder above it. */
const IN_BACKTICKS =
  /`((?:(?:reference|conformance|scenarios|loadtest|reports|docs|\.ci)\/[\w./*-]*)|[\w-]+\/[\w./-]+\.(?:ts|mjs|md))(?::\d+)?`/g;

const URL_OF = /\bnew URL\(\s*("[^"]+"|`[^`]+`),\s*import\.meta\.url/g;

/** Files that no one writes by hand. */
const GENERATED = /^docs\/(tables|schemas)\//;
const MAKERS = /^\.ci\/(tables|bench|install)\.ts$|^reports\/schema\/publish\.ts$/;

/** Made by what takes minutes: `npm run prove`, `blame`, `mutate`, `held-out` and `simulate:defects`. */
const BY_RUNS = [
  ...["mutants", "dialects", "cells", "cell-mutants"],
  ...["blame", "mutation", "held-out", "simulation"],
].map((name) => `docs/tables/${name}.md`);

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
