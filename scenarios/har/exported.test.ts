import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SessionHeader, SessionLine } from "../session/format.ts";
import { readSession } from "../session/reader.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { sessionToHar } from "./export.ts";
import { chromium, firefox, httpToolkit, mitmproxy, SECRETS } from "./exported.fixture.ts";
import { harToSession } from "./import.ts";

async function linesOf(session: string): Promise<{ header: SessionHeader; lines: SessionLine[] }> {
  const { header, lines } = await readSession("a", [Buffer.from(session)]);
  const found: SessionLine[] = [];
  for await (const line of lines) found.push(line);
  return { header, lines: found };
}

/** An exchange by who, what and outcome; frames by their direction. */
function inShort(line: SessionLine): string {
  if ("request" in line) {
    const { actor, request, response, failure } = line;
    const left = response?.body_left_out === undefined ? "" : " without body";
    return `${actor} ${request.method} ${request.path} ${response?.status ?? failure}${left}`;
  }
  if ("open" in line) return `${line.actor} opens ${line.status} ${line.open.query?.["ticket"]}`;
  return "send" in line ? "> ping" : "receive" in line ? "< hello" : Object.keys(line).join();
}

const STREAM = (actor: string, ticket = `{{${actor}.ticket.1}}`) => [
  `${actor} opens 101 ${ticket}`,
  ...["< hello", "> ping"],
];

const TOOLS: [name: string, har: () => string, actors: string[], said: string[]][] = [
  [
    ...(["Chromium", chromium, ["human1"]] as const),
    [
      ...["human1 POST /v1/orders 201", "human1 POST /v1/auth/ws-ticket 201"],
      ...STREAM("human1"),
      "human1 GET /v1/orders abandoned",
    ],
  ] as never,
  [
    ...(["Firefox", firefox, ["human1"]] as const),
    [
      ...["human1 POST /v1/orders 201", "human1 opens 101 {{secret.1}}"],
      ...["null GET /v1/orders reset", "human1 GET /v1/orders 200 without body"],
    ],
  ] as never,
  [
    ...(["mitmproxy", mitmproxy, ["agent1", "agent2"]] as const),
    [
      ...["agent1 POST /v1/orders 201", "agent2 POST /v1/orders 201"],
      ...["agent1 POST /v1/auth/ws-ticket 201", ...STREAM("agent1")],
      ...["agent1 GET /v1/orders reset", "agent1 GET /v1/orders 200 without body"],
    ],
  ] as never,
  [
    ...(["HTTP Toolkit", httpToolkit, ["agent1"]] as const),
    [
      ...["agent1 POST /v1/orders 201", "agent1 POST /v1/auth/ws-ticket 201"],
      ...STREAM("agent1"),
      ...["agent1 GET /v1/orders reset", "agent1 GET /v1/orders 200 without body"],
    ],
  ] as never,
];

describe("a HAR file of another tool", () => {
  for (const [name, har, actors, said] of TOOLS) {
    it(`comes in from ${name}: actors by credential, secrets out, frames where it has them`, async () => {
      const { session } = harToSession(har(), { file: "a.har" });
      const { header, lines } = await linesOf(session);
      assert.deepEqual(lines.map(inShort), said);
      assert.deepEqual(Object.keys(header.actors), actors);
      for (const secret of Object.values(SECRETS)) assert.ok(!session.includes(secret), secret);
      assert.equal(header.started_at, "2026-01-05T10:00:00.000Z");
    });
  }
});

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: 7, clock: "virtual", started_at: "2026-01-05T00:00:00.000Z", not_promised: ["all"] },
  actors: { maker: { caller: "key", owner: "alice", agent_id: "a", scopes: ["read"], cash: 5 } },
  markets: { m: { kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 } },
};
const headers = { authorization: "Bearer {{maker.key}}", "set-cookie": "a={{x.y}}\nb=c" };
const request = { method: "POST", path: "/v1/a b/%zz{{{{?", headers };
const open = { at: 2, stream: "s1", actor: "maker", open: { path: "/v1/stream" }, status: 101 };
const LINES: NewLine[] = [
  { at: 0, took: 0.5, control: { method: "PUT", path: "/freeze", body: { frozen: true } } },
  {
    ...{ at: 0.1, took: 0.2, actor: "maker", request: { ...request, body: { a: [1, null] } } },
    response: { status: 200, headers, body_text: '{"price": 1.0}' },
  },
  {
    ...{ at: 1, took: 0, actor: null, request: { ...request, query: { a: "&=" } } },
    failure: "timeout",
  },
  {
    ...{ at: 1.5, took: 1, actor: "nobody-known", request: { ...request, body_base64: "/w==" } },
    response: { status: 204, headers: {}, body_left_out: "too long" },
  },
  open,
  { at: 3, stream: "s1", send: { body_text: "hi" } },
  { at: 4, stream: "s1", receive: { body_base64: "/w==" } },
  { at: 4, stream: "s1", receive: { body_left_out: "too long" } },
  { at: 5, stream: "s1", close: { code: 1000, by: "venue" } },
  { ...open, at: 6, stream: "s2", status: 401 },
  { at: 7, stream: "s3", receive: { body: "of a stream that was open before" } },
];

describe("a session that is exported and imported", () => {
  const there = sessionText(HEADER, LINES);
  const exported = async () => {
    const { header, lines } = await linesOf(there);
    return JSON.parse(await sessionToHar(header, lines));
  };

  it("is the same session, to the byte", async () => {
    const { session, notes } = harToSession(JSON.stringify(await exported()), { file: "a.har" });
    assert.equal(session, there);
    assert.deepEqual(notes, []);
  });

  it("is what the file shows, where somebody changed it", async () => {
    const har = await exported();
    const changed = har.log.entries.find(
      (one: { request: { postData?: unknown } }) => one.request.postData !== undefined,
    );
    changed.request.postData.text = '{"a":2}';
    har.log.entries = [changed, { ...changed, _session: undefined }];
    const { session, notes } = harToSession(JSON.stringify(har), { file: "a.har" });
    const { lines } = await linesOf(session);
    assert.deepEqual(
      lines.map((line) => "request" in line && line.request.body),
      [false, { a: 2 }, false],
    );
    assert.match(notes.join(), /^1 entries left out/);
  });

  it("comes in without its mark as a file of any tool", async () => {
    const har = await exported();
    delete har.log._session;
    const { session } = harToSession(JSON.stringify(har), { file: "a.har" });
    assert.match(session, /"recorded_by":"import"/);
  });

  it("is refused in one line where its mark was damaged", async () => {
    for (const damage of [
      (log: { _session: unknown }) => Object.assign(log, { _session: null }),
      (log: { _session: { header: object } }) => Object.assign(log._session.header, { seed: "x" }),
      (log: { _session: object }) => Object.assign(log._session, { others: [null] }),
      (log: { entries: { _session: object }[] }) => Object.assign(log.entries[0]!, { _session: 1 }),
    ]) {
      const har = await exported();
      damage(har.log);
      const read = () => harToSession(JSON.stringify(har), { file: "a.har" });
      assert.throws(read, { name: "UsageError", message: /^a\.har: .* as touchstone session exp/ });
    }
  });
});
