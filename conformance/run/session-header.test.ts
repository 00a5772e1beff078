import assert from "node:assert/strict";
import { test } from "node:test";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { startEmbedded } from "../../scenarios/deployment/embedded.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { interpose } from "../interposer/interposer.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

test("the session of a failure names its actors' owners and describes its market", async (t) => {
  const venue = await startEmbedded(1);
  t.after(() => venue.close());
  const front = await interpose(venue.profile.baseUrl, async (request, behind) => {
    const answer = await behind(request);
    const places = request.path === "/orders" && request.method === "POST";
    return places ? { ...answer, body: { ...Object(answer.body), status: "PARTIAL" } } : answer;
  });
  t.after(() => front.close());
  const profile = { ...venue.profile, baseUrl: front.url };
  const facts = { fresh: true, runId: "t0000000" };
  const deployment = await survey(await connectTo(profile, facts));
  t.after(() => deployment.close());
  const { sessions } = await judgeDeployment(deployment, select(["TIF-GTC-01"], []), { seed: 1 });
  const [first] = sessions;
  const header = JSON.parse(first?.text.split("\n")[0] ?? "{}");
  const [actor, ...others] = Object.values<Record<string, unknown>>(header.actors);
  assert.equal(actor?.["caller"], "key");
  assert.match(String(actor?.["owner"]), /^touchstone-t0000000-agent-\d$/);
  assert.deepEqual(others, []);
  const [market] = Object.values<Record<string, unknown>>(header.markets);
  const { mark_price: mark, ...described } = market ?? {};
  assert.deepEqual(Object.keys(described).sort(), ["band", "kind", "status", "tick"]);
  assert.equal(mark !== undefined, described["kind"] === "BTC_PERP");
  assert.equal(market?.["status"], "OPEN");
});
