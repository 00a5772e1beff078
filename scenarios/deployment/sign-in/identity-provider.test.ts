import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { Redactor } from "../secrets/redact.ts";
import { Missing } from "../stops.ts";
import { IdentityProvider } from "./identity-provider.ts";

interface Answered {
  status?: number;
  html?: string;
  to?: string;
  cookie?: string;
}

/** Answers by method and path; keeps what was asked, with cookies and body. */
async function site(t: TestContext, pages: Record<string, (sent: string) => Answered>) {
  const asked: string[] = [];
  const server = createServer(async (req, res) => {
    const sent = await bodyOf(req);
    const said = [`${req.method} ${req.url}`, req.headers.cookie, sent].filter(Boolean);
    asked.push(said.join(" | "));
    const path = new URL(req.url!, "http://x").pathname;
    const {
      status,
      html = "",
      to,
      cookie,
    } = pages[`${req.method} ${path}`]?.(sent) ?? { status: 404 };
    if (to !== undefined) res.setHeader("location", to);
    if (cookie !== undefined) res.setHeader("set-cookie", cookie);
    res
      .writeHead(status ?? (to === undefined ? 200 : 302), { "content-type": "text/html" })
      .end(html);
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req) text += chunk;
  return text;
}

function providerAt(origin: string, people: Record<string, string>[] = []): IdentityProvider {
  const parts = { redactor: new Redactor(), ending: new AbortController().signal };
  return new IdentityProvider({ origin, people }, { baseUrl: "http://venue.invalid", ...parts });
}

const NAME = `<form method=post><input name=user><input type=password name=password></form>`;
const ANN = { user: "ann", password: "pw" };
const BACK = "http://venue.invalid/v1/auth/idp/callback?code=1&state=2";
const refusedWith = (text: RegExp) => (error: unknown) =>
  error instanceof Missing && text.test(error.message);

describe("a person at the provider's pages", () => {
  it("goes on by redirects, cookies and forms, and is sent back", async (t) => {
    const { origin, asked } = await site(t, {
      "GET /auth": () => ({ to: "/login", cookie: "s=1; Path=/" }),
      "GET /login": () => ({ html: NAME }),
      "POST /login": () => ({ to: "/consent", status: 303 }),
      "GET /consent": () => ({
        html: `<form method=post action=/done><button>Yes</button></form>`,
      }),
      "POST /done": () => ({ to: BACK }),
    });
    const url = await providerAt(origin).signIn(`${origin}/auth?state=2`, ANN);
    assert.equal(url.href, BACK);
    assert.deepEqual(asked, [
      "GET /auth?state=2",
      "GET /login | s=1",
      "POST /login | s=1 | user=ann&password=pw",
      "GET /consent | s=1",
      "POST /done | s=1",
    ]);
  });

  it("posts again where an answer says so, and only there", async (t) => {
    const { origin, asked } = await site(t, {
      "GET /a": () => ({ html: NAME }),
      "POST /a": () => ({ to: "/b", status: 307 }),
      "POST /b": () => ({ to: BACK }),
    });
    await providerAt(origin).signIn(`${origin}/a`, ANN);
    assert.deepEqual(asked.slice(1), [
      "POST /a | user=ann&password=pw",
      "POST /b | user=ann&password=pw",
    ]);
  });

  it("goes to no other host", async (t) => {
    const other = await site(t, {});
    const { origin } = await site(t, { "GET /a": () => ({ to: `${other.origin}/b` }) });
    const elsewhere = refusedWith(new RegExp(`needs idp.origin: ${other.origin}`));
    await assert.rejects(providerAt(origin).signIn(`${origin}/a`, ANN), elsewhere);
    await assert.rejects(providerAt(origin).signIn(`${other.origin}/b`, ANN), elsewhere);
    assert.deepEqual(other.asked, []);
  });

  for (const [what, answered, why] of [
    ["has no form", { html: "<script src=app.js></script>" }, /has no form \(HTTP 200\)/],
    ["is not there", { status: 503 }, /has no form \(HTTP 503\)/],
    ["asks for something else", { html: "<form><input name=otp></form>" }, /asks for otp/],
    ["asks the same again", { html: NAME }, /user is asked again/],
    ["comes back by POST", { html: `<form method=post action="${BACK}"></form>` }, /by POST/],
    ["asks for leave without an end", { html: "<form method=post></form>" }, /do not end/],
    ["leads in a circle", { to: "/a" }, /do not end/],
    ["leads to no address", { to: "http://" }, /no address/],
  ] as const) {
    it(`is stopped by a page that ${what}`, async (t) => {
      const page = () => answered;
      const { origin } = await site(t, { "GET /a": page, "POST /a": page });
      await assert.rejects(providerAt(origin).signIn(`${origin}/a`, ANN), refusedWith(why));
    });
  }

  it("is stopped where nobody answers", async (t) => {
    const { origin } = await site(t, {});
    const port = Number(new URL(origin).port);
    const gone = `http://127.0.0.1:${port === 1 ? 2 : 1}`;
    await assert.rejects(providerAt(gone).signIn(`${gone}/a`, ANN), refusedWith(/did not answer/));
  });
});

it("people are as the profile says, with a text that is new where it says so", () => {
  const provider = providerAt("http://id.invalid", [
    { user: "{new}@x", pin: "1" },
    { user: "{NEW}" },
  ]);
  assert.deepEqual(provider.people("t1-a"), [{ user: "t1-a@x", pin: "1" }, { user: "T1-A" }]);
});
