import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { signInAt } from "../../identity/browser.fixture.ts";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const venue = await startTestVenue();
const { api, control, humanIn } = venue;
const LOGIN = "/v1/auth/idp/login";
const CALLBACK = "/v1/auth/idp/callback";
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  ((headers["set-cookie"] ?? []) as string[]).map((cookie) => cookie.split(";")[0]!);

interface Begun {
  state: string;
  cookie: string;
  authorizationUrl: string;
}

async function begin(): Promise<Begun> {
  const answer = await api.get(LOGIN).expect(200);
  const { authorization_url: authorizationUrl, state } = answer.body;
  return { state, authorizationUrl, cookie: cookiesOf(answer).join() };
}

/** Comes back to the venue; the search is the provider's, or a forged one. */
const comeBack = (search: string, cookie = "") => api.get(CALLBACK + search).set("Cookie", cookie);

async function refused(search: string, cookie?: string): Promise<void> {
  const answer = await comeBack(search, cookie);
  assert.equal(answer.status, 400);
  assert.equal(answer.body.code, "IDP_CALLBACK_INVALID");
  assert.deepEqual(cookiesOf(answer), []);
}

describe("starting to sign in", () => {
  it("answers the provider's address with state, nonce and a PKCE challenge", async () => {
    const answer = await api.get(LOGIN).expect(200);
    const url = new URL(answer.body.authorization_url);
    const asked = Object.fromEntries(url.searchParams);
    assert.equal(asked["state"], answer.body.state);
    assert.equal(asked["redirect_uri"], `${venue.reference.url}/auth/idp/callback`);
    assert.equal(asked["code_challenge_method"], "S256");
    for (const name of ["nonce", "code_challenge"]) assert.match(asked[name]!, /^[\w-]{43}$/);
    const [cookie] = answer.headers["set-cookie"] as unknown as string[];
    assert.match(cookie!, /; Max-Age=600; SameSite=Lax; HttpOnly$/);
  });

  it("names no place but the venue's own, so that a seed repeats it byte for byte", async () => {
    const asked = async (seed: number) => {
      const other = await startTestVenue({ seed, listen: false });
      const { body } = await other.reference.handle({ method: "GET", path: LOGIN });
      return body;
    };
    const { body } = await api.get(LOGIN).expect(200);
    assert.ok(body.authorization_url.startsWith(`${venue.reference.url}/idp/auth?`));
    assert.equal(await asked(7), await asked(7));
  });

  it("sends a browser there", async () => {
    const { headers } = await api.get(LOGIN).set("Accept", "text/html,*/*").expect(302);
    assert.match(headers["location"]!, /^http:\/\/127\.0\.0\.1:\d+\/idp\/auth\?/);
  });
});

describe("coming back", () => {
  it("signs a human in, the same account each time, another for another name", async () => {
    const accounts: string[] = [];
    for (const name of ["Zoë", "Zoë", "Yan"]) {
      const { authorizationUrl, cookie } = await begin();
      const { search } = await signInAt(authorizationUrl, name);
      const answer = await comeBack(search, cookie).expect(200);
      const { body } = await humanIn(answer).get("/v1/auth/me").expect(200);
      assert.equal(body.display_name, name);
      assert.deepEqual([body.agents.length, body.agents[0].name], [1, "main"]);
      accounts.push(body.account_id);
    }
    assert.equal(accounts[0], accounts[1]);
    assert.notEqual(accounts[0], accounts[2]);
  });

  it("sends a browser to the first page", async () => {
    const { authorizationUrl, cookie } = await begin();
    const { search } = await signInAt(authorizationUrl, "Zoë");
    const answer = await comeBack(search, cookie).set("Accept", "text/html").expect(302);
    assert.equal(answer.headers["location"], "/");
    await humanIn(answer).get("/v1/auth/me").expect(200);
  });

  it("is refused a second time", async () => {
    const { authorizationUrl, cookie } = await begin();
    const { search } = await signInAt(authorizationUrl, "Zoë");
    await comeBack(search, cookie).expect(200);
    await refused(search, cookie);
  });

  it("is refused in another browser than the one that began", async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const { search } = await signInAt(mine.authorizationUrl, "Zoë");
    await refused(search);
    await refused(search, theirs.cookie);
    await comeBack(search, mine.cookie).expect(200);
  });

  it("is refused with an error, without a code, a state or a flow", async () => {
    await refused("");
    await refused("?error=access_denied");
    await refused("?code=forged&state=forged", "idp_state=forged");
    await refused("?code=&state=", "idp_state=");
    for (const rest of ["error=access_denied&code=x", "code=", "iss=http%3A%2F%2Felse&code=x"]) {
      const { state, cookie } = await begin();
      await refused(`?state=${state}&${rest}`, cookie);
    }
    await comeBack(`?code=${"x".repeat(5_000)}`).expect(422);
  });

  it("is refused after ten minutes", async () => {
    const { state, cookie } = await begin();
    await control("post", "/clock", { advance_ms: 600_000 }).expect(200);
    await refused(`?state=${state}&code=x`, cookie);
  });

  it("is 502 when the provider does not know the code, and signs nobody in", async () => {
    const { state, cookie, authorizationUrl } = await begin();
    const { searchParams } = await signInAt(authorizationUrl, "Zoë");
    searchParams.set("code", "forged");
    assert.equal(searchParams.get("state"), state);
    const answer = await comeBack(`?${searchParams}`, cookie);
    assert.deepEqual([answer.status, answer.body.code], [502, "UPSTREAM_UNAVAILABLE"]);
    assert.deepEqual(cookiesOf(answer), []);
  });

  it("is 502 for a code that belongs to another flow: PKCE and nonce differ", async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const stolen = await signInAt(theirs.authorizationUrl, "Zoë");
    stolen.searchParams.set("state", mine.state);
    await comeBack(stolen.search, mine.cookie).expect(502);
  });
});

/** A provider as far as starting goes: down until it is told to be up. */
async function ownProvider() {
  const server = createServer((_req, res) => {
    if (!isUp) return res.writeHead(500).end();
    const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
    res.setHeader("Content-Type", "application/json");
    return res.end(JSON.stringify({ issuer, ...endpoints, jwks_uri: `${issuer}/j` }));
  });
  let isUp = false;
  server.listen(0, "127.0.0.1");
  after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const up = () => {
    isUp = true;
  };
  return { issuer, up };
}

describe("a provider of one's own", () => {
  it("that is down is 502 at the start, until it is back", async () => {
    const { issuer, up } = await ownProvider();
    const own = await startTestVenue({ idp: { issuer, clientId: "venue" } });
    const answer = await own.api.get(LOGIN);
    assert.deepEqual([answer.status, answer.body.code], [502, "UPSTREAM_UNAVAILABLE"]);
    up();
    const { body } = await own.api.get(LOGIN).expect(200);
    assert.ok(body.authorization_url.startsWith(`${issuer}/a?`));
    assert.equal(new URL(body.authorization_url).searchParams.get("client_id"), "venue");
  });

  it("is reached by https, or by http on this machine alone", async () => {
    for (const issuer of [
      "http://idp.example",
      "ftp://127.0.0.1",
      "idp",
      "http://127.evil.example",
    ]) {
      await assert.rejects(startTestVenue({ idp: { issuer, clientId: "venue" } }), RangeError);
    }
  });
});

describe("a venue reached by https", () => {
  it("sets Secure cookies and comes back to its public address", async () => {
    const { issuer, up } = await ownProvider();
    up();
    const idp = { issuer, clientId: "venue" };
    const behind = await startTestVenue({ baseUrl: "https://venue.example", idp });
    const answer = await behind.api.get(LOGIN).expect(200);
    const cookies = answer.headers["set-cookie"] as unknown as string[];
    assert.ok(cookies.every((cookie) => cookie.endsWith("; Secure")));
    const url = new URL(answer.body.authorization_url);
    const back = url.searchParams.get("redirect_uri");
    assert.equal(back, "https://venue.example/auth/idp/callback");
  });

  it("has no provider that believes any name", async () => {
    const behind = await startTestVenue({ baseUrl: "https://venue.example" });
    const { body } = await behind.api.get(LOGIN).expect(503);
    assert.equal(body.code, "FEATURE_DISABLED");
    assert.deepEqual(body.details, { feature: "idp" });
    const { status } = await fetch(`${behind.reference.url}/idp/auth`);
    assert.equal(status, 404);
  });
});
