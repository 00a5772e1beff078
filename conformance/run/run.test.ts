import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Control } from "../../scenarios/deployment/control.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import { jsonServer, type SeenRequest } from "../../scenarios/deployment/server.fixture.ts";
import type { Check } from "../check/check.ts";
import { is } from "../check/expectation.ts";
import type { RunProgress } from "./checks-under-way.ts";
import { knownCosts, writesIn } from "./costs.ts";
import { runChecks, type Shown } from "./run.ts";
import { checkOf, credentialsOf, SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const MUST = "TIF-GTC-01";
const OTHER = "GEN-PREFIX-08";

/** Runs checks at a venue that has an account and nothing else. */
async function run(t: TestContext, checks: Check[], given: Parameters<typeof stateAt>[2] = {}) {
  const venue = await jsonServer(t, { "GET /v1/account": { ok: true } });
  const state = stateAt(t, venue.url, given);
  const progress: RunProgress[] = [];
  const shown = await runChecks(checks, state, { progress: (one) => progress.push(one) });
  return { shown, progress, state, seen: venue.seen };
}

const resultsOf = (shown: Shown[]) => shown.map(({ finding }) => [finding.rule, finding.result]);

/** A check of a rule that holds or not, time after time; the last answer stays. */
function judging(holds: boolean[], given: Partial<Check> = {}): Check {
  let times = 0;
  return checkOf(async (t) => {
    await t.agent.get("/account");
    t.expect(given.proves?.[0] ?? MUST, holds[Math.min(times++, holds.length - 1)], is(true));
  }, given);
}

test("what holds passes and what does not fails, with the exchange that decided", async (t) => {
  const { shown } = await run(t, [judging([true]), judging([false], { proves: [OTHER] })]);
  assert.deepEqual(resultsOf(shown), [
    [MUST, "pass"],
    [OTHER, "fail"],
  ]);
  assert.equal(shown[0]?.evidence, null);
  assert.equal(shown[1]?.evidence?.deciding.request.path, "/v1/account");
});

test("a check may send hundreds of thousands of requests", async (t) => {
  const many = checkOf(async (t) => {
    const exchange = await t.agent.get("/account");
    for (let count = 1; count < 300_000; count += 1) t.sent.add(exchange);
    t.expect(MUST, true, is(true));
  });
  const { shown, progress } = await run(t, [many]);
  assert.deepEqual(resultsOf(shown), [[MUST, "pass"]]);
  assert.equal(progress[0]?.requests, 300_000);
});

test("one defect is one failure: what stands on it is inconclusive", async (t) => {
  const { shown } = await run(t, [judging([false], { proves: [MUST, OTHER] })]);
  assert.deepEqual(resultsOf(shown), [
    [MUST, "fail"],
    [OTHER, "inconclusive"],
  ]);
});

test("a check that breaks is an error of its rules and disturbs no other", async (t) => {
  const broken = checkOf(async () => {
    throw new TypeError("cannot read");
  });
  const { shown } = await run(t, [broken, judging([true], { proves: [OTHER] })]);
  assert.deepEqual(resultsOf(shown), [
    [MUST, "error"],
    [OTHER, "pass"],
  ]);
});

test("a check that uses what it does not need says so", async (t) => {
  const greedy = checkOf(async (t) => void (await t.other.get("/account")));
  const { shown } = await run(t, [greedy]);
  assert.equal(shown[0]?.finding.result, "error");
  assert.match(shown[0]?.finding.detail ?? "", /does not need: two-owners/);
});

test("a missing need is a skip that names the line of the profile", async (t) => {
  const { shown, seen } = await run(t, [judging([true], { needs: ["perp", "agent"] })]);
  assert.equal(shown[0]?.finding.result, "skipped");
  const line = "needs an OPEN perp: a markets entry with kind: BTC_PERP, status: OPEN";
  assert.equal(shown[0]?.finding.detail, line);
  assert.equal(seen.length, 0);
});

test("on a shared market a failure counts when it repeats twice", async (t) => {
  const needs = ["market", "agent", "quiet"] as const;
  const cases: [boolean[], string, number][] = [
    [[true], "pass", 1],
    [[false, true], "inconclusive", 2],
    [[false, false, true], "inconclusive", 3],
    [[false], "fail", 3],
  ];
  for (const [holds, result, requests] of cases) {
    const { shown, seen } = await run(t, [judging(holds, { needs })]);
    assert.deepEqual(resultsOf(shown), [[MUST, result]], holds.join());
    assert.equal(seen.length, requests, holds.join());
  }
});

test("a market behind a closed gate is left for another, and known from then on", async (t) => {
  const perp: MarketInfo = { ...SHARED_MARKET, id: "perp-1", kind: "BTC_PERP" };
  const venue = await jsonServer(t, {
    "POST /v1/orders": ({ body }: SeenRequest) =>
      body.includes(perp.id) ? [503, { code: "FEATURE_DISABLED" }] : [422, {}],
  });
  const placing = (given: Partial<Check>) =>
    checkOf(async (t) => {
      const placed = await t.agent.place(t.market.resting());
      t.expect(given.proves?.[0] ?? MUST, placed.httpStatus, is(422));
    }, given);
  // Leases take turns: the first check is given the second market.
  const given = { markets: [SHARED_MARKET, perp], agents: [credentialsOf("maker")] };
  const state = stateAt(t, venue.url, given);
  const onPerps = placing({ proves: ["KEY-NEW-08"], needs: ["perp", "agent"] });
  const checks = [placing({}), placing({ proves: [OTHER] }), onPerps];
  const shown = await runChecks(checks, state);
  assert.deepEqual(resultsOf(shown), [
    [MUST, "pass"],
    [OTHER, "pass"],
    ["KEY-NEW-08", "inconclusive"],
  ]);
  const placed = venue.seen.filter(({ route }) => route === "POST /v1/orders");
  const asked = placed.map(({ body }) => JSON.parse(body).market_id);
  assert.deepEqual(asked, [perp.id, SHARED_MARKET.id, SHARED_MARKET.id, perp.id]);
});

test("what third parties left an agent with is given back, and nothing it held before", async (t) => {
  for (const [before, given] of [
    [0, [{ side: "SELL", qty: 3, reduce_only: true }]],
    [2, []],
  ] as const) {
    let position: number = before;
    const venue = await jsonServer(t, {
      "GET /v1/positions": () => [200, [{ market_id: SHARED_MARKET.id, net_qty: position }]],
      "POST /v1/orders": () => {
        position = 0;
        return [200, { status: "FILLED", order_id: "o-1", filled_qty: 3 }];
      },
    });
    const starting = checkOf(async (t) => {
      await t.flat(t.agent);
      t.expect(MUST, true, is(true));
      position = 3;
    });
    const state = stateAt(t, venue.url, { agents: [credentialsOf("maker")] });
    const shown = await runChecks([starting, starting], state);
    const result = before === 0 ? "pass" : "inconclusive";
    assert.deepEqual(resultsOf(shown).at(-1), [MUST, result]);
    const placed = venue.seen.filter(({ route }) => route === "POST /v1/orders");
    const orders = placed.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      orders.map(({ side, qty, reduce_only }) => ({ side, qty, reduce_only })),
      given,
    );
  }
});

test("an unconfirmed failure says what it was", async (t) => {
  const needs = ["market", "agent", "quiet"] as const;
  const { shown } = await run(t, [judging([false, true], { needs })]);
  assert.match(
    shown[0]?.finding.detail ?? "",
    /^failed once and could not be shown again: expected true; saw false$/,
  );
  assert.equal(shown[0]?.evidence, null);
});

test("where nobody can interfere one failure is enough", async (t) => {
  const { shown, seen } = await run(t, [judging([false])]);
  assert.deepEqual(resultsOf(shown), [[MUST, "fail"]]);
  assert.equal(seen.length, 1);
});

test("progress counts what can run, and what failed so far", async (t) => {
  const unable = judging([true], { needs: ["perp"] });
  const checks = [judging([false]), unable, judging([true], { proves: [OTHER] })];
  const { progress } = await run(t, checks);
  assert.deepEqual(
    progress.map(({ done, total, failed, requests }) => [done, total, failed, requests]),
    [
      [1, 2, 1, 1],
      [2, 2, 1, 1],
    ],
  );
});

test("an ended run leaves the rest unrun, each with the reason", async (t) => {
  const interrupting = checkOf(
    async (t) => {
      await t.agent.get("/account");
      t.expect(MUST, true, is(true));
      stop();
      await t.agent.get("/account");
    },
    { proves: [MUST, "KEY-NEW-08"] },
  );
  const venue = await jsonServer(t, { "GET /v1/account": {} });
  const state = stateAt(t, venue.url, { agents: [credentialsOf("maker")] });
  const stop = () => state.deployment.clock.end("interrupted");
  const shown = await runChecks([interrupting, judging([true], { proves: [OTHER] })], state);
  const details = shown.map(({ finding }) => [finding.rule, finding.result, finding.detail]);
  assert.deepEqual(details.slice(1), [
    ["KEY-NEW-08", "inconclusive", "not finished: interrupted"],
    [OTHER, "inconclusive", "not run: interrupted"],
  ]);
  assert.equal(venue.seen.length, 1);
});

test("checks of two owners run side by side, but for those that take a market of both, and readers", async (t) => {
  const venue = await jsonServer(t, { "GET /v1/account": {} });
  let running = 0;
  const most = { free: 0, market: 0, reading: 0 };
  const watching = (what: keyof typeof most, needs: Check["needs"]) =>
    checkOf(
      async (t) => {
        running += 1;
        most[what] = Math.max(most[what], running);
        await t.agent.get("/account");
        running -= 1;
        t.expect(MUST, true, is(true));
      },
      { needs },
    );
  const state = stateAt(t, venue.url, { markets: [SHARED_MARKET] });
  const free = ["agent"] as const;
  await runChecks([watching("free", free), watching("free", free)], state);
  const onMarket = ["agent", "market"] as const;
  // One that takes a market, and so an agent, in its cells alone.
  const inCells = { ...watching("market", []), over: { kind: ["BTC_BINARY"] } } as const;
  const three = [watching("market", onMarket), watching("market", onMarket), inCells];
  await runChecks(three, state);
  const [both, reading] = [["agent", "two-owners"] as const, ["shared-key"] as const];
  await runChecks([watching("reading", both), watching("reading", reading)], state);
  assert.deepEqual(most, { free: 2, market: 1, reading: 2 });
});

test("limit rules are judged while all that is left of a shared agent has to wait", async (t) => {
  const { url } = await jsonServer(t, { "GET /v1/account": {} });
  const state = stateAt(t, url, { allowsLoad: true });
  const { pacer, clock } = state.deployment;
  for (const agent of ["maker", "taker"].map(credentialsOf)) {
    while (pacer.roomFor(agent, "write", 1) === 0) await pacer.admit(agent, "write");
  }
  const [title] = Object.entries(knownCosts()).find(([, { requests }]) => writesIn(requests) > 0)!;
  const writing = checkOf(async (t) => t.expect(MUST, true, is(true)), { title });
  const bursting = checkOf(
    async (t) => {
      t.expect(OTHER, true, is(true));
      clock.end("seen enough");
    },
    { proves: [OTHER], needs: ["agent", "load"] },
  );
  const shown = await runChecks([writing, bursting], state);
  assert.deepEqual(resultsOf(shown), [
    [MUST, "inconclusive"],
    [OTHER, "pass"],
  ]);
});

test("checks with agents and markets of their own run side by side, reported in order", async (t) => {
  let made = 0;
  const control = {
    can: () => true,
    createAgent: async () => ({ agentId: `a-${++made}`, apiKey: `k-${made}` }),
    createMarket: async () => `m-${++made}`,
  } as unknown as Control;
  const waits: (() => void)[] = [];
  const first = checkOf(async (t) => {
    await new Promise<void>((resume) => waits.push(resume));
    t.expect(MUST, true, is(true));
  });
  const second = checkOf(
    async (t) => {
      t.expect(OTHER, true, is(true));
      waits.shift()?.();
    },
    { proves: [OTHER] },
  );
  const { shown, progress } = await run(t, [first, second], { control });
  assert.deepEqual(
    progress.map(({ check }) => check.proves[0]),
    [OTHER, MUST],
  );
  assert.deepEqual(resultsOf(shown), [
    [MUST, "pass"],
    [OTHER, "pass"],
  ]);
});
