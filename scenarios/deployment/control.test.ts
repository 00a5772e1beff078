import assert from "node:assert/strict";
import { test } from "node:test";
import { Control, connectControl } from "./control.ts";
import type { ControlError } from "./control-endpoint.ts";
import { profileOf } from "./profile/profile.ts";
import { jsonServer } from "./server.fixture.ts";

const HELLO = {
  protocol: "touchstone-control/1",
  capabilities: ["agents", "gates", "teleport"],
  gates: ["ladder"],
};

const ROUTES = {
  "GET /_control": HELLO,
  "POST /_control/agents": { agent_id: "a-1", api_key: "rk_live_1", owner: "alice" },
  "PUT /_control/gates/ladder": { closed: true },
};

test("uses what is announced, as the protocol writes it", async (t) => {
  const { url, seen } = await jsonServer(t, ROUTES);
  const control = await Control.connect({ url: `${url}/_control`, token: "t-1" });
  t.after(() => control.close());
  assert.deepEqual(control.capabilities, ["agents", "gates"]);
  assert.deepEqual(control.gates, ["ladder"]);
  assert.deepEqual(await control.createAgent({ owner: "alice", name: "maker", cash: 5 }), {
    agentId: "a-1",
    apiKey: "rk_live_1",
  });
  await control.closeGate("ladder", true);
  assert.deepEqual(
    seen.map(({ route, body, authorization }) => [route, body, authorization]),
    [
      ["GET /_control", "", "Bearer t-1"],
      ["POST /_control/agents", '{"owner":"alice","name":"maker","cash":5}', "Bearer t-1"],
      ["PUT /_control/gates/ladder", '{"closed":true}', "Bearer t-1"],
    ],
  );
});

test("refuses what is not announced without asking", async (t) => {
  const { url, seen } = await jsonServer(t, ROUTES);
  const control = await Control.connect({ url: `${url}/_control`, token: "t-1" });
  t.after(() => control.close());
  await assert.rejects(control.freeze(true), /^ControlError: .*does not offer freeze$/);
  assert.equal(seen.length, 1);
});

test("reports a refusal in one line with status, code and message", async (t) => {
  const { url } = await jsonServer(t, {
    ...ROUTES,
    "POST /_control/agents": [400, { code: "VALIDATION_ERROR", message: "cash\nis text" }],
  });
  const control = await Control.connect({ url: `${url}/_control`, token: "t-1" });
  t.after(() => control.close());
  await assert.rejects(control.createAgent({ owner: "a", name: "b" }), (error: ControlError) => {
    assert.match(error.message, /POST .*\/agents answered 400 VALIDATION_ERROR: cash is text$/);
    return error.status === 400;
  });
});

test("reports an answer without a promised member", async (t) => {
  const { url } = await jsonServer(t, { ...ROUTES, "POST /_control/agents": {} });
  const control = await Control.connect({ url: `${url}/_control`, token: "t-1" });
  t.after(() => control.close());
  await assert.rejects(control.createAgent({ owner: "a", name: "b" }), /lacks agent_id/);
});

const TROUBLE: [string, unknown, string | null, RegExp][] = [
  ["a refused token", [401, {}], "control.token", /401 the token was refused/],
  ["another protocol", { protocol: "other/2" }, "control.url", /does not speak touchstone-control/],
  ["an unknown path", undefined, "control.url", /answered 404/],
];

for (const [what, hello, field, message] of TROUBLE) {
  test(`names the profile's field for ${what}`, async (t) => {
    const { url } = await jsonServer(t, hello === undefined ? {} : { "GET /_control": hello });
    const { control, problems } = await connectControl(
      profileOf({ base_url: url, control: { url: `${url}/_control`, token: "canary-token" } }),
    );
    assert.equal(control, null);
    assert.equal(problems[0]?.field, field);
    assert.match(problems[0]?.message ?? "", message);
    assert.doesNotMatch(problems[0]?.message ?? "", /canary-token|\n/);
  });
}

test("has no control and no problem where the profile has none", async () => {
  const profile = profileOf({ base_url: "http://127.0.0.1:9" });
  assert.deepEqual(await connectControl(profile), { control: null, problems: [] });
});
