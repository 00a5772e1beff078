import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Reference, startReference } from "../../reference/index.ts";
import { profileOf } from "../deployment/profile/profile.ts";
import type { ProfileFile } from "../deployment/profile/profile-schema.ts";
import { jsonServer } from "../deployment/server.fixture.ts";
import { startedOver } from "./start-over.ts";

const TOKEN = "token-of-this-test";

async function seeded(t: TestContext): Promise<{ venue: Reference; profile: ProfileFile }> {
  const venue = await startReference({ seed: 7, clock: "virtual", controlToken: TOKEN });
  t.after(() => venue.close());
  return { venue, profile: venue.profile() as ProfileFile };
}

/** The id that an order gets. */
async function ordered({ base_url, agents, markets }: ProfileFile): Promise<string> {
  const body = { market_id: markets![0]!.id, side: "BUY", type: "LIMIT", price: 40, qty: 5 };
  const answer = await fetch(`${base_url}/v1/orders`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${agents![0]!.api_key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { order_id: string }).order_id;
}

describe("a seeded venue that is to be recorded", () => {
  it("begins as it began, whatever was done on it", async (t) => {
    const { profile } = await seeded(t);
    const first = await ordered(profile);
    assert.notEqual(await ordered(profile), first);
    const said = await startedOver(profileOf(profile), 7);
    assert.equal(said, "the venue was started over from seed 7");
    assert.equal(await ordered(profile), first);
  });

  it("is left as it is without control, and the reason is told", async (t) => {
    const { profile } = await seeded(t);
    const { control: _, ...rest } = profile;
    const first = await ordered(profile);
    const said = await startedOver(profileOf(rest), 7);
    assert.match(said, /was not started over \(the profile has no control:\): a strict replay/);
    assert.notEqual(await ordered(profile), first);
  });

  it("is left as it is where its control cannot, or does not answer", async (t) => {
    const hello = { protocol: "touchstone-control/1", capabilities: ["clock"] };
    const { url } = await jsonServer(t, { "GET /_control": hello });
    const said = (at: string) =>
      startedOver(profileOf({ base_url: url, control: { url: at, token: TOKEN } }), 7);
    assert.match(await said(`${url}/_control`), /not started over \(.*does not offer reset\)/);
    assert.match(await said("http://127.0.0.1:1/_control"), /not started over \(.+\): a strict/);
  });
});
