/**
 * A quoting bot and its test. The bot keeps one bid and one ask around a fair price; the test puts
 * it on a venue of its own, takes its ask, lets the market expire, and looks what the bot does.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startReference } from "touchstone/reference";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

class QuotingBot {
  readonly #send: (method: string, path: string, body?: object) => Promise<Answer>;
  readonly #marketId: string;

  constructor({ url, key }: { url: string; key: string }, marketId: string) {
    this.#marketId = marketId;
    this.#send = async (method, path, body) => {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
  }

  /** Replaces its quotes. Shape: false when the venue takes none any more. */
  async quote(fair: number): Promise<boolean> {
    await this.#send("DELETE", `/v1/orders?market_id=${this.#marketId}`);
    for (const [side, price] of [
      ["BUY", fair - 2],
      ["SELL", fair + 2],
    ] as const) {
      const order = { market_id: this.#marketId, side, type: "LIMIT", price, qty: 5 };
      const { body } = await this.#send("POST", "/v1/orders", { ...order, tif: "POST_ONLY" });
      if (body["status"] === "REJECTED") return false;
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
    const quoter = new QuotingBot({ url: venue.url, key: bot.api_key }, market_id);
    assert.equal(await quoter.quote(50), true);

    const taken = await venue.handle({
      method: "POST",
      path: "/v1/orders",
      headers: { authorization: `Bearer ${other.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({
        market_id,
        side: "BUY",
        type: "LIMIT",
        tif: "IOC",
        price: 52,
        qty: 5,
      }),
    });
    assert.equal(JSON.parse(taken.body).filled_qty, 5);

    await operate("/clock", { advance_ms: 60_000 });
    await venue.operate("PATCH", `/markets/${market_id}`, { status: "EXPIRED" });
    assert.equal(await quoter.quote(50), false);
  } finally {
    await venue.close();
  }
});
