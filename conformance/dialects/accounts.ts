/** Legal ways to manage accounts: keys, sessions, sign-in, tickets, and how they are refused. */

import { answer, ask, changeAnswer, envelope, fieldsOf, matches } from "../interposer/changes.ts";
import {
  changeStatus,
  END_KEY,
  hasSession,
  isAnonymous,
  MAKE_KEY,
  MINT,
  members,
} from "../interposer/credentials.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireVariant } from "../interposer/interposer.ts";

/** Refusals for want of a CSRF header, with another status. */
function csrfRefusedAs(status: number): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    const { code } = fieldsOf(given.body);
    return code === "CSRF_FAILED" ? { ...envelope(status, "CSRF"), headers: given.headers } : given;
  };
}

/** A second revocation of a key. */
function revokedTwiceAs(status: 404 | 409): () => WireVariant {
  return () => {
    const ended = new Set<string>();
    return async (request, venue) => {
      const given = await venue(request);
      if (!matches(request, END_KEY) || given.status !== 200) return given;
      if (ended.has(request.path)) return envelope(status, "KEY_REVOKED");
      ended.add(request.path);
      return given;
    };
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

const keys: readonly Dialect[] = [
  {
    name: "key-created-as-200",
    decision: "D-132",
    variant: "Creating a key is answered 200.",
    wire: changeStatus(MAKE_KEY, 201, 200),
  },
  {
    name: "key-in-a-wrapper",
    decision: "D-132",
    variant: "A new key is told as id and token under data, with a mask of it beside.",
    wire: members(MAKE_KEY, ({ key_id: id, api_key: token }) => {
      const masked = `${String(token).slice(0, 12)}…`;
      return { data: { id, token, masked } };
    }),
  },
  {
    name: "revocation-as-204",
    decision: "D-133",
    variant: "Revoking a key is answered 204 without a body.",
    wire: changeStatus(END_KEY, 200, 204, ""),
  },
  {
    name: "revoked-twice-404",
    decision: "D-133",
    variant: "Revoking a revoked key is answered 404.",
    wire: revokedTwiceAs(404),
  },
  {
    name: "revoked-twice-409",
    decision: "D-133",
    variant: "Revoking a revoked key is answered 409.",
    wire: revokedTwiceAs(409),
  },
  {
    name: "unknown-agent-forbidden",
    decision: "D-094",
    variant: "An agent or key that does not exist is answered 403 on the key routes.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const onKeys = matches(request, MAKE_KEY) || matches(request, END_KEY);
      return onKeys && given.status === 404 ? envelope(403, "FORBIDDEN") : given;
    },
  },
  {
    name: "keys-for-keys-401",
    decision: "D-135",
    variant: "A bearer key on the key routes is answered 401.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { code } = fieldsOf(given.body);
      return code === "SESSION_REQUIRED" ? envelope(401, "UNAUTHENTICATED") : given;
    },
  },
  {
    name: "operators-path-404",
    decision: "D-144",
    variant: "The operator's path for keys is not there for users.",
    wire: () => async (request, venue) => {
      const onPath = /^\/agents\/[^/]+\/keys$/.test(request.path);
      return onPath && !isAnonymous(request) ? envelope(404, "ROUTE_NOT_FOUND") : venue(request);
    },
  },
];

const sessions: readonly Dialect[] = [
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
        return given.status === 200 ? { status: 302, headers: { location }, body: "" } : given;
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

const tickets: readonly Dialect[] = [
  {
    name: "stream-refuses-by-closing",
    decision: "D-151",
    variant: "A bad ticket is let in and closed at once with 4401.",
    stream: { refusesBy: "close" },
  },
  {
    name: "ticket-of-a-stranger-404",
    decision: "D-15A",
    variant: "A ticket for another owner's agent is answered 404.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const foreign = matches(request, MINT) && fieldsOf(given.body)["code"] === "FORBIDDEN";
      return foreign ? envelope(404, "AGENT_NOT_FOUND") : given;
    },
  },
  {
    name: "expiry-without-zone",
    decision: "D-150",
    variant: "expires_at has no zone designator and six digits of a second.",
    wire: members(MINT, (body) => ({
      ...body,
      expires_at: String(body["expires_at"]).replace("Z", "000"),
    })),
  },
];

/** Dialects of accounts. */
export const accounts: readonly Dialect[] = [...keys, ...sessions, ...tickets];
