import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { checkSource } from "../catalogue/check-source.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { RULES } from "../catalogue/rules.ts";
import { explained } from "../explain.ts";

test("explains a rule with everything that a reader needs to mend a venue", () => {
  const text = explained(["TIF-IOC-03"], 100);
  for (const said of [
    /^TIF-IOC-03 {2}An IOC matched in part/,
    / spec {6}OrderPlaceResult\n/,
    / accepted {2}D-021: The status of an IOC order filled in part\./,
    / to mend {3}Cut the rest after the first pass/,
    / check {5}conformance\/areas\/time-in-force\/checks[a-z-]*\.ts:\d+\n/,
    /- an IOC order matched in part keeps its fill/,
    /scenarios\/library\/immediate-or-cancel\.yaml: /,
    / needs {5}two agents of different owners; in the profile: /,
    / mutants {3}ioc-remainder-rests: /,
  ]) {
    assert.match(text, said);
  }
  assert.ok(text.split("\n").every((line) => line.length <= 100));
});

test("takes globs in any case, in the catalogue's order", () => {
  const ids = [...explained(["tif-fok-*", "TIF-GTC-01"], 100).matchAll(/^([A-Z]\S+)/gm)];
  assert.deepEqual(ids[0]?.[1], "TIF-GTC-01");
  assert.ok(ids.length > 2);
});

test("refuses what matches no rule with a line that helps", () => {
  assert.throws(() => explained(["TIF-IOC-99"], 100), UsageError);
});

test("finds the file and line of every rule that has a check", () => {
  const checked = new Set(CHECKS.flatMap(({ proves }) => proves));
  for (const { id } of RULES.filter((rule) => checked.has(rule.id))) {
    const [file = "", line = ""] = checkSource(id)?.split(":") ?? [];
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    assert.ok(text.split("\n")[Number(line) - 1]?.includes(`"${id}"`), id);
  }
});
