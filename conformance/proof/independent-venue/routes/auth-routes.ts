/** Signing up, in and out: by e-mail and password, or through the provider. */
import { createHash } from "node:crypto";
import type { Account } from "../callers/people.ts";
import { cookiesFor, cookiesGone } from "../callers/sessions.ts";
import { type Answer, ok } from "../http/answer.ts";
import { type Call, objectBody, type Route } from "../http/call.ts";
import { envelope, invalidField, Refused } from "../http/refusal.ts";

const CASH_CENTS = 1_500_000;
const PASSWORD_MIN = 8;

function signUp(call: Call): Answer {
  const { people, settings, wire } = call.parts;
  const { email, password } = passwordBody(call);
  if (password.length < PASSWORD_MIN) {
    throw new Refused(invalidField("password", `${PASSWORD_MIN} characters are needed`));
  }
  if (people.byEmail(email)) throw new Refused(envelope(409, "email_taken", "already registered"));
  people.openAgent(email, "first", CASH_CENTS);
  const account = people.accountOf(email);
  Object.assign(account, { email, password: digest(password) });
  if (settings.wire === "bare") return { ...signedIn(call, account), status: 201 };
  return { status: 201, body: wire.session(account) };
}

function logIn(call: Call): Answer {
  const { email, password } = passwordBody(call);
  const account = call.parts.people.byEmail(email);
  if (!account || account.password !== digest(password)) {
    throw new Refused(envelope(401, "INVALID_CREDENTIALS", "e-mail or password is wrong"));
  }
  return signedIn(call, account);
}

function signedIn({ parts }: Call, account: Account): Answer {
  const session = parts.sessions.begin(account, parts.clock.now());
  return { ...ok(parts.wire.session(account)), headers: { "set-cookie": cookiesFor(session) } };
}

function passwordBody(call: Call): { email: string; password: string } {
  const { email, password } = objectBody(call);
  if (typeof email !== "string" || !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new Refused(invalidField("email", "an e-mail address is needed"));
  }
  if (typeof password !== "string") throw new Refused(invalidField("password", "text is needed"));
  return { email: email.toLowerCase(), password };
}

function digest(password: string): string {
  return createHash("sha256").update(`salted ${password}`).digest("hex");
}

function logOut({ parts, caller }: Call): Answer {
  if (caller.session !== null) parts.sessions.end(caller.session);
  return { ...ok(parts.wire.done()), headers: { "set-cookie": cookiesGone() } };
}

function getMe({ parts, agent }: Call): Answer {
  return ok(parts.wire.account(parts.people.accountOf(agent.owner)));
}

function getSession({ parts, caller }: Call): Answer {
  return ok(parts.wire.session(caller.session?.account ?? null));
}

function getConfig({ parts }: Call): Answer {
  return ok({ providers: ["embassy"], passwords: parts.settings.people === "password" });
}

/** Tells the browser where to go, which is a page of the provider's. */
function beginSignIn({ parts }: Call): Answer {
  const state = parts.provider.begin(parts.clock.now());
  return ok({ go_to: `/embassy/consent?state=${state}` });
}

/** The provider's page asks for a name: whoever gives one is believed, and sent back with a code. */
function consent({ parts, query }: Call): Answer {
  const [name, state] = [query.get("name"), query.get("state") ?? ""];
  if (name === null) return asking(state);
  const back = new URLSearchParams({ code: parts.provider.consent(name), state });
  return { status: 302, body: {}, headers: { location: `/auth/idp/callback?${back}` } };
}

/** A form that is sent by GET, to the page's own address. */
function asking(state: string): Answer {
  const kept = state.replaceAll(/[^0-9a-f]/g, "");
  const body =
    "<!doctype html><title>Embassy</title><form>" +
    `<input type="hidden" name="state" value="${kept}">` +
    '<label>Your name <input name="name"></label><input type="submit" value="Enter"></form>';
  return { status: 200, body, headers: { "content-type": "text/html" } };
}

function finishSignIn(call: Call): Answer {
  const { parts, query } = call;
  const [code, state] = [query.get("code") ?? "", query.get("state") ?? ""];
  const name = query.get("error")
    ? undefined
    : parts.provider.finish(code, state, call.receivedAtMs);
  if (name === undefined) {
    throw new Refused(envelope(401, "sign_in_failed", "the provider's answer is not good"));
  }
  const owner = `embassy:${name}`;
  const known = parts.people.accountOf(owner);
  if (known.agents.length === 0) parts.people.openAgent(owner, "first", CASH_CENTS);
  return signedIn(call, known);
}

function byProviderOnly(handle: Route["handle"]): Route["handle"] {
  return (call) => {
    if (call.parts.settings.people === "password") return handle(call);
    throw new Refused(envelope(503, "not_launched", "people come through the provider"));
  };
}

/** The routes of the spec's Authentication table but the ticket's, and the provider's one page. */
export const AUTH_ROUTES: Route[] = [
  { method: "POST", path: "/auth/signup", needs: "nothing", handle: byProviderOnly(signUp) },
  { method: "POST", path: "/auth/login", needs: "nothing", handle: byProviderOnly(logIn) },
  { method: "GET", path: "/auth/me", needs: "credential", handle: getMe },
  { method: "GET", path: "/auth/session", needs: "nothing", handle: getSession },
  { method: "GET", path: "/auth/config", needs: "nothing", handle: getConfig },
  { method: "GET", path: "/auth/idp/login", needs: "nothing", handle: beginSignIn },
  { method: "GET", path: "/auth/idp/callback", needs: "nothing", handle: finishSignIn },
  { method: "POST", path: "/auth/logout", needs: "credential", handle: logOut },
  { method: "GET", path: "/embassy/consent", needs: "nothing", handle: consent },
];
