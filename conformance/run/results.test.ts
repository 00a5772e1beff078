import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Check } from "../check/check.ts";
import type { Finding } from "../check/judge.ts";
import { judgeRules } from "./results.ts";
import type { Shown } from "./run.ts";

const RULE = "ORD-FIELD-02";
const rules = [ruleById(RULE)];

function shown(result: Finding["result"], given: Partial<Finding> = {}, title = "a check"): Shown {
  const check: Check = { title, proves: [RULE], needs: [], body: async () => {} };
  const finding = { rule: RULE, result, detail: `${result} it is`, observed: null, ...given };
  return { finding, check, evidence: null };
}

function exchange(n: number): Exchange {
  const request = { method: "GET", path: `/v1/${n}`, query: {}, headers: {}, bodyText: null };
  const response = { status: 200 + n, headers: {}, bodyText: "", body: undefined };
  return { at: n, took: 1, actor: null, request, response, failure: null, class: null };
}

function judgedOne(all: Shown[]) {
  const [judged] = judgeRules(rules, all, "http://venue");
  assert.ok(judged);
  return judged;
}

test("where checks differ the gravest result counts, whatever their order", () => {
  const gravity = ["fail", "error", "inconclusive", "warn", "pass", "observed", "skipped"] as const;
  for (const [rank, graver] of gravity.entries()) {
    for (const milder of gravity.slice(rank + 1)) {
      for (const pair of [
        [graver, milder],
        [milder, graver],
      ] as const) {
        const { rule } = judgedOne(pair.map((result) => shown(result)));
        assert.deepEqual([rule.result, rule.detail], [graver, `${graver} it is`], pair.join());
      }
    }
  }
});

test("a rule without a check is skipped and says so", () => {
  const { rule, evidence } = judgedOne([]);
  assert.deepEqual([rule.result, rule.detail, rule.checks], ["skipped", "no check yet", []]);
  assert.equal(evidence, null);
});

test("results keep the order of the rules and name every check", () => {
  const other = ruleById("GEN-PREFIX-01");
  const judged = judgeRules([rules[0]!, other], [shown("pass", {}, "one"), shown("pass")], "");
  assert.deepEqual(
    judged.map(({ rule }) => rule.id),
    [RULE, other.id],
  );
  assert.deepEqual(judged[0]?.rule.checks, ["one", "a check"]);
});

test("what is shown of a rule outside the selection is left out", () => {
  const stray = shown("fail", { rule: "GEN-PREFIX-01" });
  assert.deepEqual(
    judgeRules(rules, [stray], "").map(({ rule }) => rule.result),
    ["skipped"],
  );
});

test("alternatives that different checks met are all kept, each once", () => {
  const seen = (observed: unknown) => shown("pass", { observed });
  assert.equal(judgedOne([seen(null), seen("200")]).rule.observed, "200");
  const met = [seen("200"), seen(["400", "200"]), seen("400")];
  assert.deepEqual(judgedOne(met).rule.observed, ["200", "400"]);
});

test("a failure shows the last exchanges up to the one that decided", () => {
  const exchanges = [0, 1, 2, 3, 4, 5, 6, 7].map(exchange);
  const failed = shown("fail", { expected: "this", actual: "that" });
  failed.evidence = { exchanges, deciding: exchanges[6]! };
  const { rule, evidence } = judgedOne([failed]);
  assert.deepEqual([rule.failure?.expected, rule.failure?.actual], ["this", "that"]);
  assert.deepEqual(
    rule.failure?.exchanges.map(({ status }) => status),
    [202, 203, 204, 205, 206],
  );
  assert.match(rule.failure?.curl ?? "", /'http:\/\/venue\/v1\/6'$/);
  assert.equal(rule.failure?.session, `failures/${RULE}.session.jsonl`);
  assert.equal(evidence?.exchanges.length, 8, "the session keeps what came after it too");
});

test("a failure says what the deciding request was refused with, and only that one", () => {
  const failed = shown("fail");
  const [fine, refused] = [exchange(1), exchange(2)];
  refused.response = { status: 400, headers: {}, bodyText: '{ "code": "NO" }', body: undefined };
  failed.evidence = { exchanges: [fine, refused], deciding: refused };
  assert.equal(judgedOne([failed]).rule.failure?.answered, '400 {"code":"NO"}');
  failed.evidence = { exchanges: [refused, fine], deciding: fine };
  assert.ok(!("answered" in judgedOne([failed]).rule.failure!));
});

test("what failed or warned says how to fix it and what is accepted, and nothing else does", () => {
  for (const result of ["fail", "warn"] as const) {
    const { about } = judgedOne([shown(result)]).rule;
    assert.match(about?.fix ?? "", /Validate the format before any look-up/);
    assert.deepEqual(
      about?.accepts.map(({ decision, question }) => [decision, question]),
      [["D-007", "How UNKNOWN_MARKET is said"]],
    );
  }
  assert.equal(judgedOne([shown("pass")]).rule.about, undefined);
  assert.equal(judgedOne([shown("inconclusive")]).rule.about, undefined);
});
