import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { BODY_BYTES_MAX } from "./body.ts";

const { api, bearer, order, get, place, control } = await startTestVenue();

const send = (body: string | Buffer, headers: Record<string, string> = {}) => {
  const request = api
    .post("/v1/orders")
    .set({ Authorization: bearer("maker"), "Content-Type": "application/json", ...headers });
  request.serialize((raw: string) => raw);
  return request.send(body as string);
};

const text = (fields: object = {}) => JSON.stringify(order(fields));
const spliced = (member: string) => text().replace("{", `{${member},`);

const BAD_BODIES: [title: string, body: string | Buffer, field?: string][] = [
  ["no body", ""],
  ["cut-off JSON", '{"market_id":'],
  ["a bare number", "5"],
  ["a string", '"order"'],
  ["null", "null"],
  ["an array", "[]"],
  ["invalid UTF-8", Buffer.concat([Buffer.from('{"side":"'), Buffer.from([0xc3, 0x28])])],
  ["a byte-order mark", `\ufeff${text()}`],
  ["a repeated key", spliced('"qty":5')],
  ["a repeated key below the top", spliced('"x":{"a":1,"a":2}')],
  ["nesting past the limit", spliced(`"x":${"[".repeat(40)}${"]".repeat(40)}`)],
  ["a body past the size limit", spliced(`"x":"${"y".repeat(BODY_BYTES_MAX)}"`)],
  ["NUL in a text", spliced('"x":"a\\u0000b"')],
  ["NUL in a key", spliced('"\\u0000":1')],
  ["a quantity past 2^53", text().replace('"qty":5', '"qty":9007199254740993'), "qty"],
  ["a price past 2^53", text().replace('"price":40', '"price":1000000000000000000000'), "price"],
  ["a quantity of 1.0", text().replace('"qty":5', '"qty":1.0'), "qty"],
  ["a quantity of 1e1", text().replace('"qty":5', '"qty":1e1'), "qty"],
  ["a quantity of 1.5", text({ qty: 1.5 }), "qty"],
  ["a quantity in quotes", text({ qty: "5" }), "qty"],
  ["a quantity that is an object", text({ qty: {} }), "qty"],
  ["a quantity that is an array", text({ qty: [5] }), "qty"],
  ["a quantity that is true", text({ qty: true }), "qty"],
  ["no quantity", text({ qty: undefined }), "qty"],
  ["a null quantity", text({ qty: null }), "qty"],
  ["no market", text({ market_id: undefined }), "market_id"],
  ["a market that is no UUID", text({ market_id: "btc" }), "market_id"],
  ["no side", text({ side: undefined }), "side"],
  ["another side", text({ side: "HOLD" }), "side"],
  ["a side in lower case", text({ side: "buy" }), "side"],
  ["no type", text({ type: undefined }), "type"],
  ["another type", text({ type: "STOP" }), "type"],
  ["another time in force", text({ tif: "GTD" }), "tif"],
  ["a LIMIT without price", text({ price: undefined }), "price"],
  ["a price with a fraction", text({ price: 0.55 }), "price"],
  ["a client id with a space", text({ client_order_id: "a b" }), "client_order_id"],
  ["an empty client id", text({ client_order_id: "" }), "client_order_id"],
  ["a client id of 65", text({ client_order_id: "x".repeat(65) }), "client_order_id"],
  ["a client id with a line end", text({ client_order_id: "a\n" }), "client_order_id"],
  ["a timestamp alone", text({ timestamp_ms: 1 }), "recv_window_ms"],
  ["a window alone", text({ recv_window_ms: 1 }), "timestamp_ms"],
  ["a window of 0", text({ timestamp_ms: 1, recv_window_ms: 0 }), "recv_window_ms"],
  ["a window of 60001", text({ timestamp_ms: 1, recv_window_ms: 60_001 }), "recv_window_ms"],
  ["reduce_only that is an object", text({ reduce_only: {} }), "reduce_only"],
  ["confirm_fat_finger in quotes", text({ confirm_fat_finger: "true" }), "confirm_fat_finger"],
  ["another margin mode", text({ margin_mode: "BOTH" }), "margin_mode"],
  ["a toString of its own", spliced('"toString":1,"hasOwnProperty":1').replace('"qty":5', '"q":5')],
];

describe("a bad body", () => {
  for (const [title, body, field] of BAD_BODIES) {
    it(`is refused as VALIDATION_ERROR: ${title}`, async () => {
      const { status, body: envelope } = await send(body);
      assert.equal(status, 400);
      assert.equal(envelope.code, "VALIDATION_ERROR");
      const { errors } = envelope.details;
      if (field === undefined) assert.ok(Array.isArray(errors));
      else assert.deepEqual([...new Set(errors.map((e: { field: string }) => e.field))], [field]);
    });
  }

  it("leaves no order behind", async () => {
    const { body } = await get("maker", "/v1/orders");
    assert.deepEqual(body.orders, []);
  });

  it("is refused without a type: a page of another site may send such", async () => {
    const request = api.post("/v1/orders").set({ Authorization: bearer("maker") });
    request.serialize((raw: string) => raw);
    const { status, body } = await request.set("Content-Type", "").send(text());
    assert.deepEqual([status, body.code], [400, "VALIDATION_ERROR"]);
  });

  for (const encoding of ["zstd", "gzip", "br", "identity, gzip", "x"]) {
    it(`is refused with 415 in the encoding ${encoding}`, async () => {
      const { status, body } = await send(text(), { "Content-Encoding": encoding });
      assert.deepEqual([status, body.code], [415, "UNSUPPORTED_ENCODING"]);
    });
  }

  it("is taken in the encoding identity", async () => {
    await send(text(), { "Content-Encoding": "Identity" }).expect(201);
    await api.delete("/v1/orders").set("Authorization", bearer("maker")).expect(200);
  });

  it("is refused when it is not sent as JSON, with the same words accepted as JSON", async () => {
    await send(text(), { "Content-Type": "text/plain" }).expect(400);
    await send(text(), { "Content-Type": "Application/JSON; charset=utf-8" }).expect(201);
  });

  it("lists every wrong field", async () => {
    const { body } = await send("{}");
    const fields = body.details.errors.map((error: { field: string }) => error.field);
    assert.deepEqual(fields, ["market_id", "side", "type", "qty"]);
  });

  it("is found only after the kill switch", async () => {
    await control("put", "/freeze", { frozen: true }).expect(200);
    const { status, body } = await send("{");
    await control("put", "/freeze", { frozen: false }).expect(200);
    assert.equal(status, 503);
    assert.equal(body.code, "EXCHANGE_FROZEN");
    await send("{").expect(400);
  });
});

describe("a good body", () => {
  const GOOD: [title: string, fields: object][] = [
    ["unknown fields of any kind", { note: { deep: [1.5, null, "x"] }, toString: 1 }],
    ["null for optional fields", { tif: null, client_order_id: null, leverage: null }],
    ["a client id of 64 with every allowed character", { client_order_id: "aZ09_-:.".repeat(8) }],
  ];
  for (const [title, fields] of GOOD) {
    it(`may hold ${title}`, async () => {
      const { status, body } = await place("maker", fields);
      assert.equal(status, 201, JSON.stringify(body));
    });
  }

  it("may hold a backslash before u0000, which is no NUL", async () => {
    await send(spliced('"x":"\\\\u0000"')).expect(201);
  });

  it("may hold a __proto__ that changes nothing", async () => {
    const { status, body } = await send(spliced('"__proto__":{"qty":500,"side":"SELL"}'));
    assert.equal(status, 201);
    assert.equal(body.remaining_qty, 5);
    const { body: read } = await get("maker", `/orders/${body.order_id}`);
    assert.equal(read.side, "BUY");
  });

  it("is ignored on GET and DELETE", async () => {
    const headers = { Authorization: bearer("spare"), "Content-Type": "application/json" };
    const garbage = (request: ReturnType<typeof api.get>) =>
      request
        .set(headers)
        .serialize((raw: string) => raw)
        .send("{not json");
    await garbage(api.get("/v1/orders")).expect(200);
    await garbage(api.delete("/v1/orders")).expect(200);
  });
});
