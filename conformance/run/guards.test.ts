import assert from "node:assert/strict";
import { test } from "node:test";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { startEmbedded } from "../../scenarios/deployment/embedded.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { interpose } from "../interposer/interposer.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

test("a 500 fails a run that selected other rules alone", async (t) => {
  const venue = await startEmbedded(1);
  t.after(() => venue.close());
  const front = await interpose(venue.profile.baseUrl, async (request, behind) =>
    request.path === "/orders" && request.method === "POST"
      ? { status: 500, headers: {}, body: { code: "INTERNAL", message: "no", request_id: "1" } }
      : behind(request),
  );
  t.after(() => front.close());
  const profile = { ...venue.profile, baseUrl: front.url };
  const facts = { fresh: true, runId: "t0000000" };
  const deployment = await survey(await connectTo(profile, facts));
  t.after(() => deployment.close());
  const { report } = await judgeDeployment(deployment, select(["TIF-GTC-01"], []), { seed: 1 });
  const results = report.rules.map(({ id, result }) => [id, result]);
  assert.deepEqual(results, [
    ["TIF-GTC-01", "inconclusive"],
    ["ERR-5XX-01", "fail"],
  ]);
});

test("a rule left out on purpose stays out", () => {
  assert.equal(select([], ["ERR-5XX-01"]).guards?.length, 0);
  assert.equal(select(["ERR-*"], []).guards?.length, 0);
  assert.equal(select(["TIF-*"], []).guards?.length, 1);
});
