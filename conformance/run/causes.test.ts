import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleResult } from "../../reports/conformance.fixture.ts";
import { causesOf } from "./causes.ts";

const failed = (id: string, stands?: string) =>
  ruleResult({ id, result: "fail", ...(stands !== undefined && { stands }) });
const open = (id: string, stands: string) => ruleResult({ id, result: "inconclusive", stands });

test("a cause is what failed and stands on nothing; the rest lies under it", () => {
  const rules = [
    failed("TIF-GTC-01"),
    open("FRESH-IN-01", "TIF-GTC-01"),
    open("PROP-STATEFUL-01", "FRESH-IN-01"),
    failed("PARLAY-ORD-01", "TIF-GTC-01"),
    ruleResult({ id: "GEN-JSON-01" }),
  ];
  assert.deepEqual(causesOf(rules), [
    {
      rule: "TIF-GTC-01",
      cells: [],
      also: ["PARLAY-ORD-01"],
      stands: ["FRESH-IN-01", "PROP-STATEFUL-01"],
      narrowed: null,
    },
  ]);
});

test("money comes before identity, identity before shape, and more that stands before less", () => {
  const rules = [
    failed("GEN-JSON-01"),
    failed("ERR-VAL-01"),
    open("ERR-VAL-02", "ERR-VAL-01"),
    failed("AUTH-BEAR-01"),
    failed("CLAIM-COLL-01"),
  ];
  assert.deepEqual(
    causesOf(rules).map(({ rule }) => rule),
    ["CLAIM-COLL-01", "AUTH-BEAR-01", "ERR-VAL-01", "GEN-JSON-01"],
  );
});

test("what many rules stand on comes before all else", () => {
  const many = Array.from({ length: 20 }, (_, at) => open(`TIF-${at}`, "RES-SHAPE-01"));
  const rules = [failed("CLAIM-COLL-01"), failed("RES-SHAPE-01"), ...many];
  const order = (some: typeof rules) => causesOf(some).map(({ rule }) => rule);
  assert.deepEqual(order(rules), ["RES-SHAPE-01", "CLAIM-COLL-01"]);
  assert.deepEqual(order(rules.slice(0, -1)), ["CLAIM-COLL-01", "RES-SHAPE-01"]);
});

test("rules that stand on each other are no loop, and what stands on a rule that held is no cause", () => {
  const rules = [open("TIF-GTC-01", "TIF-IOC-01"), open("TIF-IOC-01", "TIF-GTC-01")];
  assert.deepEqual(causesOf(rules), []);
});
