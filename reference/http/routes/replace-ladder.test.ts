import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, place, get, bearer, market, control } = await startTestVenue();
const ZERO = "00000000-0000-0000-0000-000000000000";
const UNKNOWN = "11111111-1111-4111-8111-111111111111";

const as = (name: string) => ({
  cancel: (id: string) => api.delete(`/v1/orders/${id}`).set("Authorization", bearer(name)),
  cancelAll: () => api.delete("/v1/orders").set("Authorization", bearer(name)),
  amend: (id: string, body: object) =>
    api.patch(`/v1/orders/${id}`).set("Authorization", bearer(name)).send(body),
  ladder: (body: object) =>
    api.post("/v1/orders/replace-ladder").set("Authorization", bearer(name)).send(body),
});
const openIds = async (name: string): Promise<string[]> => {
  const { body } = await get(name, "/v1/orders/open").expect(200);
  return body.orders.map((order: { order_id: string }) => order.order_id);
};

describe("POST /orders/replace-ladder", () => {
  const rung = (price: number) => ({ side: "BUY", type: "LIMIT", price, qty: 1 });
  const ladder = (...prices: number[]) => ({
    market_id: market("BTC_BINARY"),
    orders: prices.map(rung),
  });

  it("swaps the orders of a market for the new ones, one result each", async () => {
    const old = await place("maker", { price: 9 });
    const { body } = await as("maker")
      .ladder(ladder(10, 11, 100))
      .expect(200);
    assert.deepEqual(body.cancelled, [old.body.order_id]);
    const statuses = body.results.map((result: { status: string }) => result.status);
    assert.deepEqual(statuses, ["NEW", "NEW", "REJECTED"]);
    assert.equal(body.results[2].order_id, ZERO);
    assert.equal((await openIds("maker")).length, 2);
    await as("maker").cancelAll().expect(200);
  });

  it("tells a repeated rung as it is now: cancelled, filled or resting", async () => {
    const repeated = (id: string, price: number) => ({ ...rung(price), client_order_id: id });
    const rungs = [repeated("rung-a", 10), repeated("rung-b", 12)];
    const sent = { ...ladder(), orders: rungs };
    const first = await as("maker").ladder(sent).expect(200);
    await place("taker", { side: "SELL", price: 12, qty: 1 }).expect(201);
    const { body } = await as("maker").ladder(sent).expect(200);
    const ids = first.body.results.map(({ order_id }: { order_id: string }) => order_id);
    assert.deepEqual(body.cancelled, [ids[0]]);
    const told = body.results.map((result: Record<string, unknown>) =>
      ["order_id", "status", "filled_qty", "remaining_qty"].map((name) => result[name]),
    );
    assert.deepEqual(told, [
      [ids[0], "CANCELLED", 0, 0],
      [ids[1], "FILLED", 1, 0],
    ]);
    const other = await place("maker", { price: 9, qty: 1, client_order_id: "rung-c" });
    const onOtherSide = { ...sent, side: "SELL", orders: [repeated("rung-c", 9)] };
    const rests = await as("maker").ladder(onOtherSide).expect(200);
    assert.deepEqual(rests.body, { cancelled: [], results: [other.body] });
    await as("maker").cancelAll().expect(200);
  });

  it("declines a rung's leverage above the cap as a result, and repeats its market_id", async () => {
    const market_id = market("BTC_PERP").toUpperCase();
    const orders = [{ ...rung(6_000_000), leverage: 21 }];
    const { body } = await as("maker").ladder({ market_id, orders }).expect(200);
    const [{ status, reject_reason, market_id: told }] = body.results;
    assert.deepEqual([status, reject_reason, told], ["REJECTED", "INVALID_LEVERAGE", market_id]);
  });

  it("refuses a rung that is malformed or lies in another market", async () => {
    const bad = { ...rung(10), qty: "1" };
    const { body } = await as("maker")
      .ladder({ ...ladder(), orders: [rung(10), bad] })
      .expect(400);
    assert.equal(body.details.errors[0].field, "orders.1.qty");
    const elsewhere = { ...rung(10), market_id: market("BTC_PARLAY") };
    await as("maker")
      .ladder({ ...ladder(), orders: [elsewhere] })
      .expect(400);
    assert.deepEqual(await openIds("maker"), []);
  });

  it("and amending answer 503 while their gates are closed, when placing does not", async () => {
    for (const gate of ["ladder", "amend"]) {
      await control("put", `/gates/${gate}`, { closed: true }).expect(200);
    }
    const { body, status } = await as("maker").ladder(ladder(10));
    assert.equal(status, 503);
    assert.equal(body.code, "FEATURE_DISABLED");
    assert.deepEqual(body.details, { feature: "ladder" });
    await as("maker").amend(UNKNOWN, { qty: 1 }).expect(503);
    const placed = await place("maker", { price: 8 }).expect(201);
    await as("maker").cancel(placed.body.order_id).expect(200);
    for (const gate of ["ladder", "amend"]) {
      await control("put", `/gates/${gate}`, { closed: false }).expect(200);
    }
    await as("maker").ladder(ladder(10)).expect(200);
    await as("maker").cancelAll().expect(200);
  });
});
