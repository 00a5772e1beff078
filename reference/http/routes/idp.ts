/** Sign-in through an external identity provider. Spec: Authentication 8; D-140, D-141. */
import type { IncomingMessage } from "node:http";
import { Type } from "typebox";
import { FLOW_LIFE_MS, type Flow } from "../../identity/flows.ts";
import { openAccount } from "../../identity/people.ts";
import { ProviderFailed, type Subject, WrongProvider } from "../../identity/relying-party.ts";
import type { Services } from "../../running-venue.ts";
import { accountRecord } from "../../wire/mapping.ts";
import { SignedIn, SignInStart } from "../../wire/people-records.ts";
import { Refused } from "../../wire/refused.ts";
import { cookieOf, FLOW_COOKIE, setCookie } from "../cookies.ts";
import { limitAddress } from "../middleware/limit-rate.ts";
import { signIn } from "../sign-in.ts";
import { ok, route } from "./route.ts";

const section = "Authentication and session";

/** Name of the agent that a new account gets. */
const FIRST_AGENT = "main";

/** Errors: UPSTREAM_UNAVAILABLE. */
const login = route({
  method: "GET",
  path: "/auth/idp/login",
  auth: "public",
  scope: "read",
  responses: {
    200: { means: "where to go, and the state to come back with", body: SignInStart },
    302: { means: "to there, for browsers", body: Type.Object({}) },
  },
  errors: ["UPSTREAM_UNAVAILABLE"],
  rules: ["SESS-IDP-*"],
  section,
  async handle({ services, req }) {
    limitAddress(services, req);
    const { flows, provider } = services.identity;
    const flow = flows.begin();
    const url = await upstream(() => provider.authorizationUrl(flow));
    const { state } = flow;
    const cookie = { name: FLOW_COOKIE, value: state, lifeMs: FLOW_LIFE_MS };
    const cookies = [setCookie(services.baseUrl(), cookie)];
    const body = { authorization_url: url, state };
    return wantsPage(req) ? { ...redirect(url), cookies } : { ...ok(body), cookies };
  },
});

const Returned = Type.String({ maxLength: 4_096, default: "" });

/** Errors: IDP_CALLBACK_INVALID, UPSTREAM_UNAVAILABLE. */
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
  errors: ["IDP_CALLBACK_INVALID", "UPSTREAM_UNAVAILABLE"],
  rules: ["SESS-IDP-*"],
  section,
  async handle({ services, req, query }) {
    limitAddress(services, req);
    const { error, ...returned } = query;
    const flow = endFlow(services, req, returned.state);
    if (error !== "") throw invalidCallback("the identity provider did not sign anybody in");
    if (returned.code === "") throw invalidCallback("the code is missing");
    const { provider } = services.identity;
    const subject = await upstream(() => provider.subjectOf(returned, flow));
    const accountId = accountOf(services, subject);
    const account = accountRecord(services.venue.account(accountId)!, "");
    const forget = setCookie(services.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(services, req, accountId), forget];
    const reply = wantsPage(req) ? redirect("/") : ok({ authenticated: true, account });
    return { ...reply, cookies };
  },
});

export const idpRoutes = [login, callback];

/** The flow that this very browser began, which is thereby over. */
function endFlow(services: Services, req: IncomingMessage, state: string): Flow {
  if (state === "" || cookieOf(req, FLOW_COOKIE) !== state) {
    throw invalidCallback("this browser began no such sign-in");
  }
  const flow = services.identity.flows.end(state);
  if (flow === null) throw invalidCallback("the sign-in is over, or took too long");
  return flow;
}

/** The subject's account, opened when it comes first. */
function accountOf(services: Services, { issuer, subject, displayName }: Subject): string {
  const { members } = services.identity;
  const known = members.accountOf(issuer, subject);
  if (known !== null) return known;
  const accountId = openAccount(services, { displayName, agentName: FIRST_AGENT });
  members.bind(issuer, subject, accountId);
  return accountId;
}

async function upstream<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WrongProvider) throw invalidCallback("another provider answered");
    if (error instanceof ProviderFailed) throw new Refused("UPSTREAM_UNAVAILABLE", error.message);
    throw error;
  }
}

const invalidCallback = (message: string) => new Refused("IDP_CALLBACK_INVALID", message);

const wantsPage = (req: IncomingMessage): boolean =>
  req.headers.accept?.includes("text/html") ?? false;

const redirect = (url: string) => ({ status: 302, body: {}, headers: { Location: url } });
