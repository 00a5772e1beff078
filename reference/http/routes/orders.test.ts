import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, place, get, bearer, market, control } = await startTestVenue();
const ZERO = "00000000-0000-0000-0000-000000000000";
const UNKNOWN = "11111111-1111-4111-8111-111111111111";

const as = (name: string) => ({
  cancel: (id: string) => api.delete(`/v1/orders/${id}`).set("Authorization", bearer(name)),
  cancelAll: (query = "") => api.delete(`/v1/orders${query}`).set("Authorization", bearer(name)),
  amend: (id: string, body: object) =>
    api.patch(`/v1/orders/${id}`).set("Authorization", bearer(name)).send(body),
  ladder: (body: object) =>
    api.post("/v1/orders/replace-ladder").set("Authorization", bearer(name)).send(body),
});
const openIds = async (name: string, query = ""): Promise<string[]> => {
  const { body } = await get(name, `/v1/orders/open${query}`).expect(200);
  return body.orders.map((order: { order_id: string }) => order.order_id);
};

describe("POST /orders", () => {
  it("answers 201 with the result of a resting order", async () => {
    const { status, body, headers } = await place("maker", { price: 30, qty: 5 });
    assert.equal(status, 201);
    assert.match(headers["content-type"]!, /^application\/json/);
    const { order_id, ...rest } = body;
    assert.notEqual(order_id, ZERO);
    assert.deepEqual(rest, {
      market_id: market("BTC_BINARY"),
      status: "NEW",
      reject_reason: null,
      reject_message: null,
      filled_qty: 0,
      remaining_qty: 5,
      avg_fill_price_cents: null,
      fills: [],
      effective_leverage: null,
    });
    await as("maker").cancel(order_id).expect(200);
  });

  it("answers 200 with the zero id when the engine declines", async () => {
    const { status, body } = await place("maker", { price: 100 });
    assert.equal(status, 200);
    assert.equal(body.status, "REJECTED");
    assert.equal(body.reject_reason, "PRICE_OUT_OF_RANGE");
    assert.equal(body.order_id, ZERO);
    await get("maker", `/v1/orders/${ZERO}`).expect(404);
  });

  it("answers 422 with both leverages above the cap, and 200 where there is none to have", async () => {
    const perp = { market_id: market("BTC_PERP"), price: 6_000_000, qty: 1 };
    const fields = { ...perp, leverage: 21, client_order_id: "leverage-21" };
    const first = await place("maker", fields).expect(422);
    assert.equal(first.body.code, "INVALID_LEVERAGE");
    assert.deepEqual(first.body.details, { requested_leverage: 21, effective_leverage: 20 });
    assert.equal(first.headers["idempotent-replayed"], undefined);
    const again = await place("maker", fields).expect(422);
    assert.equal(again.headers["idempotent-replayed"], "true");
    const { request_id: one, ...told } = first.body;
    const { request_id: other, ...retold } = again.body;
    assert.notEqual(one, other);
    assert.deepEqual(retold, told);
    const { body } = await place("maker", { leverage: 2 }).expect(200);
    assert.equal(body.reject_reason, "INVALID_LEVERAGE");
    const within = await place("maker", { ...perp, leverage: 20 }).expect(201);
    await as("maker").cancel(within.body.order_id).expect(200);
  });

  it("declines a MARKET order on a binary without a mark while the feed is lost", async () => {
    const { body } = await control("post", "/markets", { kind: "BTC_BINARY" }).expect(200);
    const fields = { market_id: body.market_id, qty: 1 };
    await place("maker", { ...fields, side: "SELL", price: 60 }).expect(201);
    const sweep = { ...fields, side: "BUY", type: "MARKET", price: undefined };
    await control("put", "/upstream", { reachable: false }).expect(200);
    const { body: declined } = await place("taker", sweep).expect(200);
    assert.equal(declined.reject_reason, "NO_REFERENCE_PRICE");
    const { body: ladder } = await as("taker")
      .ladder({ market_id: body.market_id, orders: [sweep] })
      .expect(200);
    assert.equal(ladder.results[0].reject_reason, "NO_REFERENCE_PRICE");
    await control("put", "/upstream", { reachable: true }).expect(200);
    await place("taker", sweep).expect(201);
  });

  it("repeats market_id as it was sent", async () => {
    const market_id = market("BTC_BINARY").toUpperCase();
    const fields = { market_id, price: 7, client_order_id: "upper-case" };
    const first = await place("maker", fields).expect(201);
    assert.equal(first.body.market_id, market_id);
    const again = await place("maker", { ...fields, market_id: market_id.toLowerCase() });
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(again.text, first.text);
    const declined = await place("maker", { market_id, price: 100 }).expect(200);
    assert.equal(declined.body.market_id, market_id);
    const unknown = await place("maker", { market_id: "ABCDEF00-0000-4000-8000-000000000000" });
    assert.equal(unknown.body.reject_reason, "UNKNOWN_MARKET");
    assert.equal(unknown.body.market_id, "ABCDEF00-0000-4000-8000-000000000000");
    await as("maker").cancel(first.body.order_id).expect(200);
  });

  it("tells the fills of the taker", async () => {
    await place("maker", { side: "SELL", price: 60, qty: 2 }).expect(201);
    await place("maker", { side: "SELL", price: 63, qty: 1 }).expect(201);
    const { body } = await place("taker", { price: 63, qty: 3 }).expect(201);
    assert.equal(body.status, "FILLED");
    assert.equal(body.avg_fill_price_cents, 61);
    assert.deepEqual(
      body.fills.map(({ price, qty, liquidity, fee_cents }: Record<string, unknown>) => ({
        price,
        qty,
        liquidity,
        fee_cents,
      })),
      [
        { price: 60, qty: 2, liquidity: "TAKER", fee_cents: 0 },
        { price: 63, qty: 1, liquidity: "TAKER", fee_cents: 0 },
      ],
    );
    for (const fill of body.fills) assert.ok(fill.fill_id && fill.trade_id && fill.ts_ms);
  });

  it("replays a client order id with the same bytes and says so", async () => {
    const fields = { client_order_id: "replay-1", price: 21 };
    const first = await place("maker", fields).expect(201);
    const again = await place("maker", fields).expect(201);
    assert.equal(first.headers["idempotent-replayed"], undefined);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(again.text, first.text);
    const conflict = await place("maker", { ...fields, price: 22 }).expect(409);
    assert.equal(conflict.body.code, "CLIENT_ORDER_ID_CONFLICT");
    assert.equal(conflict.body.details.order_id, first.body.order_id);
    await as("maker").cancel(first.body.order_id).expect(200);
  });

  it("places under any prefix what is read and cancelled under another", async () => {
    const prefixes = ["", "/v1", "/api", "/api/v1"];
    for (const [i, prefix] of prefixes.entries()) {
      const other = prefixes[(i + 1) % prefixes.length];
      const placed = await api
        .post(`${prefix}/orders`)
        .set("Authorization", bearer("spare"))
        .send({ market_id: market("BTC_BINARY"), side: "BUY", type: "LIMIT", price: 5, qty: 1 })
        .expect(201);
      const path = `${other}/orders/${placed.body.order_id}`;
      await get("spare", path).expect(200);
      await api.delete(path).set("Authorization", bearer("spare")).expect(200);
    }
  });
});

describe("reading orders", () => {
  it("lists the newest first, closed and open alike, narrowed as asked", async () => {
    const other = market("BTC_PARLAY");
    const first = await place("spare", { price: 11 });
    const second = await place("spare", { price: 12, market_id: other });
    const third = await place("spare", { price: 13 });
    await as("spare").cancel(first.body.order_id).expect(200);
    const ids = [third, second, first].map(({ body }) => body.order_id);
    const list = async (query: string) => {
      const { body } = await get("spare", `/v1/orders${query}`).expect(200);
      assert.equal(body.count, body.orders.length);
      return body.orders.map((order: { order_id: string }) => order.order_id);
    };
    assert.deepEqual((await list("")).slice(0, 3), ids);
    assert.deepEqual(await list("?limit=1"), [ids[0]]);
    assert.deepEqual(await list(`?market_id=${other}`), [ids[1]]);
    assert.deepEqual(await list("?status=NEW"), [ids[0], ids[1]]);
    assert.equal((await list("?status=CANCELLED,NEW&limit=3"))[2], ids[0] && ids[2]);
    assert.deepEqual(await openIds("spare"), [ids[0], ids[1]]);
    assert.deepEqual(await openIds("spare", `?market_id=${other}&limit=5`), [ids[1]]);
    await as("spare").cancelAll().expect(200);
  });

  it("gives the whole record of an order", async () => {
    const placed = await place("spare", { price: 14, client_order_id: "record", tif: "POST_ONLY" });
    const { body } = await get("spare", `/v1/orders/${placed.body.order_id}`).expect(200);
    const { created_at_ms, updated_at_ms, ...record } = body;
    assert.ok(Number.isInteger(created_at_ms) && updated_at_ms >= created_at_ms);
    assert.deepEqual(record, {
      order_id: placed.body.order_id,
      market_id: market("BTC_BINARY"),
      client_order_id: "record",
      side: "BUY",
      type: "LIMIT",
      tif: "POST_ONLY",
      price: 14,
      qty: 5,
      filled_qty: 0,
      remaining_qty: 5,
      avg_fill_price_cents: null,
      status: "NEW",
      reduce_only: false,
      liquidation: false,
      leverage: null,
    });
    await as("spare").cancel(placed.body.order_id).expect(200);
  });

  const BAD_PARAMETERS = [
    "/orders?limit=abc",
    "/orders?limit=0",
    "/orders?limit=-1",
    "/orders?limit=1001",
    "/orders?limit=1.5",
    "/orders?limit=",
    "/orders?limit=99999999999999999999999",
    "/orders?status=OPEN",
    "/orders?status=new",
    "/orders/open?limit=0",
    "/orders/not-a-uuid",
    "/orders/%ff",
  ];
  for (const path of BAD_PARAMETERS) {
    it(`answers ${path} with the 422 detail array`, async () => {
      const { status, body } = await get("spare", `/v1${path}`);
      assert.equal(status, 422);
      const [problem] = body.detail;
      assert.ok(Array.isArray(problem.loc));
      assert.equal(typeof problem.msg, "string");
      assert.equal(typeof problem.type, "string");
    });
  }

  it("ignores unknown parameters", async () => {
    await get("spare", "/v1/orders?colour=blue&limit=1").expect(200);
  });

  it("answers 404 for an unknown order and 403 for another agent's", async () => {
    const { body } = await place("maker", { price: 15 });
    const unknown = await get("taker", `/v1/orders/${UNKNOWN}`).expect(404);
    assert.equal(unknown.body.code, "ORDER_NOT_FOUND");
    const foreign = await get("taker", `/v1/orders/${body.order_id}`).expect(403);
    assert.equal(foreign.body.code, "FORBIDDEN");
    await get("maker", `/v1/orders/${body.order_id}`).expect(200);
    assert.ok(!(await openIds("taker")).includes(body.order_id));
    await as("maker").cancel(body.order_id).expect(200);
  });
});

describe("cancelling", () => {
  it("answers with the record, and again with the same one", async () => {
    const { body } = await place("maker", { price: 16 });
    const first = await as("maker").cancel(body.order_id).expect(200);
    assert.equal(first.body.status, "CANCELLED");
    assert.equal(first.body.remaining_qty, 0);
    const again = await as("maker").cancel(body.order_id).expect(200);
    assert.deepEqual(again.body, first.body);
    assert.ok(!(await openIds("maker")).includes(body.order_id));
  });

  it("leaves a filled order filled", async () => {
    await place("maker", { side: "SELL", price: 50, qty: 1 });
    const { body } = await place("taker", { price: 50, qty: 1 });
    const refused = await as("taker").cancel(body.order_id).expect(409);
    assert.equal(refused.body.code, "ORDER_NOT_OPEN");
    const { body: record } = await get("taker", `/v1/orders/${body.order_id}`);
    assert.equal(record.status, "FILLED");
  });

  it("refuses an unknown order and another agent's, which stays open", async () => {
    const { body } = await place("maker", { price: 17 });
    await as("taker").cancel(UNKNOWN).expect(404);
    await as("taker").cancel(body.order_id).expect(403);
    assert.ok((await openIds("maker")).includes(body.order_id));
    await as("maker").cancel(body.order_id).expect(200);
  });

  it("cancels all, or one market's, and never another agent's", async () => {
    const parlay = market("BTC_PARLAY");
    const foreign = await place("taker", { price: 3 });
    const binary = await place("maker", { price: 3 });
    const other = await place("maker", { price: 3, market_id: parlay });
    const none = await as("maker").cancelAll(`?market_id=${UNKNOWN}`).expect(200);
    assert.deepEqual(none.body, { cancelled: [], count: 0 });
    const one = await as("maker").cancelAll(`?market_id=${parlay}`).expect(200);
    assert.deepEqual(one.body, { cancelled: [other.body.order_id], count: 1 });
    const all = await as("maker").cancelAll().expect(200);
    assert.deepEqual(all.body.cancelled, [binary.body.order_id]);
    assert.deepEqual((await as("maker").cancelAll().expect(200)).body.count, 0);
    assert.ok((await openIds("taker")).includes(foreign.body.order_id));
    await as("taker").cancelAll().expect(200);
  });
});

describe("PATCH /orders/{order_id}", () => {
  it("moves price and quantity of a resting order", async () => {
    const { body } = await place("maker", { price: 20, qty: 5 });
    const { body: amended } = await as("maker").amend(body.order_id, { price: 19, qty: 7 });
    assert.equal(amended.order_id, body.order_id);
    assert.equal(amended.price, 19);
    assert.equal(amended.remaining_qty, 7);
    await as("maker").amend(body.order_id, {}).expect(400);
    await as("taker").amend(body.order_id, { qty: 1 }).expect(403);
    await as("maker").amend(UNKNOWN, { qty: 1 }).expect(404);
    await as("maker").cancel(body.order_id).expect(200);
    const closed = await as("maker").amend(body.order_id, { qty: 1 }).expect(409);
    assert.equal(closed.body.code, "AMEND_CONFLICT");
  });
});

describe("the kill switch", () => {
  it("stops new orders, ladders and amendments; cancels and reads go on", async () => {
    const { body } = await place("maker", { price: 7 });
    await control("put", "/freeze", { frozen: true }).expect(200);
    const frozen = [
      await place("maker", { price: 7 }),
      await as("maker").amend(body.order_id, { qty: 1 }),
      await as("maker").ladder({ market_id: market("BTC_BINARY"), orders: [] }),
    ];
    for (const { status, body: envelope } of frozen) {
      assert.equal(status, 503);
      assert.equal(envelope.code, "EXCHANGE_FROZEN");
    }
    await get("maker", `/v1/orders/${body.order_id}`).expect(200);
    await as("maker").cancel(body.order_id).expect(200);
    await control("put", "/freeze", { frozen: false }).expect(200);
    const released = await place("maker", { price: 7 }).expect(201);
    await as("maker").cancel(released.body.order_id).expect(200);
  });
});
