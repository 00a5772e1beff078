/** Cookies as credentials: which open nothing. Spec: Authentication 3, 9. */

import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { cookieHeader } from "../../../scenarios/deployment/wire/cookies.ts";
import { ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { http } from "../../expect/answers.ts";
import { unauthenticated } from "../../expect/route-request.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { CALLERS_EVERYWHERE } from "../callers-ranges.ts";
import { demandSession, inPart, otherwise } from "../credentials.ts";

const asCookie: Check = {
  title: "an API key sent as a cookie does not authenticate",
  proves: ["AUTH-COOK-01"],
  needs: ["agent"],
  async body(t) {
    const { apiKey } = t.agent.credentials;
    const names = ["session", "sid", "session_id", "api_key", "token", "authorization"];
    const headers = { cookie: names.map((name) => `${name}=${apiKey}`).join("; ") };
    const answer = await t.anonymously({ method: "GET", path: "/account", headers });
    t.expect("AUTH-COOK-01", answer, http(401));
  },
};

const MADE_UP_SESSION = "touchstone-nobody-has-this-session-0000000000";

const NO_SESSIONS: Readonly<Record<string, (session: string) => string>> = {
  "a made-up one": () => MADE_UP_SESSION,
  "an empty one": () => "",
  "a good one but for a character": otherwise,
};

const noSession: Check = {
  title: "a session cookie that is made up or empty is answered 401, with the CSRF header it wants",
  proves: ["AUTH-COOK-02"],
  needs: ["browser"],
  over: { value: Object.keys(NO_SESSIONS), ...CALLERS_EVERYWHERE },
  each: true,
  body: (t) => unauthenticated(t, "AUTH-COOK-02", { headers: withoutSession(t) }),
};

/** What a browser sends that has what the cell names in the place of a session. */
function withoutSession(t: CheckContext): Record<string, string> {
  const { sessionCookie } = t.human.credentials;
  return withSession(t, NO_SESSIONS[t.cell.value ?? ""]?.(sessionCookie.value) ?? "");
}

/** What a browser sends that has this session, and the CSRF cookie that goes with a good one. */
function withSession({ human }: CheckContext, value: string): Record<string, string> {
  const { sessionCookie, csrfCookie } = human.credentials;
  const cookie = cookieHeader([{ name: sessionCookie.name, value }, csrfCookie]);
  return { cookie, "x-service-csrf": csrfCookie.value };
}

const almostGoodSession: Check = {
  title: "a half of a good session cookie, and one with more behind it, are answered 401",
  proves: ["AUTH-COOK-02"],
  needs: ["browser"],
  over: { route: ["GET /auth/me", "GET /orders", "GET /account"], prefix: PREFIXES },
  each: true,
  async body(t) {
    for (const value of inPart(t.human.credentials.sessionCookie.value)) {
      demandSession(await t.human.get("/auth/me"));
      await unauthenticated(t, "AUTH-COOK-02", { headers: withSession(t, value) });
    }
  },
};

const amendsByNoSession: Check = {
  title: "a session cookie that is made up or empty amends no order that rests",
  proves: ["AUTH-COOK-02"],
  needs: ["agent", "browser", "market"],
  over: { value: Object.keys(NO_SESSIONS), ...ORDERS },
  once: true,
  async body(t) {
    const headers = withoutSession(t);
    const send = (ask: ApiRequest) => t.anonymously({ ...ask, headers });
    await amendsNothing(t, "AUTH-COOK-02", { owner: t.agent, send, status: 401 });
  },
};

/** Checks of cookies. */
export const cookies: readonly Check[] = [
  asCookie,
  noSession,
  almostGoodSession,
  amendsByNoSession,
];
