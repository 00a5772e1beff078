import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonServer } from "../../scenarios/deployment/server.fixture.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Watch } from "../check/check.ts";
import { anyOf, type Expectation, odd, part, that } from "../check/expectation.ts";
import { runChecks } from "./run.ts";
import { checkOf, stateAt } from "./run-state.fixture.ts";
import { Watching } from "./watching.ts";

const MUST = "TIF-GTC-01";
const EITHER = "ORD-FIELD-02";
const OPEN = "ORD-FIELD-19";
const CONDITIONAL = "ERR-502-01";

function answer(status: number): Exchange {
  const request = { method: "GET", path: "/v1/account", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: "", body: undefined };
  return { at: 0, took: 1, actor: null, request, response, failure: null, class: null };
}

const status = (...wanted: number[]): Expectation<Exchange> =>
  part(
    "HTTP status",
    (exchange) => exchange.response?.status ?? 0,
    anyOf(...wanted.map((one) => that(String(one), (seen: number) => seen === one))),
  );

function watchOf(rule: string, given: Partial<Watch> = {}): Watch {
  const check = checkOf(async (t) => void (await t.agent.get("/account")));
  return { ...check, proves: [rule], selects: () => true, expects: status(200), ...given };
}

/** What a watch finds in these answers. */
function found(watch: Watch, statuses: number[], ended = new Map<Watch, unknown>()) {
  const watching = new Watching();
  watching.add(watch, ruleById(watch.proves[0] ?? ""));
  const exchanges = statuses.map(answer);
  for (const [index, exchange] of exchanges.entries()) {
    watching.saw(exchange, exchanges.slice(0, index + 1));
  }
  const [only] = watching.findings(ended);
  assert.ok(only);
  return only;
}

test("a watch passes when all it selects is as demanded", () => {
  assert.equal(found(watchOf(MUST), [200, 200]).finding.result, "pass");
  const selects = (exchange: Exchange) => exchange.response?.status !== 500;
  assert.equal(found(watchOf(MUST, { selects }), [200, 500]).finding.result, "pass");
});

test("one violation fails it, with the first one and what came before it as evidence", () => {
  const { finding, evidence } = found(watchOf(MUST), [200, 404, 200, 500]);
  assert.deepEqual([finding.result, finding.actual], ["fail", "HTTP status 404"]);
  assert.equal(evidence?.exchanges.length, 2);
  assert.equal(evidence?.deciding.response?.status, 404);
});

test("a warning stays unless a violation comes", () => {
  const expects = { ...status(200), judge: odd(status(200), "unusual").judge };
  assert.equal(found(watchOf(MUST, { expects }), [200, 200]).finding.detail, "unusual");
  assert.equal(found(watchOf(MUST, { expects }), [200, 404]).finding.result, "fail");
});

test("an open rule only warns, without evidence", () => {
  const { finding, evidence } = found(watchOf(OPEN), [404, 200]);
  assert.deepEqual([finding.result, evidence], ["warn", null]);
});

test("the alternatives met are listed, sorted, where there are several", () => {
  const expects = status(200, 404);
  const seen = found(watchOf(EITHER, { expects }), [404, 200, 404]).finding.observed;
  assert.deepEqual(seen, ["200", "404"]);
  assert.equal(found(watchOf(MUST, { expects }), [404]).finding.observed, null);
});

test("without anything to judge the end of the body says why", () => {
  const cases: [string, unknown, string, string][] = [
    [MUST, undefined, "inconclusive", "no such answer was seen"],
    [MUST, new Inconclusive("not run: interrupted"), "inconclusive", "not run: interrupted"],
    [MUST, new TypeError("broken"), "error", "broken"],
    [CONDITIONAL, undefined, "skipped", "did not arise: no such answer was seen"],
    [CONDITIONAL, new TypeError("broken"), "error", "broken"],
  ];
  for (const [rule, end, result, detail] of cases) {
    const watch = watchOf(rule);
    const { finding } = found(watch, [], end === undefined ? new Map() : new Map([[watch, end]]));
    assert.deepEqual([finding.result, finding.detail], [result, detail]);
  }
});

test("a watch sees the whole run, its own provocation and that of others", async (t) => {
  const venue = await jsonServer(t, { "GET /v1/account": {}, "GET /v1/orders": [404, {}] });
  const other = checkOf(
    async (t) => {
      await t.agent.get("/orders");
      t.observe("GEN-UNK-03", "asked");
    },
    { proves: ["GEN-UNK-03"] },
  );
  const shown = await runChecks([other, watchOf(MUST)], stateAt(t, venue.url));
  const failed = shown.find(({ finding }) => finding.rule === MUST);
  assert.equal(failed?.finding.result, "fail");
  assert.equal(failed?.evidence?.deciding.request.path, "/v1/orders");
  assert.equal(failed?.check.proves[0], MUST);
});

test("a watch that an ended run never provoked says why", async (t) => {
  const venue = await jsonServer(t, {});
  const state = stateAt(t, venue.url);
  state.deployment.clock.end("interrupted");
  const [shown] = await runChecks([watchOf(MUST)], state);
  assert.equal(shown?.finding.detail, "not run: interrupted");
});
