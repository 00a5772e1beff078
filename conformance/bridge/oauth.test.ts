import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { restingOrder, spoken, venueFor } from "./bridge.fixture.ts";
import { type HttpBridge, serveHttp } from "./http.ts";

const LOGIN = { email: "ann@example.test", password: "correct horse" };
const BACK = "http://127.0.0.1:1/callback";

/** The SDK's client side of OAuth; where a browser would go is kept. */
class Visitor implements OAuthClientProvider {
  readonly redirectUrl = BACK;
  readonly clientMetadata;
  page: URL | null = null;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  readonly #scope: string | undefined;

  /** `scope` is asked for in place of all that the bridge names. */
  constructor(scope?: string, client_name = "an assistant") {
    this.#scope = scope;
    this.clientMetadata = { redirect_uris: [BACK], client_name };
  }

  state = () => "s-1";
  clientInformation = () => this.#client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    if (this.#scope !== undefined) url.searchParams.set("scope", this.#scope);
    this.page = url;
  }
  codeVerifier = () => this.#verifier;
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
}

async function signUp({ baseUrl }: Profile): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...LOGIN, display_name: "Ann", agent_name: "anna" }),
  });
  assert.equal(response.status, 201);
}

/** Opens one for the human who signed up. Returns: its id. */
async function secondAgent({ baseUrl }: Profile): Promise<string> {
  const json = { "content-type": "application/json" };
  const login = await fetch(`${baseUrl}/v1/auth/login`, {
    ...{ method: "POST", headers: json, body: JSON.stringify(LOGIN) },
  });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  const csrf = cookies.find((cookie) => cookie.includes("csrf"))!.split("=")[1]!;
  const opened = await fetch(`${baseUrl}/v1/me/agents`, {
    method: "POST",
    headers: { ...json, cookie: cookies.join("; "), "x-service-csrf": csrf },
    body: JSON.stringify({ name: "second" }),
  });
  return ((await opened.json()) as { agent_id: string }).agent_id;
}

/** A bridge with sign-in to a venue that knows the human. */
async function bridgeFor(t: TestContext) {
  let bridge: HttpBridge | undefined;
  t.after(() => bridge?.close()); // before the venue does
  const profile = await venueFor(t);
  await signUp(profile);
  bridge = await serveHttp(profile, 0, { signIn: true });
  return { profile, bridge, url: new URL(bridge.url) };
}

/** Comes without a key, and is sent to the page. */
async function sentToSignIn(url: URL, visitor: Visitor): Promise<StreamableHTTPClientTransport> {
  const transport = new StreamableHTTPClientTransport(url, { authProvider: visitor });
  const client = new Client({ name: "test", version: "1" });
  await assert.rejects(client.connect(transport as never), UnauthorizedError);
  assert.ok(visitor.page);
  return transport;
}

/** What a human fills in. Returns: the answer to the form. */
async function filledIn(page: URL, fields: Record<string, string>) {
  const shown = await fetch(page);
  const html = await shown.text();
  assert.equal(shown.status, 200, html);
  const id = /name="id" value="([^"]+)"/.exec(html)![1]!;
  const body = new URLSearchParams({ id, answer: "yes", ...fields });
  const answer = await fetch(new URL("/sign-in", page), {
    ...{ method: "POST", body, redirect: "manual" },
  });
  return { html, headers: shown.headers, answer };
}

async function connected(t: TestContext, url: URL, visitor: Visitor) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(url, { authProvider: visitor });
  await client.connect(transport as never);
  t.after(() => client.close());
  return spoken(client);
}

/** Signs in and lets the client in. */
async function letIn(t: TestContext, url: URL, visitor: Visitor, fields: Record<string, string>) {
  const transport = await sentToSignIn(url, visitor);
  const { answer } = await filledIn(visitor.page!, { ...LOGIN, ...fields });
  assert.equal(answer.status, 303, await answer.text());
  const back = new URL(answer.headers.get("location")!);
  assert.equal(back.searchParams.get("state"), "s-1");
  await transport.finishAuth(back.searchParams.get("code")!);
  return connected(t, url, visitor);
}

const accountWith = ({ baseUrl }: Profile, key: string) =>
  fetch(`${baseUrl}/v1/account`, { headers: { authorization: `Bearer ${key}` } });

describe("sign-in at the bridge", () => {
  it("lets a client in that a human lets trade, and ends its key with the bridge", async (t) => {
    const { profile, bridge, url } = await bridgeFor(t);
    const visitor = new Visitor();
    const { call, tools } = await letIn(t, url, visitor, { trade: "yes" });
    assert.ok((await tools()).includes("place"));
    assert.equal((await call("place", restingOrder(profile))).data["fate"], "accepted");
    const key = visitor.tokens()!.access_token;
    assert.equal(visitor.tokens()!.scope, "read trade");
    assert.equal((await accountWith(profile, key)).status, 200);
    await bridge.close();
    assert.equal((await accountWith(profile, key)).status, 401);
  });

  it("gives a key that only reads where the human or the client wants no more", async (t) => {
    const { url } = await bridgeFor(t);
    for (const [visitor, fields] of [
      [new Visitor(), {}],
      [new Visitor("read"), { trade: "yes" }],
    ] as const) {
      const { tools } = await letIn(t, url, visitor, fields);
      const offered = await tools();
      assert.ok(offered.includes("wallet") && !offered.includes("place"), offered.join());
      assert.equal(visitor.tokens()!.scope, "read");
    }
  });

  it("asks whose key it is to be where the human has several agents", async (t) => {
    const { profile, url } = await bridgeFor(t);
    const second = await secondAgent(profile);
    const visitor = new Visitor();
    const transport = await sentToSignIn(url, visitor);
    const { answer } = await filledIn(visitor.page!, LOGIN);
    assert.equal(answer.status, 200);
    const html = await answer.text();
    assert.match(html, />anna<.*>second</s);
    const id = /name="id" value="([^"]+)"/.exec(html)![1]!;
    const body = new URLSearchParams({ id, answer: "yes", agent: second });
    const chosen = await fetch(new URL("/sign-in", url), {
      ...{ method: "POST", body, redirect: "manual" },
    });
    await transport.finishAuth(new URL(chosen.headers.get("location")!).searchParams.get("code")!);
    const account = await accountWith(profile, visitor.tokens()!.access_token);
    assert.ok((await account.text()).includes(second));
  });

  it("takes a key that the human made at the venue, and does not end it", async (t) => {
    const { profile, bridge, url } = await bridgeFor(t);
    const { apiKey } = profile.agents[0]!;
    const visitor = new Visitor();
    await letIn(t, url, visitor, { key: apiKey, trade: "yes" });
    assert.equal(visitor.tokens()!.access_token, apiKey);
    await bridge.close();
    assert.equal((await accountWith(profile, apiKey)).status, 200);
  });

  it("says on the page what the venue refused, and sends nobody back for it", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor();
    await sentToSignIn(url, visitor);
    const { answer } = await filledIn(visitor.page!, { ...LOGIN, password: "wrong horse" });
    assert.equal(answer.status, 401);
    assert.match(
      await answer.text(),
      /role="alert">the venue did not sign you in: it answered 401/,
    );
  });

  it("tells the client that the human did not let it in", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor();
    await sentToSignIn(url, visitor);
    const { answer } = await filledIn(visitor.page!, { answer: "no" });
    const back = new URL(answer.headers.get("location")!);
    assert.equal(back.searchParams.get("error"), "access_denied");
  });

  it("shows a client's name as text, on a page that runs nothing", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor("read", `<img src=x onerror=alert(1)>\u202e`);
    await sentToSignIn(url, visitor);
    const { html, headers } = await filledIn(visitor.page!, { answer: "no" });
    assert.ok(!html.includes("<img") && !html.includes("\u202e"), html);
    assert.match(
      headers.get("content-security-policy")!,
      /^default-src 'none'; style-src 'sha256-/,
    );
  });

  it("gives a token for a code once, to the client it was made for, with its verifier", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor();
    const transport = await sentToSignIn(url, visitor);
    const { answer } = await filledIn(visitor.page!, { ...LOGIN, trade: "yes" });
    const code = new URL(answer.headers.get("location")!).searchParams.get("code")!;
    const client = visitor.clientInformation()!;
    const exchange = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({
        ...{ grant_type: "authorization_code", code, redirect_uri: BACK },
        ...{ client_id: client.client_id, client_secret: client.client_secret ?? "" },
        ...fields,
      });
      const response = await fetch(new URL("/token", url), { method: "POST", body });
      return [response.status, ((await response.json()) as { error?: string }).error];
    };
    const wrong = "a".repeat(43);
    assert.deepEqual(await exchange({ code_verifier: wrong }), [400, "invalid_grant"]);
    await transport.finishAuth(code);
    const code_verifier = visitor.codeVerifier();
    assert.deepEqual(await exchange({ code_verifier }), [400, "invalid_grant"]);
  });

  it("revokes a token at the venue", async (t) => {
    const { profile, url } = await bridgeFor(t);
    const visitor = new Visitor();
    await letIn(t, url, visitor, {});
    const token = visitor.tokens()!.access_token;
    const { client_id, client_secret = "" } = visitor.clientInformation()!;
    const body = new URLSearchParams({ token, client_id, client_secret });
    const response = await fetch(new URL("/revoke", url), { method: "POST", body });
    assert.equal(response.status, 200);
    assert.equal((await accountWith(profile, token)).status, 401);
  });

  it("answers a form that is sent twice at once", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor();
    await sentToSignIn(url, visitor);
    const id = /name="id" value="([^"]+)"/.exec(await (await fetch(visitor.page!)).text())![1]!;
    const body = new URLSearchParams({ id, answer: "yes", ...LOGIN });
    const send = () =>
      fetch(new URL("/sign-in", url), { method: "POST", body, redirect: "manual" });
    const answers = await Promise.all([send(), send()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
  });

  it("forgets the oldest of many sign-ins", async (t) => {
    const { url } = await bridgeFor(t);
    const visitor = new Visitor();
    await sentToSignIn(url, visitor);
    const first = await (await fetch(visitor.page!)).text();
    const id = /name="id" value="([^"]+)"/.exec(first)![1]!;
    for (let page = 0; page < 64; page++) await (await fetch(visitor.page!)).text();
    const body = new URLSearchParams({ id, answer: "yes", ...LOGIN });
    const answer = await fetch(new URL("/sign-in", url), { method: "POST", body });
    assert.equal(answer.status, 400);
  });

  it("refuses what is no request of the sign-in, in one line", async (t) => {
    const { url } = await bridgeFor(t);
    const asked = async (path: string, init: RequestInit) => {
      const response = await fetch(new URL(path, url), init);
      return [response.status, (await response.text()).includes("    at ")];
    };
    const json = { "content-type": "application/json" };
    const bad = { method: "POST", headers: json, body: "{" };
    assert.deepEqual(await asked("/register", bad), [400, false]);
    assert.deepEqual(await asked("/nowhere", {}), [404, false]);
    const long = { method: "POST", body: "x".repeat(2 << 20) };
    assert.deepEqual(await asked("/sign-in", long), [413, false]);
    assert.deepEqual(await asked("/sign-in", { method: "POST", body: "id=made-up" }), [400, false]);
  });
});
