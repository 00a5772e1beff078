import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SessionExchange, SessionLine } from "../session/format.ts";
import { readSession } from "../session/reader.ts";
import { sessionToHar } from "./export.ts";
import type { HarEntry, HarPair } from "./har.ts";
import { harToSession, type ImportOptions } from "./import.ts";

const SECRET = "canary-of-session-cookie";
const BASE = "https://venue.example";
const START = Date.parse("2026-01-05T10:00:00.000Z");

interface Sketch {
  atMs?: number;
  method?: string;
  url?: string;
  headers?: HarPair[];
  sent?: HarEntry["request"]["postData"];
  status?: number;
  content?: Partial<HarEntry["response"]["content"]>;
  more?: Partial<HarEntry>;
}

function entry(sketch: Sketch): HarEntry {
  const { atMs = 0, method = "GET", url = "/v1/account", headers = [], sent, more } = sketch;
  const rest = { httpVersion: "h2", cookies: [], headersSize: -1, bodySize: -1 };
  const { status = 200, content } = sketch;
  return {
    startedDateTime: new Date(START + atMs).toISOString(),
    time: 2.5,
    request: {
      ...{ method, url: url.startsWith("/") ? BASE + url : url, headers, queryString: [], ...rest },
      ...(sent && { postData: sent }),
    },
    response: {
      ...{ status, statusText: "", headers: [], redirectURL: "", ...rest },
      content: { size: 2, mimeType: "application/json", text: "{}", ...content },
    },
    cache: {},
    timings: { send: 0, wait: 2, receive: 0.5 },
    ...more,
  };
}

async function imported(entries: HarEntry[], options: Partial<ImportOptions> = {}) {
  const har = { log: { version: "1.2", creator: { name: "x", version: "1" }, entries } };
  const { session, notes } = harToSession(JSON.stringify(har), { file: "a.har", ...options });
  const reading = await readSession("a", [Buffer.from(session)]);
  const lines: SessionLine[] = [];
  for await (const line of reading.lines) lines.push(line);
  return { header: reading.header, lines, notes, session };
}

const COOKIE = [{ name: "Cookie", value: `sid=${SECRET}` }];

describe("a HAR file that is imported", () => {
  it("becomes exchanges in the order of time, with names for who acts", async () => {
    const { header, lines, session } = await imported([
      entry({ atMs: 20, url: "/v1/positions", headers: COOKIE }),
      entry({ atMs: 5, headers: [{ name: ":method", value: "GET" }, ...COOKIE] }),
    ]);
    const exchanges = lines as SessionExchange[];
    assert.deepEqual(
      exchanges.map(({ at, took, actor, request }) => [at, took, actor, request.path]),
      [
        [0, 2.5, "human1", "/v1/account"],
        [15, 2.5, "human1", "/v1/positions"],
      ],
    );
    assert.deepEqual(exchanges[0]?.request.headers, { cookie: "sid={{human1.session}}" });
    assert.deepEqual(header.actors, { human1: { caller: "session", owner: "human1" } });
    assert.equal(header.recorded_by, "import");
    assert.doesNotMatch(session, /canary/);
  });

  it("keeps only what the venue was asked and answered", async () => {
    const { lines, notes } = await imported([
      entry({}),
      entry({ method: "OPTIONS" }),
      entry({ url: "/docs" }),
      entry({ url: "/app.js" }),
      entry({ url: "https://elsewhere.example/v1/account" }),
      entry({ more: { _fromCache: "disk" } }),
    ]);
    assert.equal(lines.length, 1);
    assert.match(notes[0] ?? "", /^5 entries left out/);
  });

  it("reads bodies from base64, from form fields, and not at all where there are none", async () => {
    const fields = [{ name: "password", value: "canary" }];
    const { lines } = await imported([
      entry({ content: { text: Buffer.from('{"a":1}').toString("base64"), encoding: "base64" } }),
      entry({ method: "POST", sent: { mimeType: "x", params: fields }, url: "/v1/auth/login" }),
      entry({ content: { text: undefined as never, size: 10 } }),
    ]);
    const [first, second, third] = lines as SessionExchange[];
    assert.deepEqual(first?.response?.body, { a: 1 });
    assert.equal(second?.request.body_text, "password={{secret.1}}");
    assert.deepEqual(third?.response, {
      ...{ status: 200, headers: third?.response?.headers },
      body_left_out: "the HAR file does not have it",
    });
  });

  it("packs a request again as its header says, and keeps what was in it", async () => {
    const headers = [{ name: "Content-Encoding", value: "gzip" }];
    const sent = { mimeType: "application/json", text: '{"qty":1}' };
    const content = { text: "{}" };
    const packed = entry({ method: "POST", sent, headers, content, url: "/v1/orders" });
    packed.response.headers = headers;
    const [line] = (await imported([packed])).lines as SessionExchange[];
    assert.deepEqual(line?.request.body, { qty: 1 });
    assert.equal(line?.request.headers["content-encoding"], "gzip");
    assert.deepEqual(line?.response, { status: 200, headers: {}, body: {} });
  });

  it("takes status 0 for no answer", async () => {
    const failed = entry({ status: 0 });
    failed.response._error = "net::ERR_CONNECTION_REFUSED";
    const { lines } = await imported([failed]);
    const [line] = lines as SessionExchange[];
    assert.deepEqual([line?.failure, line?.response], ["refused", undefined]);
  });

  it("has the messages of streams among the exchanges, at their own times", async () => {
    const ticket = "rw_live_abcdef";
    const _webSocketMessages = [
      { type: "send" as const, time: (START + 10) / 1_000, opcode: 1, data: '{"op":"ping"}' },
      { type: "receive" as const, time: (START + 30) / 1_000, opcode: 2, data: "/w==" },
    ];
    const { lines } = await imported([
      entry({ content: { text: JSON.stringify({ ticket }) }, url: "/v1/auth/ws-ticket" }),
      entry({
        ...{ atMs: 5, status: 101, url: `wss://venue.example/stream?ticket=${ticket}` },
        more: { _webSocketMessages },
      }),
      entry({ atMs: 20 }),
    ]);
    assert.deepEqual(
      lines.map(({ n: _, ...line }) => [line.at, Object.keys(line)[2]]),
      [
        [0, "actor"],
        [5, "actor"],
        [10, "send"],
        [20, "actor"],
        [30, "receive"],
      ],
    );
    const open = lines[1];
    assert.ok(open && "open" in open);
    assert.deepEqual([open.status, open.open.query], [101, { ticket: "{{nobody.ticket.1}}" }]);
  });

  it("is told to lack credentials, and takes a name for whose they were", async () => {
    const order = { mimeType: "application/json", text: '{"qty":1}' };
    const entries = [entry({}), entry({ method: "POST", sent: order, url: "/v1/orders" })];
    assert.match((await imported(entries)).notes[0] ?? "", /--actor NAME/);
    const { header, lines } = await imported(entries, { actor: "zoe" });
    assert.deepEqual(header.actors, { zoe: { caller: "session", owner: "zoe" } });
    const [read, write] = lines as SessionExchange[];
    assert.deepEqual(read?.request.headers, { cookie: "session={{zoe.session}}" });
    assert.equal(write?.request.headers["x-service-csrf"], "{{zoe.csrf}}");
  });

  const BAD: Record<string, [text: string, told: RegExp]> = {
    "no JSON": ["<html>", /^a\.har: is not a HAR file/],
    "no log": ["{}", /^a\.har: is not a HAR file/],
    "a broken entry": ['{"log":{"entries":[{"request":{}}]}}', /^a\.har: is not a HAR file/],
    "nothing of a venue": ['{"log":{"entries":[]}}', /^a\.har: no request to a venue .* --base/],
  };
  for (const [what, [text, toldAs]] of Object.entries(BAD)) {
    it(`is refused in one line: ${what}`, () => {
      assert.throws(() => harToSession(text, { file: "a.har" }), { message: toldAs });
    });
  }
});

describe("a session that is exported", () => {
  it("says in HAR what it says, and comes back the same", async () => {
    const stream = [{ type: "receive" as const, time: (START + 9) / 1_000, opcode: 1, data: "hi" }];
    const there = await imported([
      entry({ headers: COOKIE, url: "/v1/orders?status=NEW" }),
      entry({ atMs: 3, status: 101, url: "/stream", more: { _webSocketMessages: stream } }),
      entry({
        atMs: 5,
        method: "POST",
        sent: { mimeType: "x", text: '{"price":1.0}' },
        headers: COOKIE,
      }),
    ]);
    const har = JSON.parse(await sessionToHar(there.header, there.lines));
    assert.equal(har.log.version, "1.2");
    const back = await imported(har.log.entries, { actor: "human1" });
    assert.deepEqual(back.lines.length, there.lines.length);
    const plain = (lines: SessionLine[]) =>
      (lines as SessionExchange[]).map(({ at, request, response }) => [
        ...[at, request?.method, request?.path, request?.query, request?.body_text],
        ...[response?.status, response?.body],
      ]);
    assert.deepEqual(plain(back.lines), plain(there.lines));
  });
});
