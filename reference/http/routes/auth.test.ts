import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, bearer, agent, control, human, humanIn, get } = await startTestVenue();

const ZOE = {
  email: "Zoe@example.org",
  password: "correct horse",
  display_name: " Zoë ",
  agent_name: "first",
};
const signup = (fields: object = {}) => api.post("/v1/auth/signup").send({ ...ZOE, ...fields });
const login = (email: string, password: string) =>
  api.post("/v1/auth/login").send({ email, password });
const advance = (ms: number) => control("post", "/clock", { advance_ms: ms }).expect(200);

describe("signing up", () => {
  it("opens an account with an agent, and does not sign in", async () => {
    const { body, headers } = await signup().expect(201);
    assert.equal(body.display_name, "Zoë");
    assert.deepEqual(
      body.agents.map(({ name }: { name: string }) => name),
      ["first"],
    );
    assert.equal(headers["set-cookie"], undefined);
  });

  it("needs no more than an e-mail and a password", async () => {
    const bare = { email: "bare@example.org", password: "correct horse" };
    const { body } = await api.post("/v1/auth/signup").send(bare).expect(201);
    assert.equal(body.display_name, "member");
    assert.deepEqual([body.agents.length, body.agents[0].name], [1, "main"]);
    await api
      .post("/v1/auth/signup")
      .send({ ...bare, email: "bare2@example.org", agent_name: null })
      .expect(201);
    const { body: entered } = await login(bare.email, bare.password).expect(200);
    assert.equal(entered.account.account_id, body.account_id);
  });

  it("refuses a registered e-mail in any letter case", async () => {
    for (const email of [ZOE.email, "zoe@EXAMPLE.org"]) {
      const { status, body } = await signup({ email });
      assert.deepEqual([status, body.code], [409, "EMAIL_TAKEN"]);
    }
  });

  it("lets one of two simultaneous ones have the e-mail", async () => {
    const both = await Promise.all([1, 2].map(() => signup({ email: "twin@example.org" })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  });

  it("gives nobody another's account by taking the name", async () => {
    const { body } = await signup({ email: "a@b", display_name: "alice" }).expect(201);
    const { body: alice } = await get("maker", "/v1/account");
    assert.notEqual(body.account_id, alice.account_id);
    assert.equal(body.agents.length, 1);
  });

  const BAD: [title: string, fields: object, field: string][] = [
    ["no e-mail", { email: undefined }, "email"],
    ["an e-mail without @", { email: "zoe" }, "email"],
    ["an e-mail of 255", { email: `${"z".repeat(250)}@b.cd` }, "email"],
    ["a short password", { password: "1234567" }, "password"],
    ["a password of 201", { password: "x".repeat(201) }, "password"],
    ["a blank name", { display_name: "  " }, "display_name"],
    ["a name of 81", { agent_name: "😀".repeat(81) }, "agent_name"],
    ["half a character", { agent_name: "a\ud83d" }, "agent_name"],
  ];
  for (const [title, fields, field] of BAD) {
    it(`refuses ${title}, naming the field`, async () => {
      const { status, body } = await signup({ email: "new@example.org", ...fields });
      assert.equal(status, 400);
      assert.equal(body.details.errors[0].field, field);
      assert.ok(!JSON.stringify(body).includes(ZOE.password));
    });
  }

  it("is 503 while its gate is closed, which the configuration tells", async () => {
    await control("put", "/gates/signup", { closed: true }).expect(200);
    const { status, body } = await signup({ email: "late@example.org" });
    const { body: config } = await api.get("/v1/auth/config").expect(200);
    await control("put", "/gates/signup", { closed: false }).expect(200);
    assert.deepEqual([status, body.code], [503, "FEATURE_DISABLED"]);
    assert.equal(config.signup, false);
    await signup({ email: "late@example.org" }).expect(201);
  });
});

describe("logging in", () => {
  it("sets an HttpOnly session cookie and a readable CSRF cookie", async () => {
    const answer = await login("ZOE@example.org", ZOE.password).expect(200);
    const [sid, csrf] = answer.headers["set-cookie"] as unknown as string[];
    assert.match(
      sid!,
      /^sid=[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Lax; HttpOnly(; Secure)?$/,
    );
    assert.match(csrf!, /^csrf=[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Lax$/);
    const { body } = await humanIn(answer).get("/v1/auth/me").expect(200);
    assert.deepEqual([body.display_name, body.caller], ["Zoë", "session"]);
  });

  it("does not tell a wrong password from an unknown e-mail", async () => {
    const answers = [await login(ZOE.email, "wrong horse"), await login("x@y", ZOE.password)];
    const told = answers.map(({ status, body, headers }) => {
      const { request_id: _, ...rest } = body;
      return [status, rest, headers["set-cookie"], headers["content-length"]];
    });
    assert.deepEqual(told[0], told[1]);
    assert.deepEqual(told[0]!.slice(0, 2), [
      401,
      { code: "INVALID_CREDENTIALS", message: "e-mail or password is wrong" },
    ]);
  });

  it("works as long over an unknown e-mail as over a wrong password", async () => {
    // In real time: on a virtual clock nobody's password is worth the work.
    const inRealTime = (await startTestVenue({ clock: "system" })).api;
    const took = async (email: string) => {
      const from = process.cpuUsage();
      const said = { email, password: "wrong horse" };
      await inRealTime.post("/v1/auth/login").send(said).expect(401);
      return process.cpuUsage(from).user;
    };
    const fast = async () => {
      const from = process.cpuUsage();
      await inRealTime.get("/v1/auth/config");
      return process.cpuUsage(from).user;
    };
    assert.ok((await took("unknown@y")) > 5 * (await fast()));
  });

  it("gives a new session each time and ends the one the browser had", async () => {
    const first = humanIn(await login(ZOE.email, ZOE.password));
    const again = login(ZOE.email, ZOE.password).set("Cookie", `sid=${first.sid}`);
    const second = humanIn(await again.expect(200));
    assert.notEqual(second.sid, first.sid);
    await first.get("/v1/auth/me").expect(401);
    await second.get("/v1/auth/me").expect(200);
  });

  it("must wait after five failures, longer each time, whatever is then right", async () => {
    const guess = () => login("zoe@example.org", "wrong horse");
    await login(ZOE.email, ZOE.password).expect(200); // forgets the failures above
    for (let n = 0; n < 5; n++) await guess().expect(401);
    const { status, headers, body } = await guess();
    assert.deepEqual([status, body.code, headers["retry-after"]], [429, "RATE_LIMITED", "1"]);
    await login(ZOE.email, ZOE.password).expect(429);
    await advance(1_000);
    await guess().expect(401);
    assert.equal((await guess().expect(429)).headers["retry-after"], "2");
    await advance(2_000);
    await login(ZOE.email, ZOE.password).expect(200);
  });

  it("must wait after many simultaneous guesses just the same", async () => {
    await advance(3_600_000);
    const guesses = Array.from({ length: 8 }, () => login("many@example.org", "wrong horse"));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it("must wait when one address tries many e-mails", async () => {
    await advance(3_600_000);
    const statuses: number[] = [];
    for (let n = 0; n < 101; n++) statuses.push((await login(`u${n}@x`, "12345678")).status);
    assert.deepEqual(statuses.slice(-2), [401, 429]);
    await advance(3_600_000);
  });
});

describe("a session", () => {
  it("is told by /auth/session, which nobody signed in may ask too", async () => {
    const { body: none } = await api.get("/v1/auth/session").expect(200);
    assert.deepEqual(none, { authenticated: false });
    const alice = await human("alice");
    const { body } = await alice.get("/v1/auth/session").expect(200);
    assert.deepEqual([body.authenticated, body.account.display_name], [true, "alice"]);
    await api.get("/v1/auth/me").expect(401);
    const { body: bot } = await get("maker", "/v1/auth/me").expect(200);
    assert.equal(bot.caller, "key");
  });

  it("ends after 60 minutes of rest, and after 12 hours of use", async () => {
    const idle = await human("alice");
    const busy = await human("alice");
    for (let n = 0; n < 12; n++) {
      await busy.get("/v1/auth/me").expect(200);
      await advance(3_599_999);
    }
    await idle.get("/v1/auth/me").expect(401);
    await busy.get("/v1/auth/me").expect(200);
    await advance(12);
    await busy.get("/v1/auth/me").expect(401);
  });

  it("ends at logout, which forgets both cookies and needs the CSRF header", async () => {
    const alice = await human("alice");
    const { body } = await alice.forge("post", "/v1/auth/logout").expect(403);
    assert.equal(body.code, "CSRF_FAILED");
    const { headers } = await alice.post("/v1/auth/logout").expect(200);
    const cookies = headers["set-cookie"] as unknown as string[];
    assert.ok(cookies.every((cookie) => cookie.includes("Max-Age=0")));
    await alice.get("/v1/auth/me").expect(401);
    await alice.post("/v1/auth/logout").expect(401);
    await api.post("/v1/auth/logout").set("Authorization", bearer("maker")).expect(403);
  });

  it("acts for the account's first agent, or for the one X-Agent-Id names", async () => {
    const alice = await human("alice");
    const wallet = async (named?: string) => {
      const request = alice.get("/v1/me/wallet");
      return named === undefined ? request : request.set("X-Agent-Id", named);
    };
    const [maker, spare] = [agent("maker").agent_id, agent("spare").agent_id];
    assert.equal((await wallet()).body.agent_id, maker);
    assert.equal((await wallet(spare.toUpperCase())).body.agent_id, spare);
    assert.equal((await wallet(agent("taker").agent_id)).status, 403);
    assert.equal((await wallet("11111111-1111-4111-8111-111111111111")).status, 404);
    assert.equal((await wallet("maker")).status, 422);
  });
});

describe("cookies that are no session", () => {
  const NONSENSE = ["sid", "=", ";;;", "sid=", 'sid="', "sid=%00", `sid=${"x".repeat(4_000)}`];
  for (const cookie of [...NONSENSE, "sid=a; sid=b", "csrf=only"]) {
    it(`are 401 where a session is needed, and nothing elsewhere: ${cookie.slice(0, 20)}`, async () => {
      await api.get("/v1/account").set("Cookie", cookie).expect(401);
      await api.get("/v1/markets").set("Cookie", cookie).expect(200);
      await login("x@example.org", "wrong horse").set("Cookie", cookie).expect(401);
      await advance(900_000);
    });
  }
});
