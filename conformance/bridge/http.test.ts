import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { lossyFront, restingOrder, spoken, venueFor } from "./bridge.fixture.ts";
import { type HttpBridge, serveHttp } from "./http.ts";

async function bridgeFor(t: TestContext, profile: Profile): Promise<HttpBridge> {
  const bridge = await serveHttp(profile, 0);
  t.after(() => bridge.close());
  return bridge;
}

async function clientOf(t: TestContext, { url }: HttpBridge, key?: string) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport as never);
  t.after(() => client.close());
  return { ...spoken(client), transport };
}

const keyOf = ({ agents }: Profile, agent: string) =>
  agents.find(({ name }) => name === agent)!.apiKey;

/** Status and body of a request, whatever headers it has. */
async function answer(url: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const method = body === undefined ? "GET" : "POST";
      const accept = "application/json, text/event-stream";
      const all = { accept, "content-type": "application/json", ...headers };
      const sent = request(url, { method, headers: all }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode!, text, headers: response.headers }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    },
  );
}

const INITIALIZE = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    ...{ protocolVersion: "2025-11-25", capabilities: {} },
    clientInfo: { name: "test", version: "1" },
  },
});

describe("over HTTP", () => {
  it("each caller has the tools of its own key, and none of the profile's", async (t) => {
    const profile = await venueFor(t);
    const bridge = await bridgeFor(t, profile);
    const maker = await clientOf(t, bridge, keyOf(profile, "maker"));
    const reader = await clientOf(t, bridge, keyOf(profile, "reader"));
    const nobody = await clientOf(t, bridge);
    assert.ok((await maker.tools()).includes("place"));
    assert.ok(!(await reader.tools()).includes("place"));
    assert.ok((await reader.tools()).includes("wallet"));
    assert.ok(!(await nobody.tools()).includes("wallet"));
    const { data } = await maker.call("place", restingOrder(profile));
    assert.equal(data["fate"], "accepted");
    await assert.rejects(reader.call("cancel", { order_id: data["order_id"] }), /may trade/);
  });

  it("a session is its key's alone, and a key that the venue refuses begins none", async (t) => {
    const profile = await venueFor(t);
    const bridge = await bridgeFor(t, profile);
    const { transport } = await clientOf(t, bridge, keyOf(profile, "maker"));
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    const session = { "mcp-session-id": String(transport.sessionId) };
    for (const headers of [
      session,
      { ...session, authorization: `Bearer ${keyOf(profile, "taker")}` },
    ]) {
      assert.equal((await answer(bridge.url, headers, list)).status, 401);
    }
    const unknown = await answer(
      bridge.url,
      { authorization: "Bearer rk_live_nobody" },
      INITIALIZE,
    );
    assert.equal(unknown.status, 401);
    assert.match(String(unknown.headers["www-authenticate"]), /^Bearer .*invalid_token/);
    const basic = await answer(bridge.url, { authorization: "Basic eDp5" }, INITIALIZE);
    assert.equal(basic.status, 401);
  });

  it("a page of another site, and another name for this machine, are refused", async (t) => {
    const bridge = await bridgeFor(t, await venueFor(t));
    const { port } = new URL(bridge.url);
    const cases: [Record<string, string>, number][] = [
      [{ host: `venue.example:${port}` }, 403],
      [{ host: `localhost.venue.example:${port}` }, 403],
      [{ origin: "https://venue.example" }, 403],
      [{ origin: "null" }, 403],
      [{ host: `localhost:${port}`, origin: `http://localhost:${port}` }, 200],
    ];
    for (const [headers, status] of cases) {
      const { status: seen } = await answer(bridge.url, headers, INITIALIZE);
      assert.equal(seen, status, JSON.stringify(headers));
    }
  });

  it("what is no request is refused in the protocol's form, and the bridge goes on", async (t) => {
    const bridge = await bridgeFor(t, await venueFor(t));
    const cases: [Record<string, string>, string | undefined, number][] = [
      [{}, "{", 400],
      [{}, "[]", 400],
      [{}, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), 400],
      [{ "mcp-session-id": "nobody" }, INITIALIZE, 404],
      [{}, undefined, 400],
    ];
    for (const [headers, body, status] of cases) {
      const refused = await answer(bridge.url, headers, body);
      assert.equal(refused.status, status, body);
      assert.match(refused.text, /"jsonrpc":"2.0"/);
    }
    const other = await answer(bridge.url, { accept: "text/plain" }, INITIALIZE);
    assert.equal(other.status, 406);
    assert.equal((await answer(new URL("/other", bridge.url).href, {}, "{}")).status, 404);
    assert.equal((await answer(bridge.url, {}, INITIALIZE)).status, 200);
  });

  it("a body of more than 1 MiB is 413, or its connection ends", async (t) => {
    const bridge = await bridgeFor(t, await venueFor(t));
    const long = await answer(bridge.url, {}, `"${"x".repeat(1_048_577)}"`).catch((error) => error);
    assert.ok(long.status === 413 || /EPIPE|ECONNRESET/.test(long.code), JSON.stringify(long));
    assert.equal((await answer(bridge.url, {}, INITIALIZE)).status, 200);
  });

  it("of more sessions than there may be the one that rested longest ends", async (t) => {
    const bridge = await bridgeFor(t, await venueFor(t));
    const first = await answer(bridge.url, {}, INITIALIZE);
    const session = { "mcp-session-id": String(first.headers["mcp-session-id"]) };
    for (let more = 0; more < 64; more += 1) await answer(bridge.url, {}, INITIALIZE);
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    assert.equal((await answer(bridge.url, session, list)).status, 404);
  });

  it("a socket beyond the most there may be is closed at once", async (t) => {
    const bridge = await bridgeFor(t, await venueFor(t));
    const port = Number(new URL(bridge.url).port);
    const sockets = Array.from({ length: 257 }, () => connect(port, "127.0.0.1"));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const closed = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on("error", () => {});
          socket.once("close", () => resolve());
        }),
    );
    await Promise.race(closed);
  });

  it("a run tells its progress, and ends in order when its call is cancelled", async (t) => {
    const profile = await venueFor(t);
    const front = await lossyFront(t, profile);
    const bridge = await bridgeFor(t, front.profile);
    const { client, call } = await clientOf(t, bridge, keyOf(profile, "maker"));
    const { data } = await call("conform_plan", { only: ["TIF-*"] });
    const cancelling = new AbortController();
    const told: Progress[] = [];
    const onprogress = (progress: Progress) => {
      told.push(progress);
      cancelling.abort();
    };
    const asked = { name: "conform_run", arguments: { plan: data["plan"] } };
    await assert.rejects(
      client.callTool(asked, undefined, { signal: cancelling.signal, onprogress }),
    );
    const ended = await call("conform_run", asked.arguments);
    assert.match(String(ended.data["aborted"]), /cancelled/);
    assert.ok(told.length > 0);
    assert.doesNotMatch((await call("open_orders")).text, /"order_id"/);
  });
});
