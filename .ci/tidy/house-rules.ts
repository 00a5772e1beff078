/** The rules of the house by number, and what each finds. */
import { areas, loadAreas } from "./areas.ts";
import { bounds } from "./bounds.ts";
import { directions } from "./directions.ts";
import { types, words } from "./names.ts";
import { ids, paths } from "./references.ts";
import { sizes } from "./sizes.ts";
import { statuses } from "./statuses.ts";
import { terminal } from "./terminal.ts";
import type { Tree } from "./tree.ts";
import { dead, shipped, testSupport } from "./uses.ts";
import { WAIVERS, type Waiver } from "./waivers.ts";

/** One rule. Shape: a finding begins with its place, and ends with what to do. */
export interface HouseRule {
  number: number;
  title: string;
  find(tree: Tree): string[] | Promise<string[]>;
}

export const HOUSE_RULES: readonly HouseRule[] = [
  { number: 1, title: "files and functions are small", find: sizes },
  { number: 2, title: "imports follow the directions of the house", find: directions },
  { number: 3, title: "test support is known by its name", find: testSupport },
  { number: 4, title: "the package holds what users run, and that alone", find: shipped },
  { number: 5, title: "no file is dead, and no export", find: dead },
  { number: 6, title: "every id can be looked up", find: ids },
  {
    number: 7,
    title: "a rule, its check and its mutant lie in one area",
    find: async (tree) => areas(tree, await loadAreas()),
  },
  { number: 8, title: "a name of a type means one thing", find: types },
  { number: 9, title: "words that left stay away", find: words },
  { number: 10, title: "accepted statuses are said by decisions", find: statuses },
  { number: 11, title: "paths lead to files, generated files have makers", find: paths },
  { number: 12, title: "what others can make grow has a limit that is told", find: bounds },
  { number: 13, title: "what is printed leaves through one file", find: terminal },
];

/** What a rule finds, each once, without what is waived. */
export async function findingsOf(rule: HouseRule, tree: Tree): Promise<string[]> {
  const found = new Set(await rule.find(tree));
  const waived = waiversOf(rule);
  return [...found].filter((one) => !waived.some(({ finding }) => one.startsWith(finding)));
}

/** Waivers of a rule that waive nothing, and so can go. */
export async function idleWaivers(rule: HouseRule, tree: Tree): Promise<Waiver[]> {
  const found = await rule.find(tree);
  return waiversOf(rule).filter(({ finding }) => !found.some((one) => one.startsWith(finding)));
}

const waiversOf = ({ number }: HouseRule): Waiver[] =>
  WAIVERS.filter(({ rule }) => rule === number);
