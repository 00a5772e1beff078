import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "../catalogue/rules.ts";
import { ruleGroups, ruleListPage, rulePage } from "./rule-pages.ts";

test("a page says what explain prints, as markdown", () => {
  const page = rulePage(RULES.find(({ id }) => id === "TIF-IOC-03")!);
  for (const said of [
    /^# TIF-IOC-03: An IOC matched in part has filled\\_qty &lt; qty, /,
    /\n## What is accepted\n\nD-021: The status of an IOC order filled in part\.\n/,
    /\n## Check\n\n`conformance\/areas\/time-in-force\/checks[a-z-]*\.ts:\d+`\n\n- an IOC order /,
    /\n- `scenarios\/library\/immediate-or-cancel\.yaml`: An impatient order /,
    /\n- `ioc-remainder-rests`: An IOC order that trades rests with what is left\.\n/,
    /\n```sh\ntouchstone conform --only TIF-IOC-03\n```\n$/,
  ]) {
    assert.match(page, said);
  }
});

test("the list names every rule once, under its area", () => {
  const grouped = ruleGroups().flatMap(({ rules }) => rules.map(({ id }) => id));
  assert.deepEqual(
    grouped,
    RULES.map(({ id }) => id),
  );
  const listed = [...ruleListPage().matchAll(/^\| ([A-Z]\S+) \|/gm)].map(([, id]) => id);
  assert.deepEqual(listed, grouped);
});
