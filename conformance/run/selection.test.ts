import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { RULES } from "../catalogue/rules.ts";
import { scenarioChecks } from "../catalogue/scenario-checks.ts";
import { listing } from "./listing.ts";
import { select } from "./selection.ts";

const idsOf = (only: string[], skip: string[] = []) => select(only, skip).rules.map(({ id }) => id);

test("without filters everything runs", () => {
  const { rules, checks } = select([], []);
  assert.equal(rules.length, RULES.length);
  assert.deepEqual(checks, [...CHECKS, ...scenarioChecks()]);
});

test("only keeps what any of its globs matches, skip takes away, in the catalogue's order", () => {
  assert.deepEqual(idsOf(["GEN-PREFIX-02", "GEN-PREFIX-01"]), ["GEN-PREFIX-01", "GEN-PREFIX-02"]);
  assert.deepEqual(idsOf(["GEN-PREFIX-0{1,2,3}"], ["*-02"]), ["GEN-PREFIX-01", "GEN-PREFIX-03"]);
  assert.deepEqual(idsOf(["tif-gtc-01"]), ["TIF-GTC-01"], "in any letter case");
  assert.ok(!idsOf([], ["TIF-*"]).some((id) => id.startsWith("TIF-")));
});

test("a check runs when any of its rules is wanted", () => {
  const { checks } = select(["TIF-GTC-01"], []);
  assert.ok(checks.length > 0);
  for (const { proves } of checks) assert.ok(proves.includes("TIF-GTC-01"));
});

test("a glob that matches nothing is named, on either side", () => {
  for (const [only, skip] of [
    [["TIF-*", "NOPE-*"], []],
    [[], ["NOPE-*"]],
  ]) {
    assert.throws(
      () => select(only ?? [], skip ?? []),
      (error) => error instanceof UsageError && /'NOPE-\*'.*--list/.test(error.message),
    );
  }
});

test("filters that leave nothing say so", () => {
  assert.throws(() => select(["TIF-*"], ["TIF-*"]), /leave no rule/);
});

test("the listing names every selected rule with its checks and needs, and counts them", () => {
  const text = listing(select(["TIF-GTC-01", "LIM-WRITE-01"], []));
  assert.match(text, /^TIF-GTC-01 {2}must {2}\S/m);
  assert.match(text, /^ {2}- .+ \(needs .+\)$/m);
  assert.match(text, /\n\n2 rules, \d+ checks, 0 rules without a check yet\n$/);
});

test("a rule without a check is listed as such", () => {
  const [rule] = RULES;
  assert.ok(rule);
  const text = listing({ rules: [rule], checks: [] });
  assert.match(text, /no check yet\n\n1 rule, 0 checks, 1 rule without a check yet/);
});
