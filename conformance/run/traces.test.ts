import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  type CannedRoutes,
  jsonServer,
  type SeenRequest,
} from "../../scenarios/deployment/server.fixture.ts";
import type { Check } from "../check/check.ts";
import { is } from "../check/expectation.ts";
import { attempt } from "./attempt.ts";
import { checkOf, SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const MUST = "TIF-GTC-01";
const MANNERS = { waitsMostMs: Infinity, alone: async () => () => {} };
const RESTING = { order_id: "o-1", status: "NEW", filled_qty: 0, remaining_qty: 1 };
const MET = { order_id: "o-2", status: "FILLED", filled_qty: 1, remaining_qty: 0 };

async function attempted(t: TestContext, routes: CannedRoutes, checks: readonly Check[]) {
  const { url, seen } = await jsonServer(t, routes);
  const state = stateAt(t, url);
  const outcomes = [];
  for (const check of checks) {
    outcomes.push(await attempt({ check, cells: [{}] }, state, MANNERS));
  }
  await state.sweep();
  const [said] = outcomes.at(-1)?.findings ?? [];
  return { detail: said?.detail, left: state.left, seen: seen.map(({ route }) => route) };
}

/** Rests a bid, and an ask after it. */
const crossing = checkOf(async (t) => {
  await t.agent.place(t.market.resting("BUY"));
  await t.agent.rests(t.market.resting("SELL"));
});

const answered =
  (bid: unknown, ask: unknown) =>
  ({ body }: SeenRequest) => [201, JSON.parse(body).side === "BUY" ? bid : ask];

const OWN: [what: string, record: unknown, says: RegExp][] = [
  ["of this run's own", { order_id: "o-1", filled_qty: 1 }, /an order of this run's own, o-1 of /],
  ["of whom, if it cannot be read", {}, /a third party's order, or one of this run's$/],
];

for (const [what, record, says] of OWN) {
  test(`an order that a resting order met is told to be one ${what}`, async (t) => {
    const { detail } = await attempted(
      t,
      {
        "POST /v1/orders": answered(RESTING, MET),
        "GET /v1/orders/o-1": [200, record],
        "DELETE /v1/orders": {},
      },
      [crossing],
    );
    assert.match(detail ?? "", says);
    assert.match(detail ?? "", /^a resting order met /);
  });
}

test("an order is a third party's where none of the run's own rests", async (t) => {
  const rests = checkOf(async (t) => void (await t.agent.rests(t.market.resting("SELL"))));
  const { detail } = await attempted(t, { "POST /v1/orders": answered(RESTING, MET) }, [rests]);
  assert.equal(detail, "a resting order met a third party's order");
});

const resting = checkOf(async (t) => {
  await t.agent.place(t.market.resting());
  t.expect(MUST, 1, is(1));
});

test("an order whose cancel is refused everywhere is left, with what it was answered", async (t) => {
  const { left } = await attempted(t, { "POST /v1/orders": [201, RESTING] }, [resting]);
  const [{ agent: _, ...order }] = left as [(typeof left)[number]];
  assert.deepEqual(order, {
    ...{ what: "order", id: "o-1", market: SHARED_MARKET.id },
    why: "DELETE /orders/o-1 was answered 404",
  });
});

test("an order that is listed as open after a cancel of all is cancelled by its id", async (t) => {
  let open = true;
  const { left, seen } = await attempted(
    t,
    {
      "POST /v1/orders": [201, RESTING],
      "DELETE /v1/orders": {},
      "GET /v1/orders/open": () => [200, { orders: open ? [RESTING, { order_id: "old" }] : [] }],
      "DELETE /v1/orders/o-1": () => {
        open = false;
        return [200, {}];
      },
    },
    [resting],
  );
  assert.deepEqual(left, []);
  assert.deepEqual(
    seen.filter((route) => route.startsWith("DELETE /v1/orders/")),
    ["DELETE /v1/orders/o-1"],
  );
});

test("an order whose cancel is only said to be done is left", async (t) => {
  const { left } = await attempted(
    t,
    {
      "POST /v1/orders": [201, RESTING],
      "DELETE /v1/orders": {},
      "DELETE /v1/orders/o-1": {},
      "GET /v1/orders/open": { orders: [RESTING] },
    },
    [resting],
  );
  assert.match(left[0]?.why ?? "", /answered as done, and it is listed as open$/);
});

test("an order without an answer is left as unknown where nothing can be cancelled", async (t) => {
  const { left } = await attempted(t, { "POST /v1/orders": [503, {}] }, [resting]);
  assert.deepEqual(
    left.map(({ id, why }) => [id, why]),
    [["unknown", "DELETE /orders was answered 404"]],
  );
});

test("a check that ends beside others cancels its own orders alone", async (t) => {
  const beside = checkOf(
    async (it) => {
      await it.agent.place(it.market.resting());
      it.expect(MUST, 1, is(1));
    },
    { needs: ["market", "agent", "minute"] },
  );
  const { seen } = await attempted(
    t,
    {
      "POST /v1/orders": [201, RESTING],
      "DELETE /v1/orders": {},
      "DELETE /v1/orders/o-1": {},
      "GET /v1/orders/open": { orders: [RESTING, { order_id: "of another check" }] },
    },
    [beside],
  );
  const cancels = seen.filter((route) => route.startsWith("DELETE "));
  assert.deepEqual([...new Set(cancels)], ["DELETE /v1/orders/o-1"]);
});
