/**
 * A quoting bot and its test. The bot keeps one bid and one ask around a fair price; the test puts
 * it on a venue of its own, takes its ask, lets the market expire, and looks what the bot does.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, type VenueClient } from "touchstone/client";
import { startReference } from "touchstone/reference";

class QuotingBot {
  readonly #client: VenueClient;
  readonly #marketId: string;

  constructor(client: VenueClient, marketId: string) {
    this.#client = client;
    this.#marketId = marketId;
  }

  /** Replaces its quotes. Shape: false when the venue takes none any more. */
  async quote(fair: number): Promise<boolean> {
    const market_id = this.#marketId;
    await this.#client.call("DELETE /orders", { query: { market_id } });
    for (const [side, price] of [
      ["BUY", fair - 2],
      ["SELL", fair + 2],
    ] as const) {
      const order = { market_id, side, type: "LIMIT", tif: "POST_ONLY", price, qty: 5 } as const;
      const { status } = await this.#client.call("POST /orders", { body: order });
      if (status === "REJECTED") return false;
    }
    return true;
  }
}

test("quotes until the market has expired", async () => {
  const venue = await startReference({ seed: 7, clock: "virtual", controlToken: "test" });
  try {
    const operate = <T>(path: string, body: object) =>
      venue.operate("POST", path, body) as Promise<T>;
    const bot = await operate<{ api_key: string }>("/agents", { owner: "bot", name: "quoter" });
    const other = await operate<{ api_key: string }>("/agents", { owner: "other", name: "taker" });
    const { market_id } = await operate<{ market_id: string }>("/markets", { kind: "BTC_BINARY" });
    const quoter = new QuotingBot(
      createClient({ url: `${venue.url}/v1`, key: bot.api_key }),
      market_id,
    );
    assert.equal(await quoter.quote(50), true);

    const taker = createClient({ url: `${venue.url}/v1`, key: other.api_key });
    const order = { market_id, side: "BUY", type: "LIMIT", tif: "IOC", price: 52, qty: 5 } as const;
    const taken = await taker.call("POST /orders", { body: order });
    assert.equal(taken.filled_qty, 5);

    await operate("/clock", { advance_ms: 60_000 });
    await venue.operate("PATCH", `/markets/${market_id}`, { status: "EXPIRED" });
    assert.equal(await quoter.quote(50), false);
  } finally {
    await venue.close();
  }
});
