/** A bot's order on a venue of the test's own, with Jest, whose modules are behind a flag of Node. */
import { createClient } from "touchstone/client";
import { startReference } from "touchstone/reference";

let venue;
let bot;
let market_id;

beforeAll(async () => {
  venue = await startReference({ seed: 7, clock: "virtual" });
  const { agents, markets } = venue.profile();
  bot = createClient({ url: `${venue.url}/v1`, key: agents[0].api_key });
  market_id = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN").id;
});
afterAll(() => venue.close());

test("an order rests until it is cancelled", async () => {
  const order = { market_id, side: "BUY", type: "LIMIT", price: 1, qty: 5 };
  const { order_id, status } = await bot.call("POST /orders", { body: order });
  expect(status).toBe("NEW");
  const cancelled = await bot.call("DELETE /orders/{order_id}", { params: { order_id } });
  expect(cancelled.status).toBe("CANCELLED");
});

test("a price beyond the market's is declined", async () => {
  const order = { market_id, side: "BUY", type: "LIMIT", price: 1_000, qty: 5 };
  expect(await bot.call("POST /orders", { body: order })).toMatchObject({ status: "REJECTED" });
});
