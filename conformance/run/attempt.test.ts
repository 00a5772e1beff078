import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import type { Control } from "../../scenarios/deployment/control.ts";
import { ControlSilent } from "../../scenarios/deployment/control-endpoint.ts";
import { type CannedRoutes, jsonServer } from "../../scenarios/deployment/server.fixture.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import { is } from "../check/expectation.ts";
import { oncePerLease } from "../check/once.ts";
import { attempt } from "./attempt.ts";
import { knownCosts } from "./costs.ts";
import { checkOf, credentialsOf, SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const MUST = "TIF-GTC-01";
const MANNERS = { waitsMostMs: Infinity, alone: async () => () => {} };

const accepted = { order_id: "5f0c", status: "NEW", filled_qty: 0, remaining_qty: 1 };
const filled = { ...accepted, order_id: "91aa", status: "FILLED", filled_qty: 1, remaining_qty: 0 };

/** Attempts a check at a venue with these routes; what the venue saw after the check's own. */
async function after(t: TestContext, routes: CannedRoutes, check: Check) {
  const { url, seen } = await jsonServer(t, { "DELETE /v1/orders": {}, ...routes });
  const outcome = await attempt({ check: check, cells: [{}] }, stateAt(t, url), MANNERS);
  const wrote = seen.filter(({ route }) => !route.startsWith("GET"));
  return { outcome, wrote: wrote.map(({ route, query }) => `${route} ${query}`.trim()), seen };
}

const CANCELLED = `DELETE /v1/orders market_id=${SHARED_MARKET.id}`;

test("what rests is cancelled, also when the check failed or broke", async (t) => {
  const broken = () => {
    throw new TypeError("broken");
  };
  for (const end of [() => {}, broken]) {
    const resting = checkOf(async (t) => {
      await t.agent.place(t.market.resting());
      end();
      t.expect(MUST, 1, is(1));
    });
    const { wrote } = await after(t, { "POST /v1/orders": [201, accepted] }, resting);
    assert.deepEqual(wrote, ["POST /v1/orders", CANCELLED]);
  }
});

test("a failed expectation still cancels, and stays the verdict", async (t) => {
  const failing = checkOf(async (t) => {
    const { status } = await t.agent.place(t.market.resting());
    t.expect(MUST, status, is("PARTIAL"));
  });
  const { wrote, outcome } = await after(t, { "POST /v1/orders": [201, accepted] }, failing);
  assert.deepEqual(wrote, ["POST /v1/orders", CANCELLED]);
  assert.deepEqual(
    outcome.findings.map(({ result }) => result),
    ["fail"],
  );
});

test("an order whose answer does not tell its fate is cancelled too", async (t) => {
  const placing = checkOf(async (t) => {
    await t.agent.place(t.market.resting());
  });
  const { wrote, outcome } = await after(t, { "POST /v1/orders": [503, {}] }, placing);
  assert.deepEqual(wrote, ["POST /v1/orders", CANCELLED]);
  assert.equal(outcome.findings[0]?.result, "inconclusive");
});

test("what its record says is over is not cancelled at once, but when the run ends", async (t) => {
  const resting = checkOf(async (t) => {
    await t.agent.place(t.market.resting());
    t.expect(MUST, 1, is(1));
  });
  const { order_id } = accepted;
  const { url, seen } = await jsonServer(t, {
    "POST /v1/orders": [201, accepted],
    [`GET /v1/orders/${order_id}`]: { order_id, status: "FILLED" },
    "DELETE /v1/orders": {},
  });
  const state = stateAt(t, url);
  await attempt({ check: resting, cells: [{}] }, state, MANNERS);
  assert.deepEqual(
    seen.map(({ route }) => route),
    ["POST /v1/orders", `GET /v1/orders/${order_id}`],
  );
  await state.sweep();
  assert.deepEqual(
    seen.slice(2).map(({ route }) => route),
    ["DELETE /v1/orders", "GET /v1/orders/open"],
  );
  assert.deepEqual(state.left, []);
});

test("a check that has no room for its declines is put off, unless it may not be", async (t) => {
  const { url, seen } = await jsonServer(t, { "POST /v1/orders": [422, {}] });
  const state = stateAt(t, url);
  // One a cell.
  const [title] = Object.entries(knownCosts()).find(([, one]) => one.declines === one.cells)!;
  const provoking = checkOf(
    async (t) => {
      const { httpStatus } = await t.agent.place(t.market.resting());
      t.expect(MUST, httpStatus, is(422));
    },
    { title, each: true },
  );
  const task = { check: provoking, cells: [{ side: "BUY" }, { side: "SELL" }] as const };
  const decline = (name: string) => {
    for (let n = 0; n < 3; n += 1) {
      state.deployment.pacer.declined(credentialsOf(name), SHARED_MARKET.id, "BUY");
    }
  };
  const results = async (waitsMostMs: number) => {
    const { findings, putOff } = await attempt(task, state, { ...MANNERS, waitsMostMs });
    return [findings.length, putOff?.task.cells.length ?? 0];
  };
  decline("taker");
  assert.deepEqual(await results(500), [2, 0], "the other agent has room");
  decline("maker");
  assert.deepEqual(await results(500), [0, 2]);
  assert.equal(seen.length, 2);
  assert.deepEqual(await results(Infinity), [2, 0]);
});

test("nothing is cancelled where nothing can rest", async (t) => {
  for (const answer of [
    [201, filled],
    [200, { status: "REJECTED", reject_reason: "X" }],
    [422, { code: "VALIDATION_ERROR" }],
  ]) {
    const placing = checkOf(async (t) => {
      await t.agent.place(t.market.resting());
    });
    const { wrote } = await after(t, { "POST /v1/orders": answer }, placing);
    assert.deepEqual(wrote, ["POST /v1/orders"]);
  }
});

test("trouble in the clean-up changes no verdict", async (t) => {
  const passing = checkOf(async (t) => {
    await t.agent.place(t.market.resting());
    t.expect(MUST, 1, is(1));
  });
  const routes = { "POST /v1/orders": [201, accepted], "DELETE /v1/orders": [500, {}] };
  const { outcome } = await after(t, routes, passing);
  assert.deepEqual(
    outcome.findings.map(({ result }) => result),
    ["pass"],
  );
});

test("a position between the two agents is traded back, reducing only", async (t) => {
  const trading = checkOf(
    async (t) => {
      const [price = 0] = await t.market.inside();
      await t.other.place(t.market.limit("SELL", price));
      await t.agent.place(t.market.limit("BUY", price));
    },
    { needs: ["market", "agent", "two-owners"] },
  );
  const { seen } = await after(t, { "POST /v1/orders": [201, filled] }, trading);
  const orders = seen.filter(({ route }) => route.startsWith("POST"));
  const sent = orders.map(({ body, authorization }) => {
    const { side, reduce_only = false } = JSON.parse(body);
    return [authorization, side, reduce_only];
  });
  const [other, agent] = [orders[0]?.authorization, orders[1]?.authorization];
  assert.deepEqual(sent.slice(2), [
    [agent, "SELL", true],
    [other, "BUY", true],
  ]);
});

test("a lease that control refuses is an error; one it leaves unanswered is not", async (t) => {
  const { url } = await jsonServer(t, {});
  const cases: [Error, string][] = [
    [new Error("POST /agents answered 500"), "error"],
    [new ControlSilent("POST /agents", "refused"), "inconclusive"],
  ];
  for (const [error, result] of cases) {
    const control = { can: () => true, createAgent: () => Promise.reject(error) };
    const state = stateAt(t, url, { control: control as unknown as Control });
    const { findings } = await attempt(
      { check: checkOf(async () => {}, { needs: ["agent"] }), cells: [{}] },
      state,
      MANNERS,
    );
    assert.equal(findings[0]?.result, result);
  }
});

/** A venue that answers as `behave` does; it closes with the test. */
async function venue(
  t: TestContext,
  behave: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(behave).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reading = checkOf(async (t) => void (await t.agent.get("/account")));

test("a target that falls silent ends the run; one that comes back does not", async (t) => {
  let asked = 0;
  const flaky = await venue(t, (request, response) => {
    asked += 1;
    if (asked % 4 === 0) response.end("{}");
    else request.destroy();
  });
  const state = stateAt(t, flaky);
  for (let n = 0; n < 3; n += 1) await attempt({ check: reading, cells: [{}] }, state, MANNERS);
  assert.equal(state.stopped, null);
  const dead = stateAt(t, await venue(t, (request) => void request.destroy()));
  for (let n = 0; n < 2; n += 1) await attempt({ check: reading, cells: [{}] }, dead, MANNERS);
  assert.equal(dead.stopped, "the target stopped answering (reset)");
});

test("requests lost together count once", async (t) => {
  const url = await venue(t, (request) => void setTimeout(() => request.destroy(), 50));
  const state = stateAt(t, url);
  const volley = checkOf(async (t) => {
    const asks = Array.from({ length: 6 }, () =>
      t.agent.burst({ method: "GET", path: "/account" }),
    );
    await Promise.all(asks);
  });
  await attempt({ check: volley, cells: [{}] }, state, MANNERS);
  assert.equal(state.stopped, null);
});

test("a target that hangs ends the run after a few timeouts, its clean-up included", async (t) => {
  const state = stateAt(t, await venue(t, () => {}), { timeoutMs: 40 });
  const placing = checkOf(async (t) => {
    await t.agent.place(t.market.resting());
  });
  const start = performance.now();
  const { findings } = await attempt({ check: placing, cells: [{}] }, state, MANNERS);
  assert.match(findings[0]?.detail ?? "", /^no response to POST \/orders: timeout$/);
  assert.equal(state.stopped, "the target stopped answering (timeout)");
  assert.ok(performance.now() - start < 2_000);
});

test("a silent operator's endpoint ends the run as well", async (t) => {
  const state = stateAt(t, "http://127.0.0.1:1");
  const silent = new ControlSilent("PUT /freeze", "refused");
  for (let n = 0; n < 4; n += 1) assert.ok(state.excused(silent) instanceof Inconclusive);
  assert.equal(state.stopped, "the target stopped answering (refused)");
  const defect = new TypeError("x");
  assert.equal(state.excused(defect), defect);
});

test("what one cell waited for in vain is not waited for long in the next ones", async (t) => {
  const reads: number[] = [];
  const failing: Check = {
    ...checkOf(async (t) => {
      reads.push(0);
      const read = async () => ++reads[reads.length - 1]!;
      await t.eventually(MUST, read, is(-1));
    }),
    each: true,
  };
  const { url } = await jsonServer(t, { "DELETE /v1/orders": {} });
  const cells = [{ prefix: "" }, { prefix: "/v1" }, { prefix: "/api" }] as const;
  const { findings } = await attempt(
    { check: failing, cells },
    stateAt(t, url, { patienceMs: 400 }),
    MANNERS,
  );
  assert.deepEqual(
    findings.map(({ result }) => result),
    ["fail", "fail", "fail"],
  );
  assert.deepEqual(reads, [6, 3, 3]);
});

test("what is arranged once for all cells is arranged anew after a cell that failed", async (t) => {
  const orders = oncePerLease(({ agent, market }) => agent.place(market.resting()));
  const judging: Check = {
    ...checkOf(async (t) => {
      await orders(t);
      t.expect(MUST, t.cell.prefix, is("/v1"));
    }),
    each: true,
  };
  const { url, seen } = await jsonServer(t, { "POST /v1/orders": [201, filled] });
  const cells = [{ prefix: "/v1" }, { prefix: "/v1" }, { prefix: "" }, { prefix: "/v1" }] as const;
  const placed = () => seen.filter(({ route }) => route === "POST /v1/orders").length;
  await attempt({ check: judging, cells: cells.slice(0, 2) }, stateAt(t, url), MANNERS);
  assert.equal(placed(), 1);
  await attempt({ check: judging, cells }, stateAt(t, url), MANNERS);
  assert.equal(placed(), 1 + 2);
});
