import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadProfile, ProfileError, profileOfTarget, secretsOf } from "./profile.ts";
import { profileSchemaText } from "./profile-schema.ts";

const ENV = { MAKER_KEY: "rk_live_canary", TAIL: "tail", SID: "s-1", CSRF: "c-1", TOKEN: "t-1" };

async function load(t: TestContext, text: string, env: NodeJS.ProcessEnv = ENV) {
  const folder = await mkdtemp(join(tmpdir(), "profile-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "p.yaml");
  await writeFile(file, text);
  return loadProfile(file, env);
}

const FULL = `name: staging
base_url: http://127.0.0.1:9000/
stream_url: ws://127.0.0.1:9000
prefix: /api/v1
agents:   # \${NOT_LOOKED_AT} in a comment
  - { name: maker, owner: alice, agent_id: a-1, api_key: \${MAKER_KEY}, second_api_key: "x-\${TAIL}" }
  - { name: reader, owner: bob, api_key: plain, scopes: [read] }
browser:
  owner: alice
  session_cookie: { name: sid, value: \${SID} }
  csrf_cookie: { name: csrf, value: \${CSRF} }
idp:
  origin: http://127.0.0.1:9001
  people: [{ user: "{new}", password: open sesame }, { user: bob, answer: \${TAIL} }]
markets:
  - { id: m-1, kind: BTC_BINARY, status: VOID, band: [1, 99], tick: 1 }
  - { id: m-2, kind: BTC_PERP, mark_price: null }
limits: { writes_per_minute: 60 }
allow: []
control: { url: http://127.0.0.1:9000/_control, token: \${TOKEN} }
stream:
  subscribe: { op: subscribe, params: { channels: ["book:{market}"] } }
  channel: { at: channel, is: "book:{market}" }
  seq: seq
  snapshot: { at: first, is: true }
  levels: params.book
`;

test("reads every field, in our names, with defaults", async (t) => {
  const profile = await load(t, FULL);
  assert.equal(profile.name, "staging");
  assert.equal(profile.baseUrl, "http://127.0.0.1:9000");
  assert.equal(profile.prefix, "/api/v1");
  assert.deepEqual(profile.agents, [
    {
      ...{ name: "maker", owner: "alice", agentId: "a-1", apiKey: "rk_live_canary" },
      ...{ secondApiKey: "x-tail", scopes: ["read", "trade"] },
    },
    {
      ...{ name: "reader", owner: "bob", agentId: null, apiKey: "plain" },
      ...{ secondApiKey: null, scopes: ["read"] },
    },
  ]);
  assert.deepEqual(profile.browser?.sessionCookie, { name: "sid", value: "s-1" });
  assert.deepEqual(profile.idp, {
    origin: "http://127.0.0.1:9001",
    people: [
      { user: "{new}", password: "open sesame" },
      { user: "bob", answer: "tail" },
    ],
  });
  assert.deepEqual(profile.markets, [
    {
      ...{ id: "m-1", kind: "BTC_BINARY", status: "VOID", band: [1, 99], tick: 1 },
      markPrice: null,
    },
    {
      ...{ id: "m-2", kind: "BTC_PERP", status: "OPEN", band: null, tick: null },
      markPrice: null,
    },
  ]);
  assert.deepEqual(profile.limits, { writesPerMinute: 60, readsPerMinute: 6000 });
  assert.deepEqual(profile.allow, []);
  assert.equal(profile.control?.token, "t-1");
  assert.deepEqual(profile.stream?.subscribe, {
    op: "subscribe",
    params: { channels: ["book:{market}"] },
  });
  assert.deepEqual(profile.stream?.snapshot, { at: "first", is: true });
});

test("lists every secret, and a variable that is part of one", async (t) => {
  const secrets = secretsOf(await load(t, FULL));
  assert.deepEqual(
    secrets.slice(0, 7).map(({ placeholder, value }) => `${placeholder}=${value}`),
    [
      "maker.key=rk_live_canary",
      "maker.second_key=x-tail",
      "reader.key=plain",
      "browser.session=s-1",
      "browser.csrf=c-1",
      "control.token=t-1",
      "person1.password=open sesame",
    ],
  );
  assert.ok(
    secrets.some(({ placeholder, value }) => placeholder === "env.TAIL" && value === "tail"),
  );
});

test("an address alone is a profile: everything else is absent or default", () => {
  const profile = profileOfTarget("https://venue.example/");
  assert.equal(profile.baseUrl, "https://venue.example");
  assert.equal(profile.name, "venue.example");
  assert.equal(profile.prefix, "/v1");
  assert.deepEqual([profile.agents, profile.markets, profile.allow], [[], [], []]);
  assert.deepEqual(profile.limits, { writesPerMinute: 600, readsPerMinute: 6000 });
});

test("bursts are allowed on loopback alone, unless the profile says so", () => {
  for (const host of ["localhost:9000", "127.0.0.1", "[::1]:9000"])
    assert.deepEqual(profileOfTarget(`http://${host}`).allow, ["load"]);
  for (const host of ["venue.example", "127.0.0.1.venue.example", "10.0.0.1"])
    assert.deepEqual(profileOfTarget(`http://${host}`).allow, []);
});

test("a doubled dollar sign keeps a placeholder as it is", async (t) => {
  const profile = await load(t, `base_url: http://a\nname: $\${TAIL} and \${TAIL}\n`);
  assert.equal(profile.name, `\${TAIL} and tail`);
});

test("a variable's value is never read as YAML", async (t) => {
  const env = { EVIL: "x, b: [1]" };
  assert.equal((await load(t, `base_url: http://a\nname: \${EVIL}`, env)).name, "x, b: [1]");
});

const AGENT = "base_url: http://a\nagents:\n  - name: a\n    owner: o\n";
const MISTAKES: [what: string, text: string, line: number, message: string][] = [
  ["broken YAML", "base_url: http://a\nagents: [\n", 3, "not YAML: Flow sequence in block"],
  ["a repeated key", "base_url: http://a\nbase_url: b\n", 2, "not YAML: Map keys must be unique"],
  ["an empty file", "", 1, "must be keys and values, starting with base_url, not nothing"],
  ["a list", "- 1\n", 1, "must be keys and values, starting with base_url, not a list"],
  ["no address", "name: x\n", 1, "base_url: is missing; add it"],
  ["a misspelt key", "base_ulr: http://a\n", 1, "base_ulr: unknown key; did you mean base_url?"],
  [
    "a misspelt key deep down",
    `${AGENT}    api_key: k\n    apikey: k\n`,
    6,
    "agents[0].apikey: unknown key; did you mean api_key?",
  ],
  [
    "a key like no other",
    "base_url: http://a\nlimits:\n  zzzzzzzz: 1\n",
    3,
    "limits.zzzzzzzz: unknown key; known: writes_per_minute, reads_per_minute",
  ],
  ["no key", AGENT, 3, "agents[0].api_key: is missing; add it"],
  [
    "a wrong type",
    `${AGENT}    api_key: 7\n`,
    5,
    "agents[0].api_key: must be text, not the number 7",
  ],
  ["an empty value", "base_url: http://a\nagents:\n", 2, "agents: must be a list, not nothing"],
  [
    "an unset variable",
    `${AGENT}    api_key: \${NOPE}\n`,
    5,
    "agents[0].api_key: the environment variable NOPE is not set; export it first",
  ],
  [
    "a variable with a default",
    `base_url: \${A:-http://a}\n`,
    1,
    `base_url: \${A:-http://a} names no variable; escape it as $\${`,
  ],
  [
    "another scheme",
    "base_url: ftp://a\n",
    1,
    'base_url: "ftp://a" is not http:// or https://; write it like http://127.0.0.1:9000',
  ],
  [
    "no scheme",
    "base_url: venue\n",
    1,
    'base_url: "venue" is not an address; write it like http://127.0.0.1:9000',
  ],
  [
    "credentials in the address",
    "base_url: http://u:canary@a\n",
    1,
    "base_url: an address may not carry a user name or password",
  ],
  [
    "a stream over http",
    "base_url: http://a\nstream_url: http://a\n",
    2,
    'stream_url: "http://a" is not ws:// or wss://; write it like ws://127.0.0.1:9000',
  ],
  [
    "an unknown prefix",
    "base_url: http://a\nprefix: /v2\n",
    2,
    'prefix: must be one of "", "/v1", "/api", "/api/v1"',
  ],
  [
    "two agents of one name",
    `${AGENT}    api_key: k\n  - { name: a, owner: p, api_key: l }\n`,
    6,
    'agents[1].name: "a" is taken by another agent; give each its own name',
  ],
  [
    "a key with a line break",
    `${AGENT}    api_key: "k\\n"\n`,
    5,
    "agents[0].api_key: holds a space, line break or other character no header may carry",
  ],
  [
    "a page for the provider's origin",
    "base_url: http://a\nidp: { origin: http://b/x, people: [] }\n",
    2,
    "idp.origin: has a path; write it like http://b",
  ],
  [
    "a band upside down",
    "base_url: http://a\nmarkets:\n  - { id: m, kind: BTC_PERP, band: [9, 9] }\n",
    3,
    "markets[0].band: must be [lowest, highest], lowest first",
  ],
  [
    "half a band",
    "base_url: http://a\nmarkets:\n  - { id: m, kind: BTC_PERP, band: [9] }\n",
    3,
    "markets[0].band: must be [lowest, highest]",
  ],
  [
    "a tick of nothing",
    "base_url: http://a\nmarkets:\n  - { id: m, kind: BTC_PERP, tick: 0 }\n",
    3,
    "markets[0].tick: must be at least 1",
  ],
  [
    "a mark in words",
    "base_url: http://a\nmarkets:\n  - { id: m, kind: BTC_PERP, mark_price: high }\n",
    3,
    "markets[0].mark_price: must be an integer or null, not text",
  ],
  [
    "an unknown claim",
    "base_url: http://a\nclaims:\n  price_time_prioritty: true\n",
    3,
    "claims.price_time_prioritty: unknown key; did you mean price_time_priority?",
  ],
  [
    "a claim denied",
    "base_url: http://a\nclaims:\n  full_collateral: false\n",
    3,
    "claims.full_collateral: must be true; leave it out where it is not so",
  ],
  [
    "half a claim",
    "base_url: http://a\nclaims:\n  cooldown: { rejects: 10, rest_ms: 5000 }\n",
    3,
    "claims.cooldown.within_ms: is missing; add it",
  ],
  [
    "a cap in words",
    "base_url: http://a\nclaims:\n  position_cap: high\n",
    3,
    "claims.position_cap: must be an integer of at least 1, or one for each kind of market, not text",
  ],
  [
    "a fee in words",
    "base_url: http://a\nclaims:\n  fees: { maker_bps: none, taker_bps: 2 }\n",
    3,
    "claims.fees.maker_bps: must be a number, not text",
  ],
  [
    "a handling nobody knows",
    "base_url: http://a\nclaims:\n  self_trade: both\n",
    3,
    'claims.self_trade: must be one of "allow", "cancel-taker", "cancel-maker", "skip"',
  ],
];

for (const [what, text, line, message] of MISTAKES) {
  test(`reports ${what} in one line with place, field and fix`, async (t) => {
    await assert.rejects(load(t, text, {}), (error: Error) => {
      assert.ok(error instanceof ProfileError);
      assert.doesNotMatch(error.message, /\n|canary/);
      const [, place, said] = /p\.yaml:(\d+): (.*)$/.exec(error.message) ?? [];
      assert.ok(said?.startsWith(message), error.message);
      assert.equal(Number(place), line);
      return true;
    });
  });
}

test("reports a file that is missing or a folder", async () => {
  await assert.rejects(
    loadProfile("nowhere.yaml", {}),
    /^ProfileError: nowhere.yaml: no such file/,
  );
  await assert.rejects(loadProfile(tmpdir(), {}), /is a folder, not a file$/);
});

test("reports a target that is no address", () => {
  assert.throws(
    () => profileOfTarget("venue"),
    /^ProfileError: --target: "venue" is not an address/,
  );
});

test("the guide's example is a profile", async (t) => {
  const guide = await readFile(new URL("../../../docs/guides/profile.md", import.meta.url), "utf8");
  const example = /```yaml\n(name: staging\n[^`]*)```/.exec(guide)?.[1] ?? "";
  const names = [...example.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name, "x"]);
  const profile = await load(t, example, Object.fromEntries(names));
  assert.deepEqual([profile.agents.length, profile.markets.length], [3, 3]);
});

test("the published JSON Schema is the one in use", async () => {
  const published = new URL("../../../docs/schemas/profile.schema.json", import.meta.url);
  assert.equal(await readFile(published, "utf8"), profileSchemaText());
});
