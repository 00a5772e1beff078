import assert from "node:assert/strict";
import { test } from "node:test";
import { renderHtml } from "../reports/render/html.ts";
import { connectTo } from "../scenarios/deployment/connect.ts";
import { secretsIn } from "../scenarios/deployment/secrets/secrets-in.ts";
import { survey } from "../scenarios/deployment/survey.ts";
import { MUTANTS as keys } from "./areas/keys/mutants.ts";
import { MUTANTS as sessions } from "./areas/sessions/mutants.ts";
import { MUTANTS as tickets } from "./areas/tickets/mutants.ts";
import { CHECKS } from "./catalogue/checks.ts";
import { RULES } from "./catalogue/rules.ts";
import { inFrontOf } from "./interposer/changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "./interposer/interposer.ts";
import { startVariant } from "./proof/variant-venue.ts";
import { judgeDeployment } from "./run/judge-deployment.ts";

const AREAS = /^(AUTH|SESS|KEY|TKT|STRM)-/;
const DEFECTS = [...keys, ...sessions, ...tickets].filter(({ name }) =>
  ["revoked-keys-read", "one-ticket-for-two", "any-csrf-header-on-tickets"].includes(name),
);

/** Remembers every secret that passes: keys, tickets, passwords, and the values of cookies. */
function eavesdrop(heard: Set<string>): WireVariant {
  const cookiesOf = (text = "") => [...text.matchAll(/(?:sid|csrf)=([^;\s]+)/g)].map(([, v]) => v);
  const hear = ({ headers, body }: WireRequest | WireAnswer) => {
    const cookies = [...cookiesOf(headers["cookie"]), ...cookiesOf(headers["set-cookie"])];
    // A description of the API says what a session's cookie is called.
    const all = [...secretsIn(body), ...cookies].filter((said) => said !== "sid");
    for (const secret of all) if (secret) heard.add(secret);
  };
  return async (request, venue) => {
    hear(request);
    const answer = await venue(request);
    hear(answer);
    return answer;
  };
}

for (const control of [true, false]) {
  const how = control ? "signed in by control" : "signed in by the profile";
  test(`no key, ticket, cookie or password of a run ${how} is written anywhere`, async (t) => {
    const heard = new Set<string>();
    const wire = () =>
      DEFECTS.reduce((front, { wire: defect }) => inFrontOf(front, defect!()), eavesdrop(heard));
    const venue = await startVariant({ wire }, { control, seed: 1 });
    t.after(() => venue.close());
    const facts = { fresh: control, runId: "secrets" };
    const deployment = await survey(await connectTo(venue.profile, facts));
    t.after(() => deployment.close());
    const rules = RULES.filter(({ id }) => AREAS.test(id));
    const checks = CHECKS.filter(
      ({ proves, needs }) => proves.some((id) => AREAS.test(id)) && !needs.includes("wait"),
    );
    const run = await judgeDeployment(deployment, { rules, checks }, { seed: 1, effort: "quick" });
    assert.ok(run.report.summary.fail >= DEFECTS.length && heard.size > 20, `${heard.size} heard`);
    const written = JSON.stringify(run.sessions) + JSON.stringify(run.report) + renderHtml(run);
    for (const secret of heard) {
      assert.ok(!written.includes(secret), `${secret.slice(0, 12)}… is written`);
    }
  });
}
