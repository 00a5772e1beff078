import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReference } from "../reference/index.ts";
import { connectTo } from "../scenarios/deployment/connect.ts";
import { profileOf } from "../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { survey } from "../scenarios/deployment/survey.ts";
import { interpose } from "./interposer/interposer.ts";
import { judgeDeployment } from "./run/judge-deployment.ts";
import { select } from "./run/selection.ts";

const BROKEN = "GEN-PREFIX-01";

/** Judges a venue without the empty prefix, where an operator has this token. */
async function judged(t: TestContext, token: string, secret: string) {
  const venue = await startReference({ seed: 3, clock: "virtual", controlToken: token });
  t.after(() => venue.close());
  const front = await interpose(venue.url, async (request, behind) =>
    request.prefix === ""
      ? { status: 404, headers: {}, body: { code: "NOT_FOUND", message: `a ${secret}` } }
      : behind(request),
  );
  t.after(() => front.close());
  const file = { ...(venue.profile() as ProfileFile), base_url: front.url };
  const deployment = await survey(await connectTo(profileOf(file)));
  t.after(() => deployment.close());
  deployment.redactor.add("maker.key", secret);
  const run = await judgeDeployment(deployment, select([BROKEN], []), { seed: 3 });
  return { problems: deployment.problems, ...run };
}

test("a token of one letter rewrites nothing, and is warned of by its field", async (t) => {
  const { report, sessions, problems } = await judged(t, "a", "b");
  const [rule] = report.rules;
  assert.deepEqual([rule?.id, rule?.result], [BROKEN, "fail"]);
  assert.deepEqual([report.causes[0]?.rule, sessions[0]?.file], [BROKEN, rule?.failure?.session]);
  assert.doesNotMatch(`${rule?.detail} ${rule?.statement} ${rule?.section}`, /\{\{/);
  assert.doesNotMatch(JSON.stringify(rule?.failure?.exchanges), /\{\{/);
  const [warning] = problems;
  assert.equal(warning?.field, "control.token");
  assert.match(warning?.message ?? "", /less than 6 characters/);
  assert.equal(warning?.fatal, false);
});

test("a secret that is a word of a rule's id is kept out of the evidence alone", async (t) => {
  const { report, sessions } = await judged(t, "an-operator", "PREFIX");
  const [rule] = report.rules;
  assert.deepEqual([rule?.id, rule?.result], [BROKEN, "fail"]);
  assert.equal(rule?.failure?.session, `failures/${BROKEN}.session.jsonl`);
  assert.doesNotMatch(sessions[0]?.text ?? "", /PREFIX/);
});
