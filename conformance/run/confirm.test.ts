import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type CannedRoutes, jsonServer } from "../../scenarios/deployment/server.fixture.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Conditions } from "../check/conditions.ts";
import { is } from "../check/expectation.ts";
import { believed } from "./confirm.ts";
import { checkOf, SHARED_MARKET, stateAt } from "./run-state.fixture.ts";
import type { Manners } from "./task.ts";

const MANNERS: Manners = { waitsMostMs: Infinity, alone: async () => () => {} };
const PATH = `/markets/${SHARED_MARKET.id}`;

/** Reads a market that is to be called "right"; how that came out, and how often it was read. */
async function judged(
  t: TestContext,
  routes: CannedRoutes,
  conditions: Conditions,
  further: readonly Conditions[] = [],
  manners = MANNERS,
) {
  const { url, seen } = await jsonServer(t, routes);
  const check = checkOf(
    async (t) => {
      const { response } = await t.agent.get(PATH);
      t.expect("TIF-GTC-01", Object(response?.body).called, is("right"));
    },
    { needs: ["agent"] },
  );
  const task = { check, cells: [{}], conditions, further };
  const { findings, putOff } = await believed(task, stateAt(t, url), manners);
  return { finding: findings[0], putOff, reads: seen.map(({ route }) => route) };
}

const RIGHT = { called: "right" };
const WRONG = { called: "wrong" };

test("what holds in its conditions is not looked at again", async (t) => {
  const routes = { [`GET /api${PATH}`]: RIGHT };
  const { finding, reads } = await judged(t, routes, { prefix: "/api" });
  assert.equal(finding?.result, "pass");
  assert.deepEqual(reads, [`GET /api${PATH}`]);
});

test("what holds in the first of its conditions must do so in the further ones too", async (t) => {
  const routes = {
    ...{ [`GET /api${PATH}`]: RIGHT, [`GET /v1${PATH}`]: RIGHT },
    [`GET /api/v1${PATH}`]: WRONG,
  };
  const conditions = [{ prefix: "/api/v1" }, { prefix: "/v1" }] as const;
  const { finding, reads } = await judged(t, routes, { prefix: "/api" }, conditions);
  assert.equal(finding?.conditions, "under /api/v1");
  assert.deepEqual(reads.slice(0, 2), [`GET /api${PATH}`, `GET /api/v1${PATH}`]);
});

const LATER = { later: true } as const;

test("what is for later is put off where others go on, once what comes before it holds", async (t) => {
  const routes = { [`GET /v1${PATH}`]: RIGHT, [`GET /api${PATH}`]: RIGHT };
  const { finding, putOff, reads } = await judged(t, routes, { prefix: "/api" }, [LATER]);
  assert.deepEqual([finding, reads], [undefined, [`GET /api${PATH}`]]);
  assert.deepEqual([putOff?.task.conditions, putOff?.task.further], [LATER, []]);
});

test("what fails when time has passed alone says so", async (t) => {
  let isLate = false;
  const called = () => {
    const answer = isLate ? WRONG : RIGHT;
    isLate = false;
    return answer;
  };
  const afterAWhile = async () => {
    isLate = true;
  };
  const manners = { ...MANNERS, afterAWhile };
  const { finding, putOff } = await judged(t, { [`GET /v1${PATH}`]: called }, LATER, [], manners);
  assert.equal(putOff, null);
  assert.equal(finding?.conditions, "two minutes later");
});

test("what is missing in its conditions alone is looked at without them", async (t) => {
  const { url } = await jsonServer(t, { [`GET /v1${PATH}`]: RIGHT });
  const check = checkOf(
    async (t) => {
      const { response } = await t.agent.get(PATH, {}, { tolerates: [404] });
      if (response?.status === 404) throw new Missing("needs a market");
      t.expect("TIF-GTC-01", 1, is(1));
    },
    { needs: ["agent"] },
  );
  const task = { check, cells: [{}], conditions: { prefix: "/api" } as const };
  const state = stateAt(t, url);
  const { findings } = await believed(task, state, MANNERS);
  assert.equal(findings[0]?.result, "pass");
  assert.deepEqual(state.conditions, { tried: 1, lacking: [check.title] });
});

test("what fails in its conditions alone says so", async (t) => {
  const routes = { [`GET /api${PATH}`]: WRONG, [`GET /v1${PATH}`]: RIGHT };
  const { finding } = await judged(t, routes, { prefix: "/api" });
  assert.equal(finding?.result, "fail");
  assert.equal(finding?.conditions, "under /api");
  assert.match(String(finding?.detail), /saw "wrong", under \/api alone$/);
});

test("what fails without them too is told as it fails then", async (t) => {
  const routes = { [`GET /api${PATH}`]: WRONG, [`GET /v1${PATH}`]: { called: "bad" } };
  const { finding } = await judged(t, routes, { prefix: "/api" });
  assert.equal(finding?.conditions, undefined);
  assert.match(String(finding?.detail), /saw "bad"$/);
});

test("what cannot be judged in its conditions is judged without them", async (t) => {
  const routes = { [`GET /api${PATH}`]: [503, {}] as [number, unknown], [`GET /v1${PATH}`]: RIGHT };
  const { finding } = await judged(t, routes, { prefix: "/api" });
  assert.equal(finding?.result, "pass");
});

test("of several parts the one by which it fails alone is told", async (t) => {
  const routes = { [`GET /api${PATH}`]: WRONG, [`GET /v1${PATH}`]: RIGHT };
  const moment = { says: "after nothing", takes: {}, goThrough: async () => {} };
  const { finding } = await judged(t, routes, { moments: [moment], prefix: "/api" });
  assert.equal(finding?.conditions, "under /api");
});

test("what cannot be looked at again failed all the same", async (t) => {
  const routes = { [`GET /api${PATH}`]: WRONG, [`GET /v1${PATH}`]: [503, {}] as [number, unknown] };
  const { finding } = await judged(t, routes, { prefix: "/api" });
  assert.equal(finding?.result, "fail");
  assert.equal(finding?.conditions, undefined);
});

test("a failure in a moment is shown again once late reads have caught up with it", async (t) => {
  const { url } = await jsonServer(t, {});
  let movedAt = -Infinity;
  const moment = {
    ...{ says: "after it moved", takes: {} },
    async goThrough() {
      movedAt = performance.now();
    },
  };
  const check = checkOf(async (t) => {
    const isLate = performance.now() - movedAt < 1_000;
    movedAt = -Infinity;
    t.expect("TIF-GTC-01", isLate, is(false));
  });
  const task = { check, cells: [{}], conditions: { moments: [moment] } };
  const { findings } = await believed(task, stateAt(t, url), MANNERS);
  assert.equal(findings[0]?.result, "inconclusive");
  assert.match(String(findings[0]?.detail), /^failed once and could not be shown again/);
});

for (const [reason, result] of [
  ["POSITION_CAP", "pass"],
  ["UNKNOWN_MARKET", "fail"],
]) {
  test(`what is declined with ${reason} after all that came before alone is a ${result}`, async (t) => {
    const { url } = await jsonServer(t, {
      [`GET /v1${PATH}`]: RIGHT,
      "GET /v1/markets/declining": { ...WRONG, reject_reason: reason },
    });
    let held = 0;
    const moment = (says: string) => ({
      ...{ says, takes: {} },
      async goThrough() {
        held += 1;
      },
    });
    const check = checkOf(
      async (t) => {
        const path = held === 2 ? "/markets/declining" : PATH;
        held = 0;
        const { response } = await t.agent.get(path);
        t.expect("TIF-GTC-01", Object(response?.body).called, is("right"));
      },
      { needs: ["agent"] },
    );
    const conditions = { moments: [moment("after one"), moment("after another")] };
    const task = { check, cells: [{}], conditions };
    const { findings } = await believed(task, stateAt(t, url), MANNERS);
    assert.equal(findings[0]?.result, result);
  });
}
