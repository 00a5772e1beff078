import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Compile } from "typebox/schema";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { openStream } from "../../proof/stream-client.fixture.ts";
import { PRIVATE_CHANNELS } from "../../stream/channels/index.ts";
import { asyncapi } from "./asyncapi.ts";
import { CHANNELS, FRAMES, REQUESTS } from "./asyncapi-messages.ts";
import { closed } from "./described.fixture.ts";

const venue = await startTestVenue();
const { api, reference, place, control, market } = venue;

interface Closed {
  components: object;
  channels: { stream: { messages: Record<string, { payload: object }> } };
}
const { channels, components } = closed(asyncapi(reference.url)) as Closed;
const validators = Object.entries(channels.stream.messages).map(
  ([name, { payload }]) => [name, Compile({ ...payload, components })] as const,
);
/** Names of the messages that a frame may be. */
const namesOf = (frame: unknown): string[] =>
  validators.filter(([, validator]) => validator.Check(frame)).map(([name]) => name);

describe("the AsyncAPI document", () => {
  it("is served under every prefix, and names the venue's own address", async () => {
    for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
      const { body } = await api.get(`${prefix}/asyncapi.json`).expect(200);
      assert.deepEqual([body.asyncapi, body.info.version], ["3.0.0", "0.1.0"]);
      assert.equal(body.servers.v1.host, new URL(reference.url).host);
    }
    assert.match(JSON.stringify(asyncapi("https://venue.test")), /"protocol":"wss"/);
  });

  it("has nothing that a strict linter objects to", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const source = JSON.stringify(asyncapi(reference.url), null, 1);
    const problems = await lintFromString({ source, absoluteRef: "asyncapi.json", config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
  });
});

describe("messages of the stream", () => {
  it("are one described message each, and every described one comes", async () => {
    const id = market("BTC_BINARY");
    const client = await openStream(venue, "maker");
    await client.subscribe(`book:${id}`, `trades:${id}`, `market:${id}`, "spot");
    await place("maker", { side: "SELL", price: 60, qty: 2 }).expect(201);
    await place("taker", { side: "BUY", price: 60, qty: 1 }).expect(201);
    client.send({ op: "unsubscribe", channels: ["spot"] });
    client.send({ op: "nonsense" });
    await client.settled();
    await control("post", "/clock", { advance_ms: 15_000 }).expect(200);
    await client.until(({ type }) => type === "heartbeat");
    const seen = new Set<string>();
    for (const frame of client.frames) {
      const names = namesOf(frame);
      assert.equal(names.length, 1, JSON.stringify({ names, frame }));
      seen.add(names[0]!);
    }
    assert.deepEqual([...seen].sort(), Object.keys({ ...FRAMES, ...CHANNELS }).sort());
    for (const own of PRIVATE_CHANNELS) assert.ok(own in CHANNELS, own);
  });

  it("that a client says are described as the venue takes them", () => {
    const said = {
      subscribe: { op: "subscribe", id: 1, channels: ["spot"] },
      unsubscribe: { op: "unsubscribe", id: "a", channels: ["spot"] },
      ping: { op: "ping" },
    };
    assert.deepEqual(Object.keys(said), Object.keys(REQUESTS));
    for (const [name, message] of Object.entries(said)) assert.deepEqual(namesOf(message), [name]);
    const wrong = [{ op: "subscribe" }, { op: "ping", id: {} }, { op: "subscribe", channels: [] }];
    for (const message of wrong) assert.deepEqual(namesOf(message), []);
  });
});
