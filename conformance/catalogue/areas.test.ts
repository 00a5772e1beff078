import "../../scenarios/deployment/sources.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { Check } from "../check/check.ts";
import type { Rule } from "../check/rule.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { AREAS, areaOf } from "./areas.ts";
import { CHECKS } from "./checks.ts";
import { MUTANTS } from "./mutants.ts";
import { RULES } from "./rules.ts";

const ROOT = new URL("../areas/", import.meta.url);

interface Folder {
  rules: { RULES: readonly Rule[] };
  checks: { CHECKS: readonly Check[] };
  mutants: { MUTANTS: readonly Mutant[] };
}

async function held<Kind extends keyof Folder>(kind: Kind): Promise<[string, Folder[Kind]][]> {
  const files = AREAS.map(({ folder }) => new URL(`${folder}/${kind}.ts`, ROOT));
  const modules = await Promise.all(files.map(({ href }) => import(href)));
  return AREAS.map(({ folder }, index) => [folder, modules[index]]);
}

/** Ids in the files of checks of an area, each as often as there are files that it stands in. */
function idsInChecks(folder: string): string[] {
  const files = readdirSync(new URL(`${folder}/`, ROOT)).filter((file) =>
    /^checks[^.]*\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(new URL(`${folder}/${file}`, ROOT), "utf8"));
  return texts.flatMap((text) => [...new Set(text.match(/(?<=")[A-Z]+-[A-Z0-9]+-\d\d(?=")/g))]);
}

const folderOf = (ruleId: string | undefined) => areaOf(ruleId ?? "")?.folder;

describe("the areas", () => {
  it("are the folders there are, each prefix of one of them", () => {
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((one) => one.isDirectory());
    assert.deepEqual(
      AREAS.map(({ folder }) => folder).sort(),
      folders.map(({ name }) => name).sort(),
    );
    const prefixes = AREAS.flatMap((area) => area.prefixes);
    assert.equal(new Set(prefixes).size, prefixes.length);
  });

  it("hold the rules of their prefixes, in the catalogue's order", async () => {
    const lists = await held("rules");
    for (const [folder, { RULES: rules }] of lists)
      for (const { id } of rules) assert.equal(folderOf(id), folder, id);
    assert.deepEqual(
      lists.flatMap(([, { RULES: rules }]) => rules),
      RULES,
    );
  });

  it("hold the checks whose first rule is theirs, in the catalogue's order", async () => {
    const lists = await held("checks");
    for (const [folder, { CHECKS: checks }] of lists)
      for (const { title, proves } of checks) assert.equal(folderOf(proves[0]), folder, title);
    assert.deepEqual(
      lists.flatMap(([, { CHECKS: checks }]) => checks.map(({ title }) => title)),
      CHECKS.map(({ title }) => title),
    );
  });

  it("hold the mutants that break a rule of theirs first, in the catalogue's order", async () => {
    const lists = await held("mutants");
    for (const [folder, { MUTANTS: mutants }] of lists)
      for (const { name, breaks } of mutants) assert.equal(folderOf(breaks[0]), folder, name);
    assert.deepEqual(
      lists.flatMap(([, { MUTANTS: mutants }]) => mutants.map(({ name }) => name)),
      MUTANTS.map(({ name }) => name),
    );
  });

  it("spell each of their rules in exactly one file of checks", () => {
    for (const { folder } of AREAS) {
      const own = idsInChecks(folder).filter((id) => folderOf(id) === folder);
      const wanted = RULES.map(({ id }) => id).filter((id) => folderOf(id) === folder);
      assert.deepEqual(own.sort(), wanted.sort());
    }
  });
});
