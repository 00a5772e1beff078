import assert from "node:assert/strict";
import { test } from "node:test";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ExchangeLog } from "./exchange-log.ts";
import { allOf, is, ownedBy } from "./expectation.ts";
import { Judge, type Judged } from "./judge.ts";

const RULES = ["TIF-FOK-02", "TIF-FOK-03"];
const MUST = new Map(RULES.map((rule): [string, Judged] => [rule, { level: "must" }]));

function judged(rules: readonly string[], end: unknown) {
  const judge = new Judge(MUST);
  for (const rule of rules) judge.expect(rule, 1, is(1));
  return Object.fromEntries(judge.close(end).map(({ rule, result }) => [rule, result]));
}

test("a body that ends by itself keeps what it showed", () => {
  assert.deepEqual(judged(RULES, undefined), { "TIF-FOK-02": "pass", "TIF-FOK-03": "pass" });
});

test("a body cut short leaves the rule it judged last unshown, and those it never reached", () => {
  const cut = new Inconclusive("a third party traded");
  assert.deepEqual(judged(RULES, cut), { "TIF-FOK-02": "pass", "TIF-FOK-03": "inconclusive" });
  assert.deepEqual(judged(["TIF-FOK-02"], cut), {
    "TIF-FOK-02": "inconclusive",
    "TIF-FOK-03": "inconclusive",
  });
});

test("a failure names the answer it was seen in, errors first, though others came later", () => {
  const answer = (status: number) => ({ response: { status } }) as Exchange;
  const [first, limited, passed, later] = [200, 429, 200, 200].map(answer) as [
    Exchange,
    Exchange,
    Exchange,
    Exchange,
  ];
  const sent = new ExchangeLog();
  sent.all.push(first, limited, passed, later);
  const judge = new Judge(MUST, sent);
  assert.throws(() => judge.expect("TIF-FOK-02", [first, limited, passed], is(1)));
  assert.throws(() => judge.expect("TIF-FOK-03", { exchange: passed }, is(1)));
  assert.deepEqual(
    judge.close(undefined).map(({ exchange }) => exchange),
    [1, 2],
  );
});

test("what nobody claims is neither good nor bad: it is seen", () => {
  const open: Judged = { level: "open", claim: "fees" };
  const judge = new Judge(new Map([["TIF-FOK-02", open]]));
  judge.expect("TIF-FOK-02", 1, is(1));
  judge.expect("TIF-FOK-02", 2, is(1));
  const [finding] = judge.close(undefined);
  assert.deepEqual([finding?.result, finding?.observed], ["observed", ["1", "2"]]);
});

test("a part that another rule owns fails that rule, once, and the check goes on", () => {
  const judge = new Judge(MUST);
  const demand = allOf(is(1, 2), ownedBy("RES-STATE-04", is(1)));
  judge.expect("TIF-FOK-02", 2, demand);
  judge.expect("TIF-FOK-03", 2, demand);
  const results = judge.close(undefined).map(({ rule, result }) => [rule, result]);
  assert.deepEqual(results, [
    ["TIF-FOK-02", "pass"],
    ["TIF-FOK-03", "pass"],
    ["RES-STATE-04", "fail"],
  ]);
});

test("an own part that fails is told beside the part that another rule owns", () => {
  const judge = new Judge(MUST);
  const demand = allOf(ownedBy("RES-STATE-04", is(1)), is(2));
  assert.throws(() => judge.expect("TIF-FOK-02", 3, demand));
  const failed = judge.close(undefined).filter(({ result }) => result === "fail");
  assert.deepEqual(
    failed.map(({ rule }) => rule),
    ["TIF-FOK-02", "RES-STATE-04"],
  );
});

test("a part is the rule's own where that rule is judged", () => {
  const judge = new Judge(MUST);
  assert.throws(() => judge.expect("TIF-FOK-02", 2, ownedBy("TIF-FOK-02", is(1))));
  judge.expect("TIF-FOK-03", 2, is(2));
  assert.equal(judge.findings.get("TIF-FOK-02")?.result, "fail");
});
