/** Sign-in through an external identity provider. Spec: Authentication 8; D-140, D-141. */
import type { IncomingMessage } from "node:http";
import { Type } from "typebox";
import { FLOW_LIFE_MS, type SignInFlow } from "../../identity/flows.ts";
import { openAccount } from "../../identity/people.ts";
import {
  NoProvider,
  ProviderFailed,
  type Subject,
  WrongProvider,
} from "../../identity/relying-party.ts";
import { accountRecord } from "../../wire/mapping.ts";
import { SignedIn, SignInStart } from "../../wire/people-records.ts";
import { Refused } from "../../wire/refused.ts";
import { cookieName, cookieOf, FLOW_COOKIE, setCookie } from "../cookies.ts";
import { limitAddress } from "../middleware/limit-rate.ts";
import type { HttpParts } from "../parts.ts";
import { signIn } from "../sign-in.ts";
import { ok, route } from "./route.ts";

const section = "Authentication and session";

/** Errors: UPSTREAM_UNAVAILABLE, FEATURE_DISABLED. */
const login = route({
  method: "GET",
  path: "/auth/idp/login",
  auth: "public",
  scope: "read",
  responses: {
    200: { means: "where to go, and the state to come back with", body: SignInStart },
    302: { means: "to there, for browsers", body: Type.Object({}) },
  },
  errors: ["UPSTREAM_UNAVAILABLE", "FEATURE_DISABLED"],
  rules: ["SESS-IDP-*"],
  section,
  async handle({ parts, req }) {
    limitAddress(parts, req);
    const { flows, provider } = parts.identity;
    const flow = flows.begin();
    const url = await upstream(() => provider.authorizationUrl(flow));
    const { state } = flow;
    const cookie = { name: FLOW_COOKIE, value: state, lifeMs: FLOW_LIFE_MS };
    const cookies = [setCookie(parts.baseUrl(), cookie)];
    const body = { authorization_url: url, state };
    return wantsPage(req) ? { ...redirect(url), cookies } : { ...ok(body), cookies };
  },
});

const Returned = Type.String({ maxLength: 4_096, default: "" });

/** Errors: IDP_CALLBACK_INVALID, UPSTREAM_UNAVAILABLE, FEATURE_DISABLED. */
const callback = route({
  method: "GET",
  path: "/auth/idp/callback",
  auth: "public",
  scope: "read",
  query: Type.Object({ code: Returned, state: Returned, error: Returned, iss: Returned }),
  responses: {
    200: { means: "signed in: session and CSRF cookies are set", body: SignedIn },
    302: { means: "likewise, for browsers", body: Type.Object({}) },
  },
  errors: ["IDP_CALLBACK_INVALID", "UPSTREAM_UNAVAILABLE", "FEATURE_DISABLED"],
  rules: ["SESS-IDP-*"],
  section,
  async handle({ parts, req, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;
    const flow = endFlow(parts, req, returned.state);
    if (error !== "") throw invalidCallback("the identity provider did not sign anybody in");
    if (returned.code === "") throw invalidCallback("the code is missing");
    const { provider } = parts.identity;
    const subject = await upstream(() => provider.subjectOf(returned, flow));
    const accountId = accountOf(parts, subject);
    const account = accountRecord(parts.venue.account(accountId)!, "");
    const forget = setCookie(parts.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(parts, req, accountId), forget];
    const reply = wantsPage(req) ? redirect("/") : ok({ authenticated: true, account });
    return { ...reply, cookies };
  },
});

export const idpRoutes = [login, callback];

/** The flow that this very browser began, which is thereby over. */
function endFlow(parts: HttpParts, req: IncomingMessage, state: string): SignInFlow {
  if (state === "" || cookieOf(req, cookieName(parts.baseUrl(), FLOW_COOKIE)) !== state) {
    throw invalidCallback("this browser began no such sign-in");
  }
  const flow = parts.identity.flows.end(state);
  if (flow === null) throw invalidCallback("the sign-in is over, or took too long");
  return flow;
}

/** The subject's account, opened when it comes first. */
function accountOf(parts: HttpParts, { issuer, subject, displayName }: Subject): string {
  const { members } = parts.identity;
  const known = members.accountOf(issuer, subject);
  if (known !== null) return known;
  const accountId = openAccount(parts, { displayName });
  members.bind(issuer, subject, accountId);
  return accountId;
}

async function upstream<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WrongProvider) throw invalidCallback("another provider answered");
    if (error instanceof ProviderFailed) throw new Refused("UPSTREAM_UNAVAILABLE", error.message);
    if (error instanceof NoProvider) {
      throw new Refused("FEATURE_DISABLED", error.message, { details: { feature: "idp" } });
    }
    throw error;
  }
}

const invalidCallback = (message: string) => new Refused("IDP_CALLBACK_INVALID", message);

const wantsPage = (req: IncomingMessage): boolean =>
  req.headers.accept?.includes("text/html") ?? false;

const redirect = (url: string) => ({ status: 302, body: {}, headers: { Location: url } });
