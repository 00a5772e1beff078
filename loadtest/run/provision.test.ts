import assert from "node:assert/strict";
import { test } from "node:test";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { type Spoil, startTrivialVenue } from "../trivial-venue.fixture.ts";
import { settingsFor } from "./load.ts";
import { provision } from "./provision.ts";

test("an order that declines need and that is not accepted is noted, whatever refuses it", async (t) => {
  const answers = [
    [422, { code: "VALIDATION_ERROR" }],
    [200, { status: "REJECTED", reject_reason: "INSUFFICIENT_CASH" }],
  ] as const;
  let placed = 0;
  const refuses: Spoil = ({ method, url }, response) => {
    if (method !== "POST" || !url?.endsWith("/orders")) return false;
    const [status, body] = answers[placed++]!;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  };
  const venue = await startTrivialVenue(refuses);
  t.after(() => venue.close());
  const target = await connectTo(profileOf(venue.profile as ProfileFile));
  t.after(() => target.close());
  const wished = settingsFor({ plan: "smoke", seed: 1, rate: 6, duration: 3 }, target, null);
  const { notes } = await provision(target, wished);
  const told = notes.filter((note) => note.startsWith("flow decline"));
  assert.equal(told.length, 2);
  assert.match(told[0]!, /the SELL at \d+ of market .*HTTP 422 VALIDATION_ERROR/);
  assert.match(told[1]!, /the BUY at \d+ of market .*HTTP 200 INSUFFICIENT_CASH/);
});
