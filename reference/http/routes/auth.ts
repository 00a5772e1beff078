/** Accounts and browser sessions. Spec: Authentication and session. */
import { Type } from "typebox";
import { NOBODY } from "../../identity/members.ts";
import { openAccount } from "../../identity/people.ts";
import { hashPassword, isPassword } from "../../identity/secrets.ts";
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from "../../identity/sessions.ts";
import { accountRecord } from "../../wire/mapping.ts";
import {
  AccountRecord,
  MeRecord,
  SessionRecord,
  SignedIn,
  SignedOut,
  SignInConfig,
} from "../../wire/people-records.ts";
import { Refused, tooMany } from "../../wire/refused.ts";
import { CSRF_COOKIE, cookieName, SESSION_COOKIE } from "../cookies.ts";
import { labelOf } from "../label.ts";
import { addressOf, limitAddress } from "../middleware/limit-rate.ts";
import { signIn, signOut } from "../sign-in.ts";
import { ok, type RouteCall, route } from "./route.ts";

const section = "Authentication and session";

const Email = Type.String({ maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" });
const PASSWORD_MAX = 200;

/** Signing up does not sign in, and needs no names. D-138, D-139. Errors: EMAIL_TAKEN. */
const signup = route({
  method: "POST",
  path: "/auth/signup",
  auth: "public",
  scope: "read",
  feature: "signup",
  body: Type.Object(
    {
      email: Email,
      password: Type.String({ minLength: 8, maxLength: PASSWORD_MAX }),
      display_name: Type.Optional(Type.String()),
      agent_name: Type.Optional(Type.String()),
    },
    { title: "SignUpRequest" },
  ),
  responses: { 201: { means: "the new account with its first agent", body: AccountRecord } },
  errors: ["EMAIL_TAKEN"],
  rules: ["SESS-SIGN-*"],
  section,
  async handle({ parts, req, body }) {
    limitAddress(parts, req);
    const displayName = nameIn(body, "display_name");
    const agentName = nameIn(body, "agent_name");
    const { members, hashing, hashCost } = parts.identity;
    refuseTaken(members.find(body.email) !== null);
    const salt = parts.entropy.secret().subarray(0, 16);
    const hash = () => hashPassword(body.password, salt, hashCost);
    const password = await hashing.take(addressOf(req), hash);
    refuseTaken(members.find(body.email) !== null); // somebody may have been quicker
    const accountId = openAccount(parts, { displayName, agentName });
    members.add(body.email, { accountId, password });
    return { status: 201, body: accountRecord(parts.venue.account(accountId)!, "") };
  },
});

/** One answer for a wrong password and an unknown e-mail, after the same work. */
const login = route({
  method: "POST",
  path: "/auth/login",
  auth: "public",
  scope: "read",
  body: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: PASSWORD_MAX }),
    },
    { title: "LoginRequest" },
  ),
  responses: { 200: { means: "signed in: session and CSRF cookies are set", body: SignedIn } },
  errors: ["INVALID_CREDENTIALS"],
  rules: ["SESS-LOGIN-*", "SESS-COOK-*"],
  section,
  async handle({ parts, req, body }) {
    limitAddress(parts, req);
    const { members, logins, hashing, hashCost } = parts.identity;
    const address = addressOf(req);
    const resetSeconds = logins.enter(body.email, address);
    if (resetSeconds > 0) throw tooMany("too many failed logins", { resetSeconds });
    const member = members.find(body.email) ?? NOBODY;
    const compare = () => isPassword(body.password, member.password, hashCost);
    const right = await hashing.take(address, compare);
    if (!right || member === NOBODY) {
      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");
    }
    logins.succeed(body.email, address);
    const cookies = signIn(parts, req, member.accountId);
    const account = accountRecord(parts.venue.account(member.accountId)!, "");
    return { ...ok({ authenticated: true, account }), cookies };
  },
});

/** D-143. */
const me = route({
  method: "GET",
  path: "/auth/me",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account, and the agent the caller acts for", body: MeRecord } },
  rules: ["SESS-ME-*"],
  section,
  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),
});

/** D-142. */
const session = route({
  method: "GET",
  path: "/auth/session",
  auth: "public",
  scope: "read",
  responses: { 200: { means: "whether somebody is signed in, and who", body: SessionRecord } },
  rules: ["SESS-SES-*"],
  section,
  handle(call) {
    const { caller } = call;
    if (caller.kind !== "session") return ok({ authenticated: false });
    const endsAt = new Date(caller.session.endsAtMs).toISOString();
    return ok({ authenticated: true, account: ownAccount(call), expires_at: endsAt });
  },
});

/** What a page must know to sign somebody in. */
const config = route({
  method: "GET",
  path: "/auth/config",
  auth: "public",
  scope: "read",
  responses: {
    200: { means: "the ways to sign in, and the names of cookies and header", body: SignInConfig },
  },
  rules: ["SESS-CFG-*"],
  section,
  handle: ({ parts }) =>
    ok({
      signup: !parts.closedFeatures.has("signup"),
      idp_login_path: "/auth/idp/login",
      session_cookie: cookieName(parts.baseUrl(), SESSION_COOKIE),
      csrf_cookie: cookieName(parts.baseUrl(), CSRF_COOKIE),
      csrf_header: "X-Service-CSRF",
      session_seconds: SESSION_LIFE_MS / 1000,
      session_idle_seconds: SESSION_IDLE_MS / 1000,
    }),
});

const logout = route({
  method: "POST",
  path: "/auth/logout",
  auth: "session",
  scope: "read",
  responses: {
    200: { means: "the session has ended, with its tickets and sockets", body: SignedOut },
  },
  rules: ["SESS-OUT-*"],
  section,
  handle({ parts, caller }) {
    const cookies = caller.kind === "session" ? signOut(parts, caller.session) : [];
    return { ...ok({ authenticated: false }), cookies };
  },
});

export const authRoutes = [signup, login, me, session, config, logout];

const ownAccount = ({ parts, agentId }: RouteCall): object =>
  accountRecord(parts.venue.accountOf(agentId)!, agentId);

/** A name as it was given, if it was. */
function nameIn<N extends string>(body: { [name in N]?: string }, name: N): string | undefined {
  const given = body[name];
  return given === undefined ? undefined : labelOf(given, name);
}

function refuseTaken(taken: boolean): void {
  if (taken) throw new Refused("EMAIL_TAKEN", "this e-mail is registered already");
}
