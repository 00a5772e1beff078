/** Rule 7: a rule, its check and its mutant lie in the folder that the rule's id leads to. */
import "../../scenarios/deployment/sources.mjs";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { AREAS, areaOf } from "../../conformance/catalogue/areas.ts";
import { filesOf, type Tree } from "./tree.ts";

const FOLDER = "conformance/areas";

/** First words of the ids of rules. */
export const PREFIXES: readonly string[] = AREAS.flatMap(({ prefixes }) => prefixes);

/** What the three modules of an area say. */
export interface Area {
  name: string;
  rules: readonly { id: string; level: string; fix?: string }[];
  checks: readonly { title: string; proves: readonly string[] }[];
  mutants: readonly { name: string; breaks: readonly string[] }[];
}

/** Loads every area that there is. */
export async function loadAreas(): Promise<Area[]> {
  const areas = AREAS.map(async ({ folder: name }) => {
    const one = (module: string, list: string) => exported(`${FOLDER}/${name}/${module}.ts`, list);
    const [rules, checks, mutants] = await Promise.all([
      one("rules", "RULES"),
      one("checks", "CHECKS"),
      one("mutants", "MUTANTS"),
    ]);
    return { name, rules, checks, mutants } as Area;
  });
  return Promise.all(areas);
}

async function exported(file: string, list: string): Promise<unknown> {
  if (!existsSync(file)) return [];
  const module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  return module[list] ?? [];
}

/** Everything of a rule is in its area, once, and what can fail is shown to fail. */
export function areas(tree: Tree, all: readonly Area[]): string[] {
  const found = all.flatMap((area) => [
    ...astray(area),
    ...area.rules.flatMap((rule) => [...unproven(tree, area, rule), ...unbroken(area, rule)]),
  ]);
  return [...empty(all), ...found, ...unspoken(tree)];
}

/** An area without rules lies elsewhere. */
function empty(all: readonly Area[]): string[] {
  return all
    .filter(({ rules }) => rules.length === 0)
    .map(({ name }) => `${FOLDER}/${name}/rules.ts: no rules; they belong there`);
}

/** What lies in this area, and is first of all about another. */
function astray({ name, rules, checks, mutants }: Area): string[] {
  const isOwn = (id = "") => areaOf(id)?.folder === name;
  const away = (what: string, id = "") =>
    isOwn(id) ? [] : [`${FOLDER}/${name}: ${what} is about ${id}; move it to the area of that`];
  return [
    ...rules.flatMap(({ id }) => away(`rule ${id}`, id)),
    ...checks.flatMap(({ title, proves }) => away(`check "${title}"`, proves[0])),
    ...mutants.flatMap((mutant) => away(`mutant ${mutant.name}`, mutant.breaks[0])),
  ];
}

/** A check proves it, and one file of checks has its id, for who looks for that file. */
function unproven(tree: Tree, { name, checks }: Area, { id }: Area["rules"][number]): string[] {
  const isCheckFile = (file: string) => file.startsWith(`${FOLDER}/${name}/checks`);
  const said = filesOf(tree, (file) => isCheckFile(file) && !file.endsWith(".test.ts"))
    .filter(([, text]) => text.includes(`"${id}"`))
    .map(([file]) => file);
  const where = said.length === 0 ? "no file of checks" : said.join(" and ");
  const isProven = checks.some(({ proves }) => proves.includes(id));
  return [
    ...(said.length === 1 ? [] : [`${id}: stands in ${where}; write it in exactly one of ${name}`]),
    ...(isProven ? [] : [`${id}: no check of ${name} proves it; write one`]),
  ];
}

/** What can fail is shown to, and its owner is told what to do. */
function unbroken({ name, mutants }: Area, { id, level, fix }: Area["rules"][number]): string[] {
  if (level === "open") return [];
  const isBroken = mutants.some(({ breaks }) => breaks.includes(id));
  return [
    ...(isBroken ? [] : [`${id}: no mutant of ${name} breaks it; write one`]),
    ...(fix === undefined ? [`${id}: says not how to mend a venue; give it a fix`] : []),
  ];
}

/** Decisions with alternatives that no dialect speaks, and that do not say why. */
function unspoken(tree: Tree): string[] {
  const dialects = filesOf(tree, (file) => /^conformance\/dialects\/.*\.ts$/.test(file));
  const spoken = new Set(
    dialects.flatMap(([, text]) => text.match(/\b(decision|also): .*/g) ?? []).flatMap(idsIn),
  );
  return filesOf(tree, (file) => /^scenarios\/decisions\/[^.]+\.ts$/.test(file))
    .flatMap(([file, text]) => entriesOf(text).map((entry) => ({ file, ...entry })))
    .filter(({ text }) => /^ {4}(statuses|declines):/m.test(text) && !/^ {4}unshown:/m.test(text))
    .filter(({ id }) => !spoken.has(id))
    .map(({ file, id }) => `${file}: no dialect speaks ${id}; write one, or say why: unshown`);
}

const idsIn = (line: string): string[] => line.match(/D-\w+/g) ?? [];

/** The entries of a list of literals, as Biome lays them out. */
function entriesOf(text: string): { id: string; text: string }[] {
  return text
    .split(/^ {2}\{$/m)
    .slice(1)
    .map((entry) => ({ id: /^ {4}id: "([^"]+)"/m.exec(entry)?.[1] ?? "", text: entry }));
}
