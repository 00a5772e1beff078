/** Makes every kind of secret on a venue in a process of its own, and looks for them in its output. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import WebSocket from "ws";
import { parse } from "yaml";
import { signInAt } from "./identity/browser.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "secrets-"));
const profileFile = join(folder, "venue.yaml");
const CONTROL_TOKEN = "the-token-of-the-operator";
const CLIENT_SECRET = "the-secret-of-the-client";
const PASSWORD = "correct horse battery";

const child = spawn(
  process.execPath,
  ["touchstone.mjs", "serve", "--port", "0", "--profile-out", profileFile].concat([
    "--store",
    `sqlite:${join(folder, "venue.sqlite")}`,
    "--control-token",
    CONTROL_TOKEN,
  ]),
  {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DEBUG: "*", TOUCHSTONE_IDP_CLIENT_SECRET: CLIENT_SECRET },
  },
);
after(() => {
  child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});
let output = "";
for (const stream of [child.stdout, child.stderr]) {
  stream.on("data", (chunk) => {
    output += chunk;
  });
}
while (!/venue +http/.test(output)) await once(child.stdout, "data");
const url = /http:\/\/[\d.]+:\d+/.exec(output)![0];

interface Sent {
  method?: string;
  body?: object | string;
  headers?: Record<string, string>;
}

const send = async (path: string, { body, headers, method = "POST" }: Sent = {}) => {
  const text = typeof body === "object" ? JSON.stringify(body) : (body ?? null);
  const json = text === null ? {} : { "Content-Type": "application/json" };
  const answer = await fetch(url + path, { method, body: text, headers: { ...json, ...headers } });
  const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0]!);
  return { status: answer.status, cookies, record: (await answer.json()) as never };
};

/** Lives through sign-up, logins, sign-in, keys and sockets; returns every secret it met. */
async function live(): Promise<string[]> {
  const profile = parse(readFileSync(profileFile, "utf8"));
  const { agents, browser } = profile;
  const secrets: string[] = [PASSWORD, CONTROL_TOKEN, CLIENT_SECRET];
  for (const { api_key, second_api_key } of agents) secrets.push(api_key, second_api_key);
  secrets.push(browser.session_cookie.value, browser.csrf_cookie.value);

  const email = "zoe@example.org";
  await send("/auth/signup", {
    body: { email, password: PASSWORD, display_name: "Z", agent_name: "a" },
  });
  await send("/auth/signup", { body: { email, password: PASSWORD, display_name: 5 } });
  await send("/auth/login", { body: { email, password: `${PASSWORD}!` } });
  await send("/auth/login", { body: `{"password":"${PASSWORD}",` });
  const login = await send("/auth/login", { body: { email, password: PASSWORD } });
  assert.equal(login.status, 200);

  const begun = await send("/auth/idp/login", { method: "GET" });
  const { authorization_url, state } = begun.record as { authorization_url: string; state: string };
  const { search, searchParams } = await signInAt(authorization_url, "Zoë");
  const headers = { Cookie: begun.cookies.join("; ") };
  const back = await send(`/auth/idp/callback${search}`, { method: "GET", headers });
  assert.equal(back.status, 200);
  await send(`/auth/idp/callback${search}`, { method: "GET", headers });
  secrets.push(state, searchParams.get("code")!);
  for (const cookie of [...login.cookies, ...back.cookies]) secrets.push(cookie.split("=")[1]!);

  const [sid, csrf] = [browser.session_cookie.value, browser.csrf_cookie.value];
  const human = { Cookie: `sid=${sid}`, "X-Service-CSRF": csrf };
  const keys = `/me/agents/${browser.agent_id}/keys`;
  const made = await send(keys, { headers: human, body: { name: "n" } });
  assert.equal(made.status, 201);
  const { api_key, key_id } = made.record as { api_key: string; key_id: string };
  const bot = { Authorization: `Bearer ${api_key}` };
  const minted = await send("/auth/ws-ticket", { headers: bot });
  const { ticket } = minted.record as { ticket: string };
  secrets.push(api_key, ticket);
  for (const path of ["/stream", "/nothing"]) {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}?ticket=${ticket}`);
    await once(socket, "open").catch(() => {});
    socket.terminate();
  }
  await send(`/nothing?ticket=${ticket}`, { headers: bot, body: "{" });
  await send(`${keys}/${key_id}`, { method: "DELETE", headers: human });
  await send("/auth/logout", { headers: human });
  return secrets.filter((secret) => secret !== undefined && secret !== "");
}

it("no secret reaches the output, not even of a library that debugs", async () => {
  const secrets = await live();
  child.kill("SIGTERM");
  await once(child, "close");
  assert.ok(output.includes("koa-router"), "libraries debug into the output");
  assert.ok(secrets.length > 15, `${secrets.length} secrets were made`);
  assert.deepEqual(
    secrets.filter((secret) => output.includes(secret)),
    [],
  );
});
