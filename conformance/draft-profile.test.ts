import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { startReference } from "../reference/index.ts";
import { problemOf } from "../scenarios/deployment/profile/profile-check.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { UsageError } from "../scenarios/deployment/usage-error.ts";
import { draftProfile } from "./draft-profile.ts";

test("drafts a profile that loads and names the markets the target lists", async (t) => {
  const venue = await startReference({ seed: 3 });
  t.after(() => venue.close());
  const draft = parse(await draftProfile(venue.url)) as { markets: { kind: string }[] };
  assert.equal(problemOf(draft), null);
  const kinds = new Set(draft.markets.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["BTC_BINARY", "BTC_PARLAY", "BTC_PERP"]);
});

test("proposes the claims that market records and candles speak for, as comments", async (t) => {
  const venue = await startReference({ seed: 3 });
  t.after(() => venue.close());
  const { agents } = venue.profile() as ProfileFile;
  const { markets } = parse(await draftProfile(venue.url)) as ProfileFile;
  const [maker, taker] = agents!.map(({ api_key }) => api_key);
  const place = (key: string | undefined, side: string) =>
    fetch(`${venue.url}/v1/orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ market_id: markets![0]!.id, side, type: "LIMIT", price: 40, qty: 2 }),
    });
  await place(maker, "SELL");
  await place(taker, "BUY");
  const proposed = (await draftProfile(venue.url)).split("\n# claims:\n")[1]?.split("\n\n")[0];
  assert.deepEqual(parse(proposed!.replaceAll(/^# /gm, "")), {
    payout: 100,
    position_cap: { BTC_BINARY: 100_000, BTC_PERP: 1_000, BTC_PARLAY: 100_000 },
    leverage_cap: 20,
    candles_from_trades: true,
  });
});

test("says in one line when nothing answers there", async () => {
  await assert.rejects(draftProfile("http://127.0.0.1:1"), UsageError);
});
