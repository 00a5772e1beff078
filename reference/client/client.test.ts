import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import WebSocket from "ws";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { createClient, VenueError, type VenueFrame } from "./client.ts";

const { reference, agent, market } = await startTestVenue({
  rateLimits: { readsPerMinute: 20 },
});
const url = `${reference.url}/v1/`;
const maker = createClient({ url, key: agent("maker").api_key });
const limit = { market_id: market("BTC_BINARY"), side: "BUY", type: "LIMIT", qty: 5 } as const;

/** A server of one answer. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  after(() => server.close().closeAllConnections());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The refusal that a call comes to. */
async function refusalOf(called: Promise<unknown>): Promise<VenueError> {
  const error = await called.then(
    () => assert.fail("it was answered"),
    (refused) => refused,
  );
  assert.ok(error instanceof VenueError, String(error));
  return error;
}

describe("the client", () => {
  it("places, reads, lists, amends and cancels an order", async () => {
    const { order_id, status } = await maker.call("POST /orders", {
      body: { ...limit, price: 40 },
    });
    assert.equal(status, "NEW");
    const params = { order_id };
    assert.equal((await maker.call("GET /orders/{order_id}", { params })).remaining_qty, 5);
    const query = { market_id: limit.market_id, limit: 1 };
    const { orders } = await maker.call("GET /orders/open", { query });
    assert.deepEqual(
      orders.map((order) => order.order_id),
      [order_id],
    );
    const amended = await maker.call("PATCH /orders/{order_id}", { params, body: { qty: 3 } });
    assert.equal(amended.qty, 3);
    const cancelled = await maker.call("DELETE /orders/{order_id}", { params });
    assert.equal(cancelled.status, "CANCELLED");
  });

  it("takes a decline of the engine for an answer", async () => {
    const order = { ...limit, price: 40, qty: 0 };
    const { status, reject_reason } = await maker.call("POST /orders", { body: order });
    assert.deepEqual([status, typeof reject_reason], ["REJECTED", "string"]);
  });

  it("calls public routes without a key", async () => {
    const { markets } = await createClient({ url }).call("GET /markets");
    assert.ok(markets.some(({ market_id }) => market_id === limit.market_id));
  });

  it("tells of a refusal by status, code, details and request id", async () => {
    const stranger = createClient({ url });
    const refused = await refusalOf(stranger.call("GET /account"));
    assert.deepEqual([refused.status, refused.code], [401, "UNAUTHENTICATED"]);
    assert.match(refused.message, /^GET \/account: 401 UNAUTHENTICATED \w/);
    assert.match(refused.requestId!, /^[\w-]{36}$/);
    const wrong = { ...limit, price: 40, slippage_cap_bps: 5 };
    const { details } = await refusalOf(maker.call("POST /orders", { body: wrong }));
    assert.match(JSON.stringify(details), /"field":"slippage_cap_bps"/);
    const query = { limit: 5_000 };
    const other = await refusalOf(stranger.call("GET /leaderboard", { query }));
    assert.deepEqual([other.status, other.code], [422, null]); // parameters are refused by a list
    assert.match(other.message, /limit/);
  });

  it("tells when a request will do again", async () => {
    const quick = createClient({ url, key: agent("taker").api_key });
    const reads = Array.from({ length: 21 }, () => quick.call("GET /orders/open"));
    const refused = await refusalOf(Promise.all(reads));
    assert.deepEqual([refused.status, refused.code], [429, "RATE_LIMITED"]);
    assert.ok(refused.retryAfterSeconds! >= 1);
  });

  it("takes what is no JSON for a refusal of something between", async () => {
    for (const status of [200, 502]) {
      const proxy = await answering((_, res) => res.writeHead(status).end("<h1>Bad gateway</h1>"));
      const refused = await refusalOf(createClient({ url: proxy }).call("GET /health"));
      const { code, retryAfterSeconds, requestId } = refused;
      assert.deepEqual([refused.status, code, retryAfterSeconds, requestId], [status, ...NONE]);
    }
  });

  it("breaks off at a signal, and where no answer comes in time", async () => {
    const silent = await answering(() => {});
    const signal = AbortSignal.abort(new Error("the bot stops"));
    const patient = createClient({ url: silent });
    await assert.rejects(patient.call("GET /health", { signal }), /the bot stops/);
    const hasty = createClient({ url: silent, timeoutMs: 20 });
    await assert.rejects(hasty.call("GET /health"), { name: "TimeoutError" });
  });

  it("opens the agent's stream", async () => {
    const socket = new WebSocket(await maker.streamUrl());
    after(() => socket.terminate());
    const [text] = await once(socket, "message");
    const frame: VenueFrame = JSON.parse(String(text));
    assert.equal(frame.type === "hello" && frame.agent_id, agent("maker").agent_id);
  });

  it("has types that refuse what the description does not have", async () => {
    const never = async () => {
      // @ts-expect-error no such route
      await maker.call("GET /order");
      // @ts-expect-error the path has a parameter
      await maker.call("GET /orders/{order_id}");
      // @ts-expect-error a misspelt member
      await maker.call("POST /orders", { body: { ...limit, quantity: 5 } });
      // @ts-expect-error no such member of an answer
      (await maker.call("GET /account")).cash;
    };
    assert.ok(never);
    assert.throws(() => createClient({ url: "venue" }), /Invalid URL/);
  });
});

/** Neither code, nor Retry-After, nor request id. */
const NONE = [null, null, null];
