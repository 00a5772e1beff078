import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { WebSocket, WebSocketServer } from "ws";
import { folder } from "../../conformance/command-line.fixture.ts";
import { lineText } from "./record.ts";
import { startRecording } from "./recording.ts";

const canary = (place: string) => `canary of "${place}"`;
const plain = (place: string) => `canary-of-${place}`;

/** Ways in which a venue may say again what it was told. */
function echoes(secret: string): object {
  return {
    message: `${secret} is not known`,
    percent: `/v1/x?again=${encodeURIComponent(secret)}`,
    twice: encodeURIComponent(encodeURIComponent(secret)),
    nested: JSON.stringify({ said: secret }),
    base64: Buffer.from(`said ${secret}`).toString("base64"),
    url_safe: Buffer.from(secret).toString("base64url"),
    [secret]: true,
  };
}

type Answer = (req: IncomingMessage, res: ServerResponse, body: string) => void;

/** A venue that is as indiscreet as can be. */
const ANSWERS: Record<string, Answer> = {
  "/auth/login": (_req, res, body) => {
    const hidden = `sid=${plain("set-cookie-session")}; Path=/; HttpOnly`;
    res.setHeader("Set-Cookie", [hidden, `csrf=${plain("set-cookie-csrf")}; Path=/`]);
    const form = new URLSearchParams(body).get("password");
    const password = form ?? (JSON.parse(body) as { password: string }).password;
    res.end(JSON.stringify(echoes(password)));
  },
  "/auth/idp/login": (_req, res) => {
    const link = `https://idp.example/auth?client=x&state=${plain("link-state")}`;
    res.writeHead(302, { Location: link }).end(JSON.stringify({ authorization_url: link }));
  },
  "/auth/ws-ticket": (_req, res) => res.end(JSON.stringify({ ticket: plain("ticket") })),
  "/me/agents/7/keys": (_req, res) =>
    res.end(JSON.stringify({ api_key: plain("api-key"), ...echoes(plain("api-key")) })),
  "/pretty": (req, res) =>
    res.end(`{ "again": "${escapedWhole(credentialOf(req))}", "api_key": "short" }`),
  "/gzip": (req, res) => {
    res.setHeader("Content-Encoding", "gzip");
    res.end(gzipSync(JSON.stringify(echoes(credentialOf(req)))));
  },
  "/binary": (req, res) =>
    res.end(Buffer.concat([Buffer.from([0xff]), Buffer.from(credentialOf(req))])),
};

const escapedWhole = (text: string) =>
  [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

const credentialOf = (req: IncomingMessage) =>
  (req.headers.authorization ?? "").replace(/^Bearer /, "");

const echoing: Answer = (req, res, body) => {
  const { authorization = "", cookie = "" } = req.headers;
  const csrf = String(req.headers["x-service-csrf"] ?? "");
  const said = [authorization.replace(/^\w+ /, ""), ...cookie.split(/; \w+=|^\w+=/), csrf];
  const queries = [...new URL(req.url!, "http://x").searchParams.values()];
  const secrets = [...said, ...queries].filter((text) => text !== "");
  res.setHeader("X-Said", secrets.map(encodeURIComponent).join(" "));
  res.end(JSON.stringify([secrets.map(echoes), body]));
};

async function indiscreet(t: TestContext): Promise<string> {
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    (ANSWERS[req.url!.replace(/\?.*/, "")] ?? echoing)(req, res, body);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, req) => {
    const ticket = new URL(req.url!, "http://x").searchParams.get("ticket") ?? "";
    socket.on("message", (data) => {
      socket.send(JSON.stringify({ ...echoes(ticket), said: String(data) }));
      socket.send(Buffer.concat([Buffer.from([0xff]), Buffer.from(ticket)]));
      socket.close(4000, `bye ${ticket}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const JSON_TYPE = { "content-type": "application/json" };
const post = (body: object) => ({ method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) });
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

const ASKED: [path: string, init?: RequestInit][] = [
  ["/echo", bearer(plain("authorization"))],
  ["/echo", { headers: { authorization: `Basic ${btoa(`u:${plain("basic")}`)}` } }],
  [
    "/echo",
    { headers: { cookie: `sid=${plain("cookie-session")}; csrf=${plain("cookie-csrf")}` } },
  ],
  ["/echo", { headers: { "x-service-csrf": plain("csrf-header") } }],
  [`/echo?ticket=${encodeURIComponent(canary("ticket in query"))}&a=1`],
  [`/echo?ticket=${plain("one")}&ticket=${plain("two")}`],
  [`/auth/idp/callback?code=${plain("code")}&state=${plain("state")}`],
  ["/auth/idp/login", { redirect: "manual" }],
  ["/auth/login", post({ email: canary("e-mail"), password: canary("password") })],
  ["/auth/signup", post({ email: "a@b", password: "canary" })],
  ["/auth/login", { method: "POST", body: new URLSearchParams({ password: canary("form") }) }],
  ["/echo", post({ api_key: plain("api-key-in-body"), password: "canary" })],
  ["/me/agents/7/keys", post({ name: "n" })],
  ["/pretty", bearer(plain("authorization"))],
  ["/gzip", bearer(plain("authorization"))],
  ["/binary", bearer(plain("authorization"))],
  ["/echo", bearer(`rk_live_${plain("shaped")}`)],
];

test("a canary in every place a secret may stand is nowhere in what is written", async (t) => {
  const out = join(await folder(t), "a.session.jsonl");
  const said: string[] = [];
  const options = { target: await indiscreet(t), host: "127.0.0.1", port: 0, out };
  const recording = await startRecording(options, (line) => void said.push(lineText(line) ?? ""));
  for (const [path, init] of ASKED) {
    await fetch(recording.url + path, init).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    );
  }
  await fetch(`${recording.url}/auth/ws-ticket`, post({}));
  await listen(recording.url, plain("ticket"));
  const count = await recording.stop();
  assert.equal(count, ASKED.length + 6, "every exchange is written, and the stream");
  const text = await readFile(out, "utf8");
  for (const seen of [...unveiled(text), ...said]) {
    assert.equal(/.{0,60}canary.{0,60}/.exec(seen)?.[0], undefined);
  }
});

async function listen(url: string, ticket: string): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/stream?ticket=${ticket}`);
  await once(socket, "open");
  socket.send(JSON.stringify({ op: "login", password: canary("frame") }));
  await once(socket, "close");
}

/** The text, and what it says once escapes and encodings are taken off. */
function unveiled(text: string): string[] {
  const unescaped = text.replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const percent = (from: string) =>
    from.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const runs = [...text.matchAll(/[\w+/-]{8,}/g)].map(([run]) => run);
  const base64 = runs.flatMap((run) => [0, 1, 2, 3].map((at) => atob64(run.slice(at))));
  return [text, unescaped, percent(unescaped), percent(percent(unescaped)), ...base64];
}

const atob64 = (run: string) => Buffer.from(run, "base64").toString("latin1");
