/** The image with PostgreSQL beside it; needs an engine and an image made by .ci/containers. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { GenericContainer, Network, Wait } from "testcontainers";

const image = process.env["TOUCHSTONE_IMAGE"];
const skip = image === undefined && "set TOUCHSTONE_IMAGE to an image of this project";
const POSTGRES = "postgres:15-bookworm";
const PASSWORD = "only-for-this-test";
const TOKEN = "for-one-run-of-one-container-alone";
const PORT = 9_000;

describe("a venue of the image on PostgreSQL", { skip }, () => {
  it("gets healthy, and keeps its orders over a restart", async (t) => {
    const started: { stop(): Promise<unknown> }[] = [];
    t.after(async () => {
      for (const one of started.reverse()) await one.stop();
    });
    const network = await new Network().start();
    started.push(network);
    const database = await new GenericContainer(POSTGRES)
      .withNetwork(network)
      .withNetworkAliases("database")
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD, POSTGRES_DB: "venue" })
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forListeningPorts())
      .start();
    started.push(database);
    const venue = await new GenericContainer(image!)
      .withNetwork(network)
      .withEnvironment({
        TOUCHSTONE_STORE: `postgres://postgres:${PASSWORD}@database:5432/venue`,
        TOUCHSTONE_CONTROL_TOKEN: TOKEN,
      })
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHealthCheck())
      .start();
    started.push(venue);

    const url = () => `http://${venue.getHost()}:${venue.getMappedPort(PORT)}`;
    const post = async (path: string, token: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(url() + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Record<string, string>;
    };
    const { agent_id, api_key } = await post("/_control/agents", TOKEN, {
      owner: "alice",
      name: "a",
    });
    const { market_id } = await post("/_control/markets", TOKEN, { kind: "BTC_BINARY" });
    const order = { market_id, side: "BUY", type: "LIMIT", price: 10, qty: 1 };
    const { order_id } = await post("/v1/orders", api_key!, order);
    await venue.restart();
    const answer = await fetch(`${url()}/v1/orders/${order_id}`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    const kept = (await answer.json()) as Record<string, string>;
    assert.equal(answer.status, 200);
    assert.equal(kept["order_id"], order_id);
    assert.ok(agent_id);
  });
});
