import assert from "node:assert/strict";
import { test } from "node:test";
import { startBeside } from "./embedded.ts";

/** The ids of the markets that a venue opens with: seeded. */
async function openMarkets(baseUrl: string): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/v1/markets`);
  return ((await answer.json()) as { markets: { market_id: string }[] }).markets.map(
    ({ market_id }) => market_id,
  );
}

test("two at once are two venues, and one after another is as new", async () => {
  const [one, other] = await Promise.all([startBeside(1), startBeside(2)]);
  const first = await openMarkets(one.profile.baseUrl);
  assert.notDeepEqual(first, await openMarkets(other.profile.baseUrl));
  await Promise.all([one.close(), other.close()]);
  const again = await startBeside(1);
  assert.deepEqual(await openMarkets(again.profile.baseUrl), first);
  await again.close();
});
