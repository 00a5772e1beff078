import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReference } from "../../../reference/index.ts";
import { connectTo, type Deployment } from "../connect.ts";
import { positionsOf } from "../positions.ts";
import type { AgentCredentials } from "../profile/credentials.ts";
import { profileOf } from "../profile/profile.ts";
import type { ProfileFile } from "../profile/profile-schema.ts";
import { positionOf } from "../reading/reading.ts";
import { putBack } from "./put-back.ts";

interface Traded {
  deployment: Deployment;
  market: string;
  maker: AgentCredentials;
  taker: AgentCredentials;
  place(who: AgentCredentials, order: object): Promise<void>;
  held(who: AgentCredentials): Promise<number | null>;
}

/** A venue where the maker has bought 3 of the taker. */
async function traded(t: TestContext): Promise<Traded> {
  const venue = await startReference({ seed: 7, makers: false });
  t.after(() => venue.close());
  const deployment = await connectTo(profileOf(venue.profile() as ProfileFile));
  t.after(() => deployment.close());
  const { client, profile } = deployment;
  const { body } = (await client.send({ method: "GET", path: "/v1/markets" })).response!;
  const { markets } = body as { markets: { market_id: string; kind: string; status: string }[] };
  const binary = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN");
  const market = binary!.market_id;
  const [maker, other] = profile.agents;
  const taker = profile.agents.find(({ owner }) => owner !== maker!.owner) ?? other;
  const place = async (credentials: AgentCredentials, order: object) => {
    const body = { market_id: market, type: "LIMIT", qty: 3, ...order };
    const ask = { method: "POST", path: "/v1/orders", credentials, body };
    assert.equal((await client.send(ask)).response?.status, 201);
  };
  await place(maker!, { side: "BUY", price: 40 });
  await place(taker!, { side: "SELL", price: 40 });
  const held = async (who: AgentCredentials) =>
    positionOf(await positionsOf(deployment, who), market);
  return { deployment, market, maker: maker!, taker: taker!, place, held };
}

test("orders are cancelled, and the position is what it was where somebody takes it", async (t) => {
  const { deployment, market, maker, taker, place, held } = await traded(t);
  assert.equal(await held(maker), 3);
  await place(maker, { side: "BUY", price: 5 });
  await place(taker, { side: "BUY", price: 30, qty: 10 });
  const change = { what: "orders", agent: maker.name, market, held: 1 } as const;
  assert.equal(await putBack(change, deployment), null);
  assert.equal(await held(maker), 1);
  const open = { method: "GET", path: "/v1/orders/open", credentials: maker };
  assert.match((await deployment.client.send(open)).response?.bodyText ?? "", /\[\]/);
});

test("a position that nobody takes is told, and one that nobody knew is left alone", async (t) => {
  const { deployment, market, maker, held } = await traded(t);
  const change = { what: "orders", agent: maker.name, market } as const;
  assert.equal(
    await putBack({ ...change, held: 0 }, deployment),
    `${maker.name} holds 3 there, and 0 before the run`,
  );
  assert.equal(await putBack({ ...change, held: null }, deployment), null);
  assert.equal(await putBack({ ...change, market: null, held: null }, deployment), null);
  assert.equal(await held(maker), 3);
  const unknown = { ...change, agent: "nobody", held: null };
  assert.equal(await putBack(unknown, deployment), "needs nobody among the profile's agents");
});

test("a key whose id was never told is found by its name", async (t) => {
  const { deployment } = await traded(t);
  const browser = deployment.profile.browser!;
  const agent = deployment.profile.agents.find(({ owner }) => owner === browser.owner)!.agentId!;
  const headers = {
    cookie: `${browser.sessionCookie.name}=${browser.sessionCookie.value}; ${browser.csrfCookie.name}=${browser.csrfCookie.value}`,
    "x-service-csrf": browser.csrfCookie.value,
  };
  const keys = { path: `/v1/me/agents/${agent}/keys`, headers };
  for (const name of ["t1-key", "t2-key"]) {
    await deployment.client.send({ ...keys, method: "POST", body: { name } });
  }
  const change = { what: "key", agent, name: "t1-key", id: null } as const;
  assert.equal(await putBack(change, deployment), null);
  const { bodyText } = (await deployment.client.send({ ...keys, method: "GET" })).response!;
  assert.doesNotMatch(bodyText, /"name":"t1-key"[^}]*"revoked_at":null/);
  assert.match(bodyText, /t2-key/);
  const nameless = { ...change, name: null };
  assert.match((await putBack(nameless, deployment)) ?? "", /^look for it in GET \/me\/agents\//);
});
