import assert from "node:assert/strict";
import { test } from "node:test";
import { startReference } from "../../reference/index.ts";
import { connectTo, freshRunId } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { openAgents } from "./agents.ts";

test("one run after another gets agents of its own from the same operator", async (t) => {
  const venue = await startReference({ seed: 5, controlToken: "a-token-for-this-test" });
  t.after(() => venue.close());
  const deployment = await connectTo(profileOf(venue.profile() as ProfileFile));
  t.after(() => deployment.close());
  const ids = new Set<string | null>();
  for (let run = 0; run < 3; run += 1) {
    const agents = await openAgents(deployment, { agents: 4, runId: freshRunId() });
    for (const { agent_id } of agents) ids.add(agent_id);
  }
  assert.equal(ids.size, 12);
});
