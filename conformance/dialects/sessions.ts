/** Legal ways to sign up, in and out, and to refuse it. */

import { randomUUID } from "node:crypto";
import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  inFrontOf,
  learning,
  matches,
} from "../interposer/changes.ts";
import {
  cookieOf,
  hasBearer,
  hasSession,
  MAKE_KEY,
  sessionSet,
} from "../interposer/credentials.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";

const CSRF = "x-service-csrf";

/** Refusals for want of a CSRF header, with another status. */
function csrfRefusedAs(status: number): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    const { code } = fieldsOf(given.body);
    return code === "CSRF_FAILED" ? { ...envelope(status, "CSRF"), headers: given.headers } : given;
  };
}

/** Nobody has more sessions than this: a login beside them is refused, its password being right. */
function sessionsAtMost(most: number): WireVariant {
  const opened = new Map<string, string[]>();
  return changeAnswer("POST /auth/login", async (given, request, venue) => {
    if (given.status !== 200) return given;
    const email = String(fieldsOf(request.body)["email"]).toLowerCase();
    const live: string[] = [];
    for (const cookie of opened.get(email) ?? []) {
      const owner = { ...request, headers: { cookie } };
      const { body } = await ask({ request: owner, venue }, "GET /auth/session");
      if (fieldsOf(body)["authenticated"] === true) live.push(cookie);
    }
    if (live.length >= most) return envelope(409, "TOO_MANY_SESSIONS");
    opened.set(email, [...live, cookiesSet(given)]);
    return given;
  });
}

/** The cookies that an answer sets, as a browser sends them. */
function cookiesSet({ headers }: WireAnswer): string {
  const set = (headers["set-cookie"] ?? "").split("\n");
  return set.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

const sessionOf = (request: WireRequest) => cookieOf(request, "sid");

/** A logout ends the other sessions of its human that were seen before. */
function endingAll(): WireVariant {
  const seen = new Map<string, WireRequest>();
  const ended = new Set<string>();
  const remember = (request: WireRequest) => {
    if (hasSession(request)) seen.set(sessionOf(request), request);
  };
  return learning(remember, async (request, venue) => {
    if (ended.has(sessionOf(request))) return envelope(401, "UNAUTHENTICATED");
    if (!matches(request, "POST /auth/logout") || !hasSession(request)) return venue(request);
    const humanOf = async (one: WireRequest) =>
      fieldsOf((await ask({ request: one, venue }, "GET /account")).body)["account_id"];
    const human = await humanOf(request);
    const given = await venue(request);
    if (given.status !== 200) return given;
    for (const [session, one] of [...seen]) {
      if ((await humanOf(one)) === human) ended.add(session);
    }
    return given;
  });
}

/** Whatever a browser changes, a new CSRF cookie comes with the answer, and the value before is over. */
function csrfRenewed(): WireVariant {
  const first = new Map<string, string>();
  const now = new Map<string, string>();
  return async (request, venue) => {
    const [session, value] = [sessionOf(request), cookieOf(request, "csrf")];
    const isChanging = request.method !== "GET" && hasSession(request);
    if (!isChanging) return venue(request);
    if (!first.has(session)) first.set(session, value);
    const isCurrent = request.headers[CSRF] === (now.get(session) ?? first.get(session));
    const sent = isCurrent ? first.get(session)! : "over";
    const cookie = `sid=${session}; csrf=${sent}`;
    const given = await venue({
      ...request,
      headers: { ...request.headers, cookie, ...(CSRF in request.headers && { [CSRF]: sent }) },
    });
    if (given.status >= 300) return given;
    now.set(session, randomUUID());
    const renewed = [given.headers["set-cookie"], `csrf=${now.get(session)}; Path=/`];
    const set = renewed.filter((one) => one !== undefined).join("\n");
    return { ...given, headers: { ...given.headers, "set-cookie": set } };
  };
}

/** Who is new here, or comes from the provider, reads no account and makes no key until he has agreed. */
function agreeingFirst(): WireVariant {
  const names = new Set<unknown>();
  const opened = new Set<string>();
  const learn = (request: WireRequest, given: WireAnswer) => {
    const { email } = fieldsOf(request.body);
    if (matches(request, "POST /auth/signup") && given.status === 201) names.add(email);
    const isNewcomers = matches(request, "POST /auth/login") && names.has(email);
    if (!isNewcomers && !matches(request, "GET /auth/idp/callback")) return;
    const sid = sessionSet(given);
    if (sid !== undefined) opened.add(sid);
  };
  return learning(learn, (request, venue) => {
    const isHeldBack = matches(request, "GET /account") || matches(request, MAKE_KEY);
    const mustAgree = isHeldBack && opened.has(sessionOf(request));
    return mustAgree ? Promise.resolve(envelope(403, "TERMS_NOT_ACCEPTED")) : venue(request);
  });
}

/** Dialects of sessions. */
export const sessions: readonly Dialect[] = [
  ...[400, 401, 419, 422].map(
    (status): Dialect => ({
      name: `csrf-refused-${status}`,
      decision: "D-137",
      variant: `A missing or wrong X-Service-CSRF is answered ${status}.`,
      wire: csrfRefusedAs(status),
    }),
  ),
  {
    name: "session-unknown-401",
    decision: "D-142",
    variant: "GET /auth/session without a session is answered 401.",
    wire: () => async (request, venue) =>
      matches(request, "GET /auth/session") && !hasSession(request)
        ? envelope(401, "UNAUTHENTICATED")
        : venue(request),
  },
  {
    name: "sign-in-redirects",
    decision: "D-140",
    variant: "GET /auth/idp/login is a redirect.",
    wire: () =>
      changeAnswer("GET /auth/idp/login", (given) => {
        const location = String(fieldsOf(given.body)["authorization_url"]);
        const headers = { ...given.headers, location };
        return given.status === 200 ? { status: 302, headers, body: "" } : given;
      }),
  },
  {
    name: "no-identity-provider",
    decision: "D-140",
    variant: "No identity provider is configured: both routes are answered 501.",
    wire: () => async (request, venue) =>
      request.path.startsWith("/auth/idp/") ? envelope(501, "NOT_CONFIGURED") : venue(request),
  },
  {
    name: "sign-up-switched-off",
    decision: "D-139",
    variant: "Sign-up is answered 503, as in production.",
    wire: () => async (request, venue) =>
      matches(request, "POST /auth/signup") ? envelope(503, "FEATURE_DISABLED") : venue(request),
  },
  {
    name: "sign-up-not-found",
    decision: "D-139",
    variant: "Sign-up is answered 404: accounts are made elsewhere.",
    wire: () => async (request, venue) =>
      matches(request, "POST /auth/signup") ? envelope(404, "SIGN_UP_ELSEWHERE") : venue(request),
  },
  {
    name: "two-sessions-at-most",
    decision: "D-138",
    variant: "The third login of an e-mail address is refused with 409 while two sessions live.",
    wire: () => sessionsAtMost(2),
  },
  {
    name: "keys-kept-off-the-login",
    decision: "D-138",
    variant: "A login that comes with an API key is answered 403, whosever it is.",
    wire: () =>
      answerInstead("POST /auth/login", (request) =>
        hasBearer(request) ? envelope(403, "FORBIDDEN") : null,
      ),
  },
  {
    name: "sign-up-confirmed-by-mail",
    decision: "D-138",
    variant: "A sign-up is answered 201, and opens a login when a link in a mail was followed.",
    wire: () =>
      inFrontOf(
        changeAnswer("POST /auth/signup", (given) =>
          given.status === 409 ? answer(201, {}) : given,
        ),
        changeAnswer("POST /auth/login", (given) =>
          given.status === 200 ? envelope(401, "INVALID_CREDENTIALS") : given,
        ),
      ),
  },
  {
    name: "terms-first",
    decision: "D-180",
    variant:
      "Who is new, or comes from the provider, has neither account nor key before he agrees.",
    wire: agreeingFirst,
  },
  {
    name: "csrf-renewed",
    decision: "D-179",
    variant:
      "Each change by a browser is answered with a new CSRF cookie, and ends the one before.",
    wire: csrfRenewed,
  },
  {
    name: "logout-everywhere",
    decision: "D-178",
    variant: "Logout ends every session of the same human that was open.",
    wire: endingAll,
  },
  {
    name: "login-of-who-is-in",
    decision: "D-138",
    variant: "Who is signed in logs in by the session, whatever else the request says.",
    wire: () => async (request, venue) => {
      const isAnew = matches(request, "POST /auth/login") && hasSession(request);
      if (!isAnew) return venue(request);
      const session = await ask({ request, venue }, "GET /auth/session");
      return fieldsOf(session.body)["authenticated"] === true ? session : venue(request);
    },
  },
  {
    name: "login-of-another-body",
    decision: "D-138",
    variant: "Sign-up and login want other members and answer 422 with a detail array.",
    wire: () => async (request, venue) => {
      const detail = [{ loc: ["body", "username"], msg: "Field required", type: "missing" }];
      const asked = matches(request, "POST /auth/login") || matches(request, "POST /auth/signup");
      return asked ? answer(422, { detail }) : venue(request);
    },
  },
];
