/** A venue inside a test: seeded, on a virtual clock, gone when the test is over. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import request from "supertest";
import { type Reference, startReference } from "touchstone/reference";

let venue: Reference;
let key: string;
let marketId: string;

before(async () => {
  venue = await startReference({ seed: 7, clock: "virtual" });
  const { agents, markets } = venue.profile();
  key = agents[0]!.api_key;
  marketId = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN")!.id;
});
after(() => venue.close());

test("an order rests and is cancelled", async () => {
  const order = { market_id: marketId, side: "BUY", type: "LIMIT", price: 1, qty: 5 };
  const auth = { authorization: `Bearer ${key}` };
  const placed = await request(venue.url).post("/v1/orders").set(auth).send(order).expect(201);
  assert.equal(placed.body.status, "NEW");
  await request(venue.url).delete(`/v1/orders/${placed.body.order_id}`).set(auth).expect(200);
});
