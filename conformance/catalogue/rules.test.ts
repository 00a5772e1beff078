import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NEEDS } from "../check/need.ts";
import type { Rule } from "../check/rule.ts";
import { ACCOUNT_RULES } from "../rules/account.ts";
import { ERRORS_RULES } from "../rules/errors.ts";
import { FRESHNESS_RULES } from "../rules/freshness.ts";
import { GENERAL_RULES } from "../rules/general.ts";
import { IDEMPOTENCY_RULES } from "../rules/idempotency.ts";
import { KEYS_RULES } from "../rules/keys.ts";
import { KINDS_RULES } from "../rules/kinds.ts";
import { LIMITS_RULES } from "../rules/limits.ts";
import { MARKET_DATA_RULES } from "../rules/market-data.ts";
import { MATCHING_RULES } from "../rules/matching.ts";
import { OPERATIONS_RULES } from "../rules/operations.ts";
import { ORDER_ENDPOINTS_RULES } from "../rules/order-endpoints.ts";
import { ORDER_FIELDS_RULES } from "../rules/order-fields.ts";
import { ORDER_RESULT_RULES } from "../rules/order-result.ts";
import { PROPERTIES_RULES } from "../rules/properties.ts";
import { REJECTS_RULES } from "../rules/rejects.ts";
import { SESSIONS_RULES } from "../rules/sessions.ts";
import { STREAM_RULES } from "../rules/stream.ts";
import { RULES, ruleById } from "./rules.ts";

/** Per part: rules that must hold, must when the situation arises, either, open. */
const PARTS: [readonly Rule[], [number, number, number, number]][] = [
  [GENERAL_RULES, [13, 0, 0, 1]],
  [ORDER_FIELDS_RULES, [19, 0, 5, 5]],
  [ORDER_RESULT_RULES, [20, 0, 2, 2]],
  [MATCHING_RULES, [19, 0, 5, 6]],
  [IDEMPOTENCY_RULES, [10, 0, 5, 2]],
  [FRESHNESS_RULES, [10, 0, 1, 1]],
  [REJECTS_RULES, [11, 4, 15, 8]],
  [KINDS_RULES, [5, 0, 1, 6]],
  [ORDER_ENDPOINTS_RULES, [26, 0, 4, 6]],
  [MARKET_DATA_RULES, [15, 1, 9, 11]],
  [ACCOUNT_RULES, [8, 0, 5, 3]],
  [SESSIONS_RULES, [15, 1, 5, 5]],
  [KEYS_RULES, [16, 0, 2, 3]],
  [STREAM_RULES, [16, 1, 1, 5]],
  [ERRORS_RULES, [5, 5, 0, 3]],
  [LIMITS_RULES, [10, 0, 2, 2]],
  [OPERATIONS_RULES, [4, 1, 1, 6]],
  [PROPERTIES_RULES, [15, 0, 0, 1]],
];

function totals(rules: readonly Rule[]): [number, number, number, number] {
  const count = (wanted: (rule: Rule) => boolean) => rules.filter(wanted).length;
  return [
    count((rule) => rule.level === "must" && !rule.conditional),
    count((rule) => rule.level === "must" && rule.conditional === true),
    count((rule) => rule.level === "either"),
    count((rule) => rule.level === "open"),
  ];
}

describe("the rule catalogue", () => {
  it("holds 222 must, 13 conditional, 63 either and 75 open rules, and 16 properties", () => {
    const ofSpec = RULES.filter((rule) => !PROPERTIES_RULES.includes(rule));
    assert.deepEqual(totals(ofSpec), [222, 13, 63, 75]);
    assert.equal(ofSpec.length, 373);
    assert.equal(PROPERTIES_RULES.length, 16);
  });

  it("holds the known number of rules of each level in each part", () => {
    for (const [rules, expected] of PARTS) assert.deepEqual(totals(rules), expected, rules[0]?.id);
  });

  it("names every rule once, as AREA-SUBJECT-NN", () => {
    assert.equal(new Set(RULES.map((rule) => rule.id)).size, RULES.length);
    for (const { id } of RULES) assert.match(id, /^[A-Z]+-[A-Z0-9]+-\d\d$/);
  });

  it("states every rule in a line of its own", () => {
    assert.equal(new Set(RULES.map((rule) => rule.statement)).size, RULES.length);
    for (const { id, statement } of RULES) assert.match(statement, /^\S.{10,90}[^. ]$/, id);
  });

  it("points at decisions by id", () => {
    for (const { id, decisions } of RULES)
      for (const decision of decisions) assert.match(decision, /^D-\d\d[\dA]$/, id);
  });

  it("uses every need and repeats none within a rule", () => {
    assert.deepEqual(
      [...new Set(RULES.flatMap((rule) => rule.needs))].sort(),
      Object.keys(NEEDS).sort(),
    );
    for (const { id, needs } of RULES) assert.equal(new Set(needs).size, needs.length, id);
  });

  it("finds a rule by id and refuses an unknown one", () => {
    assert.equal(ruleById("IDEM-REPLAY-01").level, "must");
    assert.equal(ruleById("REJ-UNK-02").conditional, true);
    assert.throws(() => ruleById("IDEM-REPLAY-99"), /no rule IDEM-REPLAY-99/);
  });
});
