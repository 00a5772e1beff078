import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { startReference } from "../reference/index.ts";
import { problemOf } from "../scenarios/deployment/profile/profile-check.ts";
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

test("says in one line when nothing answers there", async () => {
  await assert.rejects(draftProfile("http://127.0.0.1:1"), UsageError);
});
