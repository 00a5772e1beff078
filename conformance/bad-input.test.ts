import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { jsonServer } from "../scenarios/deployment/server.fixture.ts";
import { UsageError } from "../scenarios/deployment/usage-error.ts";
import { fileWith, touchstone } from "./command-line.fixture.ts";
import { type ConformOptions, conform } from "./run/conform.ts";

const NOWHERE = "http://127.0.0.1:1";

/** The lines a run that judges nothing ends with; what cannot be mended is no such line. */
async function refusal(t: TestContext, options: Partial<ConformOptions>): Promise<string[]> {
  const lines: string[] = [];
  const { mock } = t.mock.method(console, "error", (line: string) => void lines.push(line));
  try {
    assert.equal(await conform({ only: [], skip: [], seed: 1, ...options }), 2);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    lines.push(error.message);
  } finally {
    mock.restore();
  }
  for (const line of lines) assert.doesNotMatch(line, /\n/);
  return lines;
}

/** The one line of a run that judges nothing. */
async function refusedFor(
  t: TestContext,
  options: Partial<ConformOptions>,
  message: RegExp,
): Promise<void> {
  const lines = await refusal(t, options);
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.match(lines[0] ?? "", message);
}

test("the front door shows one line and a way on, no stack, and ends with 2", async () => {
  const cases: [string[], RegExp][] = [
    [["conforn"], /unknown command 'conforn'.*mean conform/s],
    [["conforn", "--help"], /unknown command 'conforn'.*mean conform/s],
    [["help", "conforn"], /unknown command 'conforn'.*mean conform/s],
    [["conform", "--baselin", "x"], /unknown option '--baselin'.*mean --baseline/s],
    [["conform", "--seed", "x"], /--seed.*'x'.*whole number/s],
    [["conform", "--only", "TIFF-*"], /^touchstone: no rule matches 'TIFF-\*'.*--list\n$/],
  ];
  const runs = cases.map(async ([args, message]) => {
    const { code, stdout, stderr } = await touchstone(args).ended;
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /^\s+at |unexpected error/m);
    assert.deepEqual([code, stdout], [2, ""]);
  });
  await Promise.all(runs);
});

const INPUTS: [what: string, options: Partial<ConformOptions>, message: RegExp][] = [
  ["a missing profile", { profile: "no.yaml" }, /^no\.yaml: no such file/],
  ["an address that is none", { target: "venue" }, /^--target: "venue" is not an address/],
  ["a missing baseline", { baseline: "no.yaml" }, /cannot read the baseline no\.yaml/],
  ["two targets", { target: NOWHERE, profile: "p" }, /--target or --profile, not both/],
  ["two targets of a plan", { plan: true, target: NOWHERE, profile: "p" }, /not both/],
  ["a plan of an image alone", { plan: true, image: "venue" }, /takes a --profile/],
  ["a target where nothing listens", { target: NOWHERE }, /base_url: nothing listens/],
];

for (const [what, options, message] of INPUTS) {
  test(`${what} is one clear line`, (t) => refusedFor(t, options, message));
}

test("a profile that is no YAML names file and line", async (t) => {
  const profile = await fileWith(t, `base_url: ${NOWHERE}\nagents: [\n`);
  await refusedFor(t, { profile }, /given\.yaml:\d+: not YAML/);
});

test("an unset variable is named, with the field that wants it", async (t) => {
  const agent = `{name: a, owner: b, api_key: "\${TOUCHSTONE_UNSET}"}`;
  const profile = await fileWith(t, `base_url: ${NOWHERE}\nagents:\n  - ${agent}\n`);
  await refusedFor(
    t,
    { profile },
    /given\.yaml:3: agents\[0\]\.api_key: .*TOUCHSTONE_UNSET is not/,
  );
});

test("a report directory that cannot be written is refused before anything is sent", async (t) => {
  const file = await fileWith(t, "");
  const venue = await jsonServer(t, {});
  const options = { target: venue.url, report: join(file, "report") };
  await refusedFor(t, options, /^--report: .*given\.yaml/);
  assert.equal(venue.seen.length, 0);
});

test("a plan sends nothing", async (t) => {
  const venue = await jsonServer(t, {});
  const { mock } = t.mock.method(process.stdout, "write", () => true);
  try {
    const options = { only: [], skip: [], seed: 1, plan: true, target: venue.url };
    assert.equal(await conform(options), 0);
  } finally {
    mock.restore();
  }
  const [text] = mock.calls[0]?.arguments ?? [];
  assert.match(String(text), /nothing was sent.*checks +\d+ of \d+.*requests +about \d+/s);
  assert.match(String(text), /narrowing at most 40 requests for each failure/);
  assert.match(
    String(text),
    /^Checks left out.*:\n +\d+ {2}needs .*\n[\s\S]*^Requests by route:\n +\d+ {2}[A-Z]+ \//m,
  );
  assert.equal(venue.seen.length, 0);
});

/** A TCP server that is no HTTP server. */
async function tcp(t: TestContext, greet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    greet(socket);
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return `http://127.0.0.1:${address.port}`;
}

test("what speaks no HTTP is told apart from what hangs up", async (t) => {
  const garbage = await tcp(t, (socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
  await refusedFor(t, { target: garbage }, /base_url: what answers there does not speak HTTP/);
  const rude = await tcp(t, (socket) => socket.destroy());
  await refusedFor(t, { target: rude }, /base_url: the target closes the connection/);
});

test("a target that answers HTML is no API", async (t) => {
  const page = [200, "<!doctype html><title>Welcome</title>"];
  const venue = await jsonServer(t, { "GET /v1/health": page, "GET /v1/markets": page });
  await refusedFor(t, { target: venue.url }, /base_url: the target answers HTML instead of JSON/);
});

const UP = { "GET /v1/health": {}, "GET /v1/markets": [] };

test("a wrong key is named by its field, never by its value", async (t) => {
  const refused = [401, { code: "UNAUTHORIZED", message: "rk_live_wrong is no key" }];
  const routes = { ...UP, "GET /v1/account": refused, "GET /v1/orders": refused };
  const venue = await jsonServer(t, routes);
  const agents = [{ name: "maker", owner: "alice", api_key: "rk_live_wrong" }];
  const profile = await fileWith(t, JSON.stringify({ base_url: venue.url, agents }));
  const lines = await refusal(t, { profile });
  assert.match(lines.join("\n"), /agents\[0\]\.api_key: the target refused this key \(401\)/);
  assert.doesNotMatch(lines.join("\n"), /wrong/);
});

test("what the operator's endpoint says is told without the token", async (t) => {
  const routes = { ...UP, "GET /control": [500, { message: "no such token: tok-canary" }] };
  const venue = await jsonServer(t, routes);
  const control = { url: `${venue.url}/control`, token: "tok-canary" };
  const profile = await fileWith(t, JSON.stringify({ base_url: venue.url, control }));
  const lines = await refusal(t, { profile });
  assert.match(lines.join("\n"), /control\.url: .*answered 500 no such token: /);
  assert.doesNotMatch(lines.join("\n"), /canary/);
});
