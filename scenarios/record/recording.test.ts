import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { fileWith, folder } from "../../conformance/command-line.fixture.ts";
import { type Reference, startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../deployment/profile/profile-schema.ts";
import type { SessionHeader, SessionLine } from "../session/format.ts";
import { openSession } from "../session/reader.ts";
import { type RecordOptions, startRecording } from "./recording.ts";

interface StartedRecording {
  venue: Reference;
  profile: ProfileFile;
  url: string;
  file: string;
  /** Ends the recording and reads it. */
  over(): Promise<{ header: SessionHeader; lines: SessionLine[]; text: string }>;
}

async function recording(
  t: TestContext,
  options: Partial<RecordOptions> = {},
): Promise<StartedRecording> {
  const venue = await startReference({ seed: 4, clock: "virtual", controlToken: "operator-token" });
  t.after(() => venue.close().catch(() => {}));
  const file = join(await folder(t), "a.session.jsonl");
  const defaults = { target: venue.url, host: "127.0.0.1", port: 0, out: file };
  const started = await startRecording({ ...defaults, ...options }, () => {});
  t.after(() => started.stop().catch(() => {}));
  const over = async () => {
    await started.stop();
    const session = await openSession(file);
    const lines: SessionLine[] = [];
    for await (const line of session.lines) lines.push(line);
    assert.equal(session.ending, "whole");
    return { header: session.header, lines, text: await readFile(file, "utf8") };
  };
  const profile = venue.profile() as ProfileFile;
  return { venue, profile, url: started.url, file, over };
}

function asKey(key: string) {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

const order = ({ markets }: ProfileFile) =>
  JSON.stringify({ market_id: markets?.[0]?.id, side: "BUY", type: "LIMIT", price: 40, qty: 5 });

describe("a recording", () => {
  it("is a whole session that only its owner may read", async (t) => {
    const { url, profile, file, over } = await recording(t);
    const [maker] = profile.agents ?? [];
    const headers = asKey(maker!.api_key);
    await fetch(`${url}/v1/orders`, { method: "POST", headers, body: order(profile) });
    const { header, lines } = await over();
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal(header.recorded_by, "proxy");
    assert.equal(header.clock, "system");
    assert.deepEqual(header.actors, { agent1: { caller: "key", owner: "agent1" } });
    const { id } = profile.markets![0]!;
    assert.deepEqual(Object.keys(header.markets), [id], "one of those that are listed");
    assert.equal(header.markets[id]?.kind, "BTC_BINARY");
    const [line] = lines;
    assert.ok(line && "request" in line && line.response);
    assert.equal(line.actor, "agent1");
    assert.equal(line.request.headers["authorization"], "Bearer {{agent1.key}}");
    assert.deepEqual(line.request.body, JSON.parse(order(profile)));
    assert.equal(line.response.status, 201);
    assert.equal((line.response.body as { status: string }).status, "NEW");
  });

  it("keeps queries and encodings as a client of its own kind made them", async (t) => {
    const { url, profile, over } = await recording(t);
    const headers = { ...asKey(profile.agents![0]!.api_key), "content-encoding": "gzip" };
    const body = gzipSync('{"market_id": 1}');
    await fetch(`${url}/v1/orders`, { method: "POST", headers, body });
    for (const query of ["limit=2&offset=0", "status=OPEN+NOW&limit=%32", "limit=1&limit=2&x"]) {
      await fetch(`${url}/v1/markets?${query}`);
    }
    const { lines } = await over();
    const requests = lines.map((line) => ("request" in line ? line.request : null));
    assert.equal(requests[0]?.headers["content-encoding"], "gzip");
    assert.equal(requests[0]?.body_text, '{"market_id": 1}');
    assert.deepEqual(
      requests.slice(1).map((one) => [one?.path, one?.query]),
      [
        ["/v1/markets", { limit: "2", offset: "0" }],
        ["/v1/markets?status=OPEN+NOW&limit=%32", undefined],
        ["/v1/markets?limit=1&limit=2&x", undefined],
      ],
    );
  });

  it("of a seeded venue is of its virtual clock, and asks it for nothing", async (t) => {
    const { over } = await recording(t, { seed: 4 });
    const { header, lines } = await over();
    assert.deepEqual([header.seed, header.clock, header.markets], [4, "virtual", {}]);
    assert.equal(lines.length, 0);
  });

  it("is refused where a secret is too short to be kept out of it, by the secret's name", async (t) => {
    const control = "control: { url: http://127.0.0.1:9/_control, token: t }";
    const profile = await fileWith(t, `base_url: http://127.0.0.1:9\n${control}\n`);
    const options = { profile, host: "127.0.0.1", port: 0, out: "unwritten.session.jsonl" };
    const refusal = startRecording(options, () => {});
    await assert.rejects(refusal, /^UsageError: control\.token is too short to be kept out/);
  });

  it("calls actors by the names of a profile", async (t) => {
    const venue = await startReference({ seed: 4 });
    t.after(() => venue.close());
    const file = venue.profile() as ProfileFile;
    const given = await fileWith(t, JSON.stringify(file));
    const { url, over } = await recording(t, { target: venue.url, profile: given });
    for (const { api_key } of file.agents!) {
      await fetch(`${url}/v1/account`, { headers: asKey(api_key) });
    }
    const { header, lines } = await over();
    const names = file.agents!.map(({ name }) => name);
    assert.deepEqual(
      lines.map((line) => "request" in line && line.actor),
      names,
    );
    assert.deepEqual(Object.keys(header.actors), names, "and nobody who did nothing");
  });

  it("takes a key that the venue does not know for nobody's", async (t) => {
    const { url, over } = await recording(t);
    await fetch(`${url}/v1/account`, { headers: asKey("rk_live_of_nobody") });
    const { header, lines } = await over();
    assert.deepEqual(header.actors, {});
    const [line] = lines;
    assert.ok(line && "request" in line);
    assert.equal(line.actor, null);
    assert.equal(line.request.headers["authorization"], "Bearer {{secret.1}}");
  });

  it("has the operator's commands, and names whom the operator lets in", async (t) => {
    const { url, over } = await recording(t);
    const headers = asKey("operator-token");
    const call = async (path: string, body?: object) => {
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return (await fetch(`${url}/_control${path}`, { headers, ...sent })).json() as never;
    };
    await call("");
    const { api_key } = await call("/agents", { owner: "dora", name: "ladder bot" });
    const { market_id } = await call("/markets", { kind: "BTC_BINARY" });
    await call("/clock", { advance_ms: 1_000 });
    await fetch(`${url}/v1/account`, { headers: asKey(api_key) });
    await fetch(`${url}/v1/markets/${market_id}`);
    const { header, lines, text } = await over();
    assert.deepEqual(
      lines.map((line) =>
        "control" in line ? line.control.path : "request" in line && line.actor,
      ),
      ["", "/agents", "/markets", "/clock", "ladder-bot", null],
    );
    assert.equal(header.clock, "virtual");
    assert.deepEqual(header.actors, {});
    assert.equal(header.markets[market_id], undefined);
    assert.match(text, /"api_key":"\{\{ladder-bot\.key\}\}"/);
    assert.doesNotMatch(text, /operator-token/);
  });

  it("knows an operator's command that can be nothing else, without an announcement", async (t) => {
    const { url, over } = await recording(t);
    const headers = asKey("operator-token");
    const call = (method: string, path: string, body: object) =>
      fetch(`${url}/_control${path}`, { method, headers, body: JSON.stringify(body) });
    await call("PUT", "/freeze", { frozen: true });
    await call("PUT", "/freeze", { frozen: false });
    await call("POST", "/clock", { advance_ms: 1_000 });
    await call("POST", "/markets", { kind: "BTC_BINARY" });
    const spaced = { method: "POST", headers, body: '{"advance_ms": 2000}' };
    await fetch(`${url}/_control/clock`, spaced);
    const { header, lines } = await over();
    const last = lines.pop();
    assert.deepEqual(last && "control" in last && last.control.body, { advance_ms: 2_000 });
    const paths = lines.map((line) => "control" in line && line.control.path);
    assert.deepEqual(paths, ["/freeze", "/freeze", "/clock", "/markets"]);
    assert.equal(header.clock, "virtual");
  });

  it("has the frames of a stream, between the exchanges they came between", async (t) => {
    const { url, profile, over } = await recording(t);
    const [maker] = profile.agents ?? [];
    const headers = asKey(maker!.api_key);
    const minted = await fetch(`${url}/v1/auth/ws-ticket`, { method: "POST", headers });
    const { ticket } = (await minted.json()) as { ticket: string };
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/stream?ticket=${ticket}`);
    await once(socket, "message");
    socket.send(JSON.stringify({ op: "ping", id: 3 }));
    for await (const [data] of on(socket)) if (String(data).includes("pong")) break;
    socket.close(1000, "done");
    await once(socket, "close");
    const { lines } = await over();
    const kinds = lines.map((line) =>
      Object.keys(line).find((key) => /^(request|open|send|close)$/.test(key)),
    );
    assert.deepEqual(kinds.filter(Boolean), ["request", "open", "send", "close"]);
    const open = lines.find((line) => "open" in line);
    assert.ok(open && "open" in open);
    assert.deepEqual([open.actor, open.status], ["agent1", 101]);
    assert.deepEqual(open.open.query, { ticket: "{{agent1.ticket.1}}" });
    const close = lines.at(-1);
    assert.ok(close && "close" in close);
    assert.deepEqual(close.close, { code: 1000, reason: "done", by: "client" });
    const ats = lines.map(({ at }) => at);
    assert.deepEqual(
      ats,
      ats.toSorted((a, b) => a - b),
    );
  });

  it("keeps what was asked while the target was away", async (t) => {
    const { url, venue, over } = await recording(t);
    await venue.close();
    assert.equal((await fetch(`${url}/v1/health`)).status, 502);
    const { lines } = await over();
    const [line] = lines;
    assert.ok(line && "request" in line);
    assert.deepEqual([line.failure, line.response], ["refused", undefined]);
  });

  it("does not overwrite a file, and does not listen where others do", async (t) => {
    const { venue, url, file } = await recording(t);
    const options = { target: venue.url, host: "127.0.0.1", port: 0, out: file };
    await assert.rejects(
      startRecording(options, () => {}),
      /--out: .* exists already/,
    );
    const taken = { ...options, out: `${file}.2`, port: Number(new URL(url).port) };
    await assert.rejects(
      startRecording(taken, () => {}),
      /cannot listen on 127\.0\.0\.1:\d+/,
    );
    await assert.rejects(stat(taken.out));
  });
});

async function* on(socket: WebSocket) {
  for (;;) yield await once(socket, "message");
}
