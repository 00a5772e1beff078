import assert from "node:assert/strict";
import { test } from "node:test";
import { connectTo } from "../../../scenarios/deployment/connect.ts";
import { survey } from "../../../scenarios/deployment/survey.ts";
import { answerInstead, envelope } from "../../interposer/changes.ts";
import { startVariant } from "../../proof/variant-venue.ts";
import { judgeDeployment } from "../../run/judge-deployment.ts";
import { select } from "../../run/selection.ts";

test("what stands on a prefix says which route was answered how, others being served", async (t) => {
  const missing = envelope(404, "ROUTE_NOT_FOUND");
  const wire = () =>
    answerInstead("GET /account", ({ prefix }) => (prefix === "/api" ? missing : null));
  const venue = await startVariant({ wire }, { control: true, seed: 1 });
  t.after(() => venue.close());
  const deployment = await survey(await connectTo(venue.profile));
  t.after(() => deployment.close());
  const run = await judgeDeployment(deployment, select(["GEN-PREFIX-07"], []), { seed: 1 });
  const [rule] = run.report.rules;
  assert.equal(rule?.result, "inconclusive");
  assert.equal(rule?.stands, "GEN-PREFIX-03");
  assert.match(rule?.detail ?? "", /GET \/api\/account was answered HTTP 404 ROUTE_NOT_FOUND$/);
});
