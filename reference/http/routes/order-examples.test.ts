import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { PlaceOrderBody } from "../../wire/schemas.ts";
import {
  AMEND_EXAMPLES,
  EXAMPLE_MARKETS,
  LADDER_EXAMPLES,
  PLACE_EXAMPLES,
} from "./order-examples.ts";

const venue = await startTestVenue();
const { api, bearer, market, place } = venue;
const auth = ["Authorization", bearer("maker")] as const;

/** What the page shows: markets of this venue in the place of those of the examples. */
function shown(value: object): object {
  let text = JSON.stringify(value);
  for (const [kind, id] of Object.entries(EXAMPLE_MARKETS))
    text = text.replaceAll(id, market(kind));
  return JSON.parse(text);
}

describe("examples of the description", () => {
  it("have members that the requests have", () => {
    const members = Object.keys(PlaceOrderBody.properties);
    for (const { value } of Object.values(PLACE_EXAMPLES)) {
      for (const name of Object.keys(value)) assert.ok(members.includes(name), name);
    }
  });

  it("are orders that the venue takes", async () => {
    const perp = { market_id: market("BTC_PERP"), price: 6_500_000 };
    await place("taker", { side: "SELL", price: 60, qty: 20 }).expect(201);
    await place("taker", { ...perp, side: "BUY", price: 6_400_000, qty: 5 }).expect(201);
    await place("taker", { ...perp, side: "SELL", qty: 1 }).expect(201);
    for (const [name, { value }] of Object.entries(PLACE_EXAMPLES)) {
      const { status, body } = await api
        .post("/orders")
        .set(...auth)
        .send(shown(value));
      assert.equal(status, 201, `${name}: ${JSON.stringify(body)}`);
    }
  });

  it("are amendments and ladders that the venue takes", async () => {
    for (const { value } of Object.values(LADDER_EXAMPLES)) {
      const { body } = await api
        .post("/orders/replace-ladder")
        .set(...auth)
        .send(shown(value));
      const statuses = body.results.map(({ status }: { status: string }) => status);
      assert.deepEqual(statuses, ["NEW", "NEW"]);
    }
    for (const { value } of Object.values(AMEND_EXAMPLES)) {
      const { order_id } = (await place("maker").expect(201)).body;
      await api
        .patch(`/orders/${order_id}`)
        .set(...auth)
        .send(value)
        .expect(200);
    }
  });
});
