/** Venues whose sessions are open to forgery, or closed to their humans. */

import {
  answerInstead,
  changeAnswer,
  changeRequest,
  envelope,
  matches,
} from "../../interposer/changes.ts";
import {
  changeCookies,
  cookieOf,
  END_KEY,
  hasBearer,
  hasSession,
  isAnonymous,
  MAKE_KEY,
  MINT,
  refused,
  unguarded,
  withCsrf,
} from "../../interposer/credentials.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { accountOf, isKnown } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { DATA_ROUTES } from "../../spec/route-table.ts";
import { byLogin } from "./mutants-by-login.ts";
import { endings } from "./mutants-logout.ts";
import { members } from "./mutants-members.ts";
import { ofProvider } from "./mutants-provider.ts";

const CHANGING = [
  [MAKE_KEY, "key-creation"],
  [END_KEY, "key-revocation"],
  [MINT, "tickets"],
  ["POST /orders", "orders"],
  ["DELETE /orders/*", "cancels"],
  ["DELETE /orders", "cancel-all"],
  ["PATCH /orders/*", "amends"],
  ["POST /auth/logout", "logout"],
] as const;

const NAMED = ["GET /series/*/context", "GET /leaderboard/account/*"];
const DATA = DATA_ROUTES.map((route) => route.replace(/\{\w+\}/g, "*"));

/** The venue is shown the header it wants, where `when` holds of what came. */
function csrfMended(route: string, when: (sent: string | undefined) => boolean): () => WireVariant {
  return () =>
    changeRequest(route, (request) =>
      hasSession(request) && when(request.headers["x-service-csrf"])
        ? withCsrf(request, cookieOf(request, "csrf"))
        : request,
    );
}

/** Where neither header nor cookie comes one is as good as the other. */
function nothingIsTheSame(): WireVariant {
  const known = new Map<string, string>();
  return (request, venue) => {
    const [session, csrf] = [cookieOf(request, "sid"), cookieOf(request, "csrf")];
    if (csrf !== "") known.set(session, csrf);
    const isBare = csrf === "" && request.headers["x-service-csrf"] === undefined;
    const right = hasSession(request) && isBare ? known.get(session) : undefined;
    return venue(right === undefined ? request : withCsrf(request, right));
  };
}

/** Beside an Authorization header the cookie says who it is, and X-Service-CSRF is not asked for. */
const unaskedBesideAuthorization: WireVariant = (request, venue) => {
  const { authorization, ...headers } = request.headers;
  const isBeside = authorization !== undefined && headers["x-service-csrf"] === undefined;
  const csrf = isBeside ? cookieOf(request, "csrf") : "";
  return venue(csrf === "" ? request : withCsrf({ ...request, headers }, csrf));
};

/** What a session changes is refused once another of its account has changed something. */
function ofTheNewestAlone(): WireVariant {
  const known = new Map<unknown, string[]>();
  return changeAnswer(MINT, async (given, request, venue) => {
    if (given.status !== 201 || !hasSession(request)) return given;
    const account = await accountOf({ request, venue });
    const sessions = known.get(account) ?? [];
    const own = cookieOf(request, "sid");
    if (!sessions.includes(own)) sessions.push(own);
    known.set(account, sessions);
    return own === sessions.at(-1) ? given : envelope(403, "CSRF_FAILED");
  });
}

/** Callers whom the venue knows are refused without the header, where `when` holds. */
function refusing(when: (request: WireRequest) => boolean): WireVariant {
  return async (request, venue) => {
    const isWithout = request.headers["x-service-csrf"] === undefined;
    return isWithout && when(request) && (await isKnown({ request, venue }))
      ? envelope(403, "CSRF_FAILED")
      : venue(request);
  };
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "session-behind-another-cookie-unseen",
    breaks: ["SESS-COOK-04"],
    defect: "A session whose cookie is not the first one is nobody's.",
    wire: () => (request, venue) => {
      const { cookie = "", ...headers } = request.headers;
      return venue(/^(__Host-)?sid=/.test(cookie) ? request : { ...request, headers });
    },
  },
  ...CHANGING.map(
    ([route, name]): Mutant => ({
      name: `no-csrf-header-on-${name}`,
      breaks: ["SESS-CSRF-01"],
      defect: `${route} with a session needs no X-Service-CSRF.`,
      wire: csrfMended(route, (sent) => sent === undefined),
    }),
  ),
  ...CHANGING.map(
    ([route, name]): Mutant => ({
      name: `any-csrf-header-on-${name}`,
      breaks: ["SESS-CSRF-02"],
      defect: `${route} with a session takes any value of X-Service-CSRF.`,
      wire: csrfMended(route, (sent) => sent !== undefined),
    }),
  ),
  {
    name: "no-csrf-header-without-its-cookie",
    breaks: ["SESS-CSRF-01"],
    defect: "A session that sends no CSRF cookie needs no X-Service-CSRF either.",
    wire: nothingIsTheSame,
  },
  {
    name: "no-csrf-header-beside-authorization",
    breaks: ["SESS-CSRF-01"],
    defect:
      "A session that sends any Authorization header beside its cookies needs no X-Service-CSRF.",
    wire: () => unaskedBesideAuthorization,
  },
  {
    name: "csrf-header-compared-in-part",
    breaks: ["SESS-CSRF-02"],
    defect: "Of X-Service-CSRF and the cookie's value the shorter part alone is compared.",
    wire: () => async (request, venue) => {
      const sent = request.headers["x-service-csrf"] ?? "";
      const right = cookieOf(request, "csrf");
      const isPart = sent !== "" && (right.startsWith(sent) || sent.startsWith(right));
      return venue(hasSession(request) && isPart ? withCsrf(request, right) : request);
    },
  },
  {
    name: "csrf-header-never-right",
    breaks: ["SESS-CSRF-03"],
    defect: "No value of X-Service-CSRF is taken.",
    wire: () => (request, venue) =>
      request.headers["x-service-csrf"] === undefined
        ? venue(request)
        : venue(withCsrf(request, "something else")),
  },
  {
    name: "csrf-header-never-right-on-cancels",
    breaks: ["SESS-CSRF-03"],
    defect: "A cancel with a session is refused whatever X-Service-CSRF says.",
    wire: () =>
      changeRequest("DELETE /orders/*", (request) =>
        hasSession(request) ? withCsrf(request, "something else") : request,
      ),
  },
  {
    name: "csrf-header-of-the-newest-session-alone",
    breaks: ["SESS-CSRF-03"],
    defect: "Of an account that is signed in twice the session used first changes nothing more.",
    wire: ofTheNewestAlone,
  },
  {
    name: "reads-need-csrf-header",
    breaks: ["SESS-CSRF-04"],
    defect: "GET with a session is refused without X-Service-CSRF.",
    wire: () => refusing((request) => request.method === "GET" && hasSession(request)),
  },
  {
    name: "data-is-for-bots",
    breaks: ["SESS-READ-01"],
    defect: "Data of markets and the feed, and the leaderboard, are answered 403 to a session.",
    wire: () => async (request, venue) =>
      hasSession(request) && DATA.some((route) => matches(request, route))
        ? envelope(403, "FORBIDDEN")
        : venue(request),
  },
  {
    name: "series-are-for-bots",
    breaks: ["SESS-READ-01"],
    defect: "The context of a series, and an account of the leaderboard, are 403 to a session.",
    wire: () => async (request, venue) =>
      hasSession(request) && NAMED.some((route) => matches(request, route))
        ? envelope(403, "FORBIDDEN")
        : venue(request),
  },
  {
    name: "keys-need-csrf-header",
    breaks: ["SESS-CSRF-05"],
    defect: "A key's requests are refused without X-Service-CSRF.",
    wire: () => refusing((request) => request.method === "POST" && hasBearer(request)),
  },
  {
    name: "session-cookie-readable",
    breaks: ["SESS-COOK-01"],
    defect: "The session cookie is not HttpOnly.",
    wire: () => changeCookies((cookie) => cookie.replace(/; *HttpOnly/i, "")),
  },
  {
    name: "csrf-cookie-unreadable",
    breaks: ["SESS-COOK-02"],
    defect: "The CSRF cookie is HttpOnly, so no page can echo it.",
    wire: () =>
      changeCookies((cookie) => (cookie.startsWith("csrf=") ? `${cookie}; HttpOnly` : cookie)),
  },
  {
    name: "session-for-one-prefix",
    breaks: ["SESS-COOK-03"],
    defect: "The session cookie is for paths under /v1 alone.",
    wire: () =>
      changeCookies((cookie) =>
        cookie.startsWith("sid=") ? cookie.replace(/Path=\/(?=;|$)/, "Path=/v1") : cookie,
      ),
  },
  {
    name: "csrf-cookie-without-a-path",
    breaks: ["SESS-COOK-03"],
    defect: "The CSRF cookie has no path, so a browser sends it to /v1/auth alone.",
    wire: () =>
      changeCookies((cookie) =>
        cookie.startsWith("csrf=") ? cookie.replace(/; *Path=[^;]*/, "") : cookie,
      ),
  },
  {
    name: "me-is-nobody",
    breaks: ["SESS-ME-01"],
    // That rule is of every route about one caller, so of this one too.
    alsoBreaks: ["AUTH-BEAR-02"],
    defect: "GET /auth/me is answered 200 without credentials.",
    wire: unguarded("GET /auth/me"),
  },
  {
    name: "session-unknown-not-found",
    breaks: ["SESS-SES-01"],
    defect: "GET /auth/session is answered 404 without a session.",
    wire: refused("GET /auth/session", { status: 404, code: "SESSION_NOT_FOUND" }, isAnonymous),
  },
  {
    name: "config-forbidden",
    breaks: ["SESS-CFG-01"],
    defect: "GET /auth/config is answered 403 without credentials.",
    wire: refused("GET /auth/config", { status: 403, code: "FORBIDDEN" }, isAnonymous),
  },
  {
    name: "sign-in-refused",
    breaks: ["SESS-IDP-01"],
    defect: "GET /auth/idp/login is answered 401.",
    wire: () => answerInstead("GET /auth/idp/login", () => envelope(401, "UNAUTHENTICATED")),
  },
  {
    name: "second-start-refused",
    breaks: ["SESS-IDP-01"],
    defect: "A browser that has begun a sign-in, and begins again, is answered 400.",
    wire: () =>
      answerInstead("GET /auth/idp/login", ({ headers }) =>
        headers.cookie ? envelope(400, "INVALID_CALLBACK") : null,
      ),
  },
  {
    name: "callback-demands-a-code",
    breaks: ["SESS-IDP-03"],
    defect: "A callback without a code is answered 422.",
    wire: () =>
      answerInstead("GET /auth/idp/callback", ({ query }) =>
        query["code"] === undefined ? envelope(422, "VALIDATION_ERROR") : null,
      ),
  },
  ...members,
  ...ofProvider,
  ...endings,
  ...byLogin,
];
