import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { interpose } from "../interposer/interposer.ts";
import { relayTo } from "../relay.fixture.ts";
import { bridged, lossyFront, restingOrder, venueFor } from "./bridge.fixture.ts";

const TRADING = ["place", "amend", "cancel", "cancel_all"];
const PRIVATE = ["positions", "wallet", "open_orders", "order"];
const PUBLIC = ["markets", "book", "trades", "candles", "explain", "compare", "conform_plan"];

const isIn = (names: readonly string[], offered: readonly string[]) =>
  names.filter((name) => offered.includes(name));

/** The error of the protocol that a call ends with. */
async function protocolError(call: Promise<unknown>): Promise<McpError> {
  const error = await call.then(
    () => null,
    (failed) => failed,
  );
  assert.ok(error instanceof McpError, String(error));
  return error;
}

describe("the tools that are there", () => {
  it("are all of them for a key that may trade", async (t) => {
    const { tools } = await bridged(t, await venueFor(t));
    const offered = await tools();
    assert.deepEqual(isIn([...PUBLIC, ...PRIVATE, ...TRADING], offered).length, 15);
  });

  it("are none that trades for a key that may read, whatever the profile says of it", async (t) => {
    const profile = await venueFor(t);
    const agents = profile.agents.map((one) => ({ ...one, scopes: ["read", "trade"] }));
    const { tools, call } = await bridged(t, { ...profile, agents }, { agent: "reader" });
    const offered = await tools();
    assert.deepEqual(isIn(TRADING, offered), []);
    assert.deepEqual(isIn(PRIVATE, offered), PRIVATE);
    const { code, message } = await protocolError(call("place", restingOrder(profile)));
    assert.equal(code, ErrorCode.InvalidParams);
    assert.match(message, /place needs an API key that may trade/);
  });

  it("are the public ones without a key, and from afar none that takes the bridge's time", async (t) => {
    const profile = { ...(await venueFor(t)), agents: [] };
    const near = await (await bridged(t, profile)).tools();
    const far = await (await bridged(t, profile, { isLocal: false })).tools();
    assert.deepEqual(isIn([...PRIVATE, ...TRADING], near), []);
    assert.deepEqual(isIn(["conform_run", "replay", "simulate"], near).length, 3);
    assert.deepEqual(isIn(["conform_run", "replay", "simulate"], far), []);
    assert.deepEqual(isIn(PUBLIC, far), PUBLIC);
  });

  it("are offered for trading once a venue that was away tells that the key may", async (t) => {
    const profile = await venueFor(t);
    const relay = await relayTo(t, profile.baseUrl);
    const { tools } = await bridged(t, { ...profile, baseUrl: relay.url });
    relay.cut();
    assert.deepEqual(isIn(TRADING, await tools()), []);
    await relay.join();
    assert.deepEqual(isIn(TRADING, await tools()), TRADING);
  });

  it("say of themselves what they do to the venue", async (t) => {
    const { client } = await bridged(t, await venueFor(t));
    const { tools } = await client.listTools();
    const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
    assert.equal(hints("book")?.readOnlyHint, true);
    assert.equal(hints("place")?.readOnlyHint, false);
    assert.equal(hints("place")?.idempotentHint, true);
    assert.equal(hints("cancel_all")?.destructiveHint, true);
  });
});

describe("an order", () => {
  it("is placed, amended, read and cancelled", async (t) => {
    const profile = await venueFor(t);
    const { call } = await bridged(t, profile);
    const placed = await call("place", restingOrder(profile));
    assert.deepEqual([placed.data["fate"], placed.data["status"]], ["accepted", "NEW"]);
    const { order_id } = placed.data;
    await call("amend", { order_id, price: 3 });
    assert.match((await call("order", { order_id })).text, /"price":3/);
    assert.match((await call("open_orders")).text, new RegExp(String(order_id)));
    assert.match((await call("cancel", { order_id })).text, /CANCELLED/);
  });

  it("is placed once however often it is asked for, and again under an id of its own", async (t) => {
    const profile = await venueFor(t);
    const { call } = await bridged(t, profile);
    const order = restingOrder(profile);
    const [first, same] = await Promise.all([call("place", order), call("place", order)]);
    const other = await call("place", { ...order, client_order_id: "second" });
    assert.equal(first.data["order_id"], same.data["order_id"]);
    assert.deepEqual([first.data["repeat"], same.data["repeat"]], [false, true]);
    assert.notEqual(first.data["order_id"], other.data["order_id"]);
  });

  it("whose answer is lost is sent again under the same id, and rests once", async (t) => {
    const front = await lossyFront(t, await venueFor(t));
    const { call } = await bridged(t, front.profile);
    front.lose("POST /v1/orders", 1);
    const { data } = await call("place", restingOrder(front.profile));
    const sent = front.seen.filter(({ line }) => line === "POST /v1/orders");
    assert.equal(data["fate"], "accepted");
    assert.equal(sent.length, 2);
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
    assert.equal(((await call("open_orders")).text.match(/"order_id"/g) ?? []).length, 1);
  });

  it("whose answers are all lost is told of with the id that resolves it", async (t) => {
    const front = await lossyFront(t, await venueFor(t));
    const { call } = await bridged(t, front.profile);
    front.lose("POST /v1/orders", 3);
    const order = restingOrder(front.profile);
    const lost = await call("place", order);
    assert.ok(lost.isError);
    const [, client_order_id] = /client_order_id (\S+)$/.exec(lost.text) ?? [];
    const found = await call("place", { ...order, client_order_id });
    assert.deepEqual([found.data["fate"], found.data["repeat"]], ["accepted", true]);
    assert.equal(((await call("open_orders")).text.match(/"order_id"/g) ?? []).length, 1);
  });

  it("that the engine declines is an answer with its reason; one that is refused is an error", async (t) => {
    const profile = await venueFor(t);
    const { call } = await bridged(t, profile);
    const declined = await call("place", { ...restingOrder(profile), price: 500 });
    assert.deepEqual([declined.data["fate"], declined.data["order_id"]], ["declined", null]);
    assert.equal(declined.data["reject_reason"], "PRICE_OUT_OF_RANGE");
    assert.equal(declined.isError, false);
    const { isError, data } = await call("cancel", { order_id: crypto.randomUUID() });
    assert.deepEqual([isError, data["http_status"]], [true, 404]);
  });

  it("that waits for a limit is refused with when to come again, and not sent", async (t) => {
    const profile = await venueFor(t);
    const limits = { ...profile.limits, writesPerMinute: 2 };
    const front = await lossyFront(t, { ...profile, limits });
    const { call } = await bridged(t, front.profile);
    const order = restingOrder(profile);
    await call("place", { ...order, client_order_id: "one" });
    const late = await call("place", { ...order, client_order_id: "two" });
    assert.ok(late.isError);
    assert.match(late.text, /nothing was done; again in \d+ s/);
    assert.equal(front.seen.filter(({ line }) => line === "POST /v1/orders").length, 1);
  });
});

describe("bad input", () => {
  it("is an error of the protocol, and never reaches the venue", async (t) => {
    const front = await lossyFront(t, await venueFor(t));
    const { call, client } = await bridged(t, front.profile);
    await client.listTools();
    const before = front.seen.length;
    const order = restingOrder(front.profile);
    const unknown = await protocolError(call("withdraw\u001b[31m"));
    assert.equal(unknown.code, ErrorCode.InvalidParams);
    assert.match(unknown.message, /withdraw\\u\{1b\}/);
    const huge = await protocolError(call("place", { ...order, note: "x".repeat(70_000) }));
    assert.equal(huge.code, ErrorCode.InvalidParams);
    const bad = [
      { ...order, qty: "1" },
      { ...order, side: "LONG" },
      { ...order, market_id: "../account" },
      { ...order, leverage_max: 3 },
      {},
    ];
    for (const args of bad) {
      const { isError, text } = await call("place", args);
      assert.ok(isError, text);
      assert.match(text, /^place: \//);
    }
    await assert.rejects(client.readResource({ uri: "touchstone://runs/run-9/report.json" }));
    assert.equal(front.seen.length, before);
  });

  it("is more calls at a time than there may be", async (t) => {
    const { call } = await bridged(t, await venueFor(t));
    const calls = await Promise.allSettled(Array.from({ length: 40 }, () => call("markets")));
    const refused = calls.filter(({ status }) => status === "rejected");
    assert.ok(refused.length > 0 && refused.length <= 8, String(refused.length));
    assert.match(String((refused[0] as PromiseRejectedResult).reason), /at most 32 calls/);
    assert.equal((await call("markets")).isError, false);
  });

  it("is a venue that dies: each call is told, and the next one works when it is back", async (t) => {
    const profile = await venueFor(t);
    const relay = await relayTo(t, profile.baseUrl);
    const { call, tools } = await bridged(t, { ...profile, baseUrl: relay.url });
    await tools();
    relay.cut();
    for (const [name, args] of [
      ["markets", {}],
      ["place", restingOrder(profile)],
      ["cancel_all", {}],
    ] as const) {
      const { isError, text } = await call(name, args);
      assert.ok(isError, text);
      assert.match(text, /the venue gave no answer/);
    }
    await relay.join();
    assert.equal((await call("markets")).isError, false);
  });

  it("is a venue that echoes the key: it is not passed on", async (t) => {
    const profile = await venueFor(t);
    const front = await interpose(profile.baseUrl, async (request, behind) =>
      request.path === "/me/wallet"
        ? {
            status: 200,
            headers: {},
            body: { note: `you sent ${request.headers["authorization"]}` },
          }
        : behind(request),
    );
    t.after(() => front.close());
    const { call } = await bridged(t, { ...profile, baseUrl: front.url });
    assert.match((await call("wallet")).text, /you sent Bearer \{\{maker\.key\}\}/);
  });
});

describe("a long answer", () => {
  it("is told in short, and is whole as a resource", async (t) => {
    const profile = await venueFor(t);
    const { call, client } = await bridged(t, profile);
    const order = restingOrder(profile);
    const ids = Array.from({ length: 25 }, (_, at) => `many-${at}`);
    for (const client_order_id of ids) await call("place", { ...order, client_order_id });
    const { data, links } = await call("open_orders");
    assert.equal(data["records"], 25);
    assert.ok((data["first"] as unknown[]).length < 25);
    const { contents } = await client.readResource({ uri: links[0]! });
    const [whole] = contents as { text: string }[];
    assert.equal((whole?.text.match(/"client_order_id":"many-/g) ?? []).length, 25);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      links,
    );
  });
});
