/** Rule 6: what an id names can be looked up, and no decision is idle. */
import { PREFIXES } from "./areas.ts";
import { filesOf, isSource, lineAt, type Tree } from "./tree.ts";

/** Where ids are given. */
const REGISTERS = /^(scenarios\/decisions|conformance\/rules\/decisions)\/[^.]+\.ts$/;
const CATALOGUE = /^conformance\/(areas\/[^/]+\/rules|rules\/[^/.]+)\.ts$/;
const ETIQUETTE = "docs/internals/etiquette.md";

const DECISION = /\bD-\d\d[\dA]\b/g;
const ETIQUETTE_RULE = /\bH-\d\d\b/g;
const RULE = new RegExp(`\\b(?:${PREFIXES.join("|")})-[A-Z0-9]+-\\d\\d\\b`, "g");

/** The words that make rules in the catalogue. */
export const RULE_BEGINS = /\b(must|conditional|either|open)\(\s*"([A-Z0-9-]+)"/g;

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
