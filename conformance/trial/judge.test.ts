import assert from "node:assert/strict";
import { test } from "node:test";
import { anyOf, is, odd, that } from "../expect/expectation.ts";
import { Inconclusive, Missing, StandsOn, Violated } from "../verdict.ts";
import { type Finding, Judge } from "./judge.ts";

const MUST = "TIF-GTC-01";
const OTHER = "GEN-PREFIX-01";
const EITHER = "ORD-FIELD-02";
const OPEN = "ORD-FIELD-19";

/** Findings by rule of a check that proves `proves` and does `body`; its error ends it. */
function shown(proves: string[], body: (judge: Judge) => void, exchanges = 1): Finding[] {
  const judge = new Judge(proves, () => exchanges);
  try {
    body(judge);
  } catch (error) {
    return judge.close(error);
  }
  return judge.close(undefined);
}

const only = (findings: Finding[]): Finding => {
  assert.equal(findings.length, 1);
  return findings[0]!;
};

test("a rule that holds passes, with nothing observed where only one outcome is legal", () => {
  const { result, detail, observed } = only(shown([MUST], (judge) => judge.expect(MUST, 1, is(1))));
  assert.deepEqual([result, detail, observed], ["pass", null, null]);
});

test("a rule that does not hold fails, says both sides and ends the check", () => {
  const findings = shown(
    [MUST, OTHER],
    (judge) => {
      judge.expect(MUST, 2, is(1));
      judge.expect(OTHER, 1, is(1));
    },
    3,
  );
  const [failed, rest] = findings;
  assert.deepEqual(failed, {
    rule: MUST,
    result: "fail",
    detail: "expected 1; saw 2",
    observed: null,
    expected: "1",
    actual: "2",
    exchange: 2,
  });
  assert.equal(rest?.result, "inconclusive");
  assert.equal(rest?.detail, `stands on ${MUST}, which failed`);
});

test("a failure throws the rule that failed", () => {
  const judge = new Judge([EITHER], () => 0);
  const failing = () => judge.expect(EITHER, 3, anyOf(is(1), is(2)));
  assert.throws(failing, (error) => error instanceof Violated && error.rule === EITHER);
});

test("an open place that differs warns, shows what it saw, and the check goes on", () => {
  const [open, after] = shown([OPEN, MUST], (judge) => {
    judge.expect(OPEN, 2, is(1));
    judge.expect(MUST, 1, is(1));
  });
  assert.deepEqual(
    [open?.result, open?.detail, open?.observed],
    ["warn", "expected 1; saw 2", "2"],
  );
  assert.equal(after?.result, "pass");
});

test("an odd but legal value warns", () => {
  const demand = odd(is(1), "unusual");
  const { result, detail } = only(shown([MUST], (judge) => judge.expect(MUST, 1, demand)));
  assert.deepEqual([result, detail], ["warn", "unusual"]);
});

test("a warning outlasts what comes after it, but not a failure", () => {
  const later: [string, (judge: Judge) => void][] = [
    ["warn", (judge) => judge.expect(MUST, 1, is(1))],
    ["warn", (judge) => judge.observe(MUST, "seen")],
    ["warn", (judge) => judge.moot(MUST, "nothing came")],
    ["fail", (judge) => judge.expect(MUST, 2, is(1))],
  ];
  for (const [expected, then] of later) {
    const findings = shown([MUST], (judge) => {
      judge.observe(MUST, "odd", "look");
      then(judge);
    });
    assert.equal(only(findings).result, expected);
  }
});

test("a place found moot later undoes no verdict", () => {
  const findings = shown([MUST], (judge) => {
    judge.expect(MUST, 1, is(1));
    judge.moot(MUST, "not this time");
  });
  assert.equal(only(findings).result, "pass");
});

test("alternatives seen one after another are all kept, each once", () => {
  const findings = shown([EITHER], (judge) => {
    for (const seen of [1, 2, 1]) judge.expect(EITHER, seen, is(1, 2));
  });
  assert.deepEqual(only(findings).observed, ["1", "2"]);
});

test("an alternative seen after a warning is kept beside it", () => {
  const findings = shown([OPEN], (judge) => {
    judge.observe(OPEN, "first", "look");
    judge.observe(OPEN, "second");
  });
  assert.deepEqual(only(findings).observed, ["first", "second"]);
});

test("a rule left unjudged takes its result from how the check ended", () => {
  const endings: [unknown, Finding["result"], string][] = [
    [undefined, "error", "the check ended without judging it"],
    [new TypeError("x is undefined"), "error", "x is undefined"],
    ["thrown text", "error", "thrown text"],
    [new Inconclusive("a stranger filled it"), "inconclusive", "a stranger filled it"],
    [new StandsOn(MUST, "HTTP 500"), "inconclusive", `stands on ${MUST}: HTTP 500`],
    [new Violated(MUST), "inconclusive", `stands on ${MUST}, which failed`],
    [new Missing("no mark price"), "skipped", "no mark price"],
  ];
  for (const [end, result, detail] of endings) {
    const finding = only(new Judge([OTHER], () => 0).close(end));
    assert.deepEqual([finding.result, finding.detail], [result, detail]);
  }
});

test("what was judged before the end keeps its result", () => {
  const judge = new Judge([MUST, OTHER], () => 1);
  judge.expect(MUST, 1, is(1));
  const results = judge.close(new TypeError("broken")).map(({ result }) => result);
  assert.deepEqual(results, ["pass", "error"]);
});

test("a check that judges what it does not prove is an error of the harness", () => {
  const finding = only(shown([MUST], (judge) => judge.expect(OTHER, 1, is(1))));
  assert.equal(finding.result, "error");
  assert.match(finding.detail ?? "", /judges GEN-PREFIX-01 but does not say that it proves it/);
});

test("an expectation that breaks is an error, not a failure", () => {
  const broken = that("sane", () => {
    throw new TypeError("cannot read");
  });
  assert.equal(only(shown([MUST], (judge) => judge.expect(MUST, 1, broken))).result, "error");
});
