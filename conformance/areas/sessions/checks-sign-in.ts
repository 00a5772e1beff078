/** Sign-up, login and sign-in with an identity provider, as far as anybody can try them. */
import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import {
  type CookieSet,
  cookieHeader,
  cookiesSet,
} from "../../../scenarios/deployment/wire/cookies.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, odd, that } from "../../check/expectation.ts";
import { http, unusual } from "../../expect/answers.ts";

/** Bodies of sign-up and login are not shown: these are guesses (D-138). */
function newcomer(t: CheckContext) {
  const name = t.run.freshId();
  return {
    email: `${name}@touchstone.example`,
    password: `Correct-horse-${name}-9!`,
    display_name: name,
    agent_name: name,
  };
}

/** What would mean interference elsewhere is an answer here: switched off, or no provider. */
const USUAL_OF_CALLBACK = statusesOf("D-141");
const GATED = [...USUAL_OF_CALLBACK, ...oddOf("D-141")].filter((status) => status >= 500);

function post(path: string, body: unknown): ApiRequest {
  return { method: "POST", path, body, tolerates: GATED };
}

const failedLogin: Check = {
  title: "a login nobody can have is refused",
  proves: ["SESS-LOGIN-01"],
  needs: [],
  each: true,
  async body(t) {
    const { email, password } = newcomer(t);
    const answer = await t.anonymously(post("/auth/login", { email, password }));
    t.expect("SESS-LOGIN-01", answer, loginRefused);
  },
};

const saysInvalidCredentials = that<Exchange>(
  "code INVALID_CREDENTIALS",
  ({ response }) => codeOf(response?.body) === "INVALID_CREDENTIALS",
  ({ response }) => `code ${codeOf(response?.body)}`,
);

const loginRefused = anyOf(
  allOf(http(401), saysInvalidCredentials),
  odd(http(401), "401 with another code than INVALID_CREDENTIALS"),
  http(...statusesOf("D-138")),
);

const signUp: Check = {
  title: "a sign-up is answered within the allowed set, and once more with 409",
  proves: ["SESS-SIGN-01", "SESS-SIGN-02"],
  needs: [],
  each: true,
  async body(t) {
    const ask = post("/auth/signup", newcomer(t));
    const first = await t.anonymously(ask);
    t.expect("SESS-SIGN-01", first, http(...statusesOf("D-139")));
    const demand = conflictAfter(first);
    t.expect("SESS-SIGN-02", await t.anonymously(ask), demand);
  },
};

/** 409 where the first sign-up was accepted; else nothing was registered that could be again. */
function conflictAfter(first: Exchange) {
  const status = first.response?.status;
  if (status !== 201) throw new Missing(`did not arise: a sign-up was answered ${status}`);
  return http(409);
}

const cookies: Check = {
  title: "the session cookie is HttpOnly, the CSRF cookie is not",
  proves: ["SESS-LIFE-01", "SESS-COOK-01", "SESS-COOK-02"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    const set = await whileSigningIn(t, [sessionCookie.name, csrfCookie.name]);
    const session = named(set, sessionCookie.name);
    t.observe("SESS-LIFE-01", attributesOf(session));
    t.expect("SESS-COOK-01", session, httpOnly);
    t.expect("SESS-COOK-02", named(set, csrfCookie.name), readable);
  },
};

const httpOnly = that<CookieSet>("HttpOnly", isHttpOnly, attributeNames);
const readable = that<CookieSet>("not HttpOnly", (set) => !isHttpOnly(set), attributeNames);

function isHttpOnly({ attributes }: CookieSet): boolean {
  return attributes.has("httponly");
}

function attributeNames({ attributes }: CookieSet): string {
  return `attributes ${[...attributes.keys()].join(", ")}`;
}

/** Lifetime and reach; a date of expiry is only said to be there. */
function attributesOf({ attributes }: CookieSet) {
  return {
    max_age: attributes.get("max-age") ?? null,
    expires: attributes.has("expires"),
    same_site: attributes.get("samesite") ?? null,
    secure: attributes.has("secure"),
  };
}

/** The cookies set on the way in, until those named were; a sign-up is tried last. */
async function whileSigningIn(t: CheckContext, names: readonly string[]): Promise<CookieSet[]> {
  const { display_name, agent_name, ...login } = newcomer(t);
  const signup = { ...login, display_name, agent_name };
  const steps = [
    () => t.human.get("/auth/session"),
    () => t.human.get("/auth/me"),
    () => t.anonymously(post("/auth/signup", signup)),
    () => t.anonymously(post("/auth/login", login)),
  ];
  const set: CookieSet[] = [];
  for (const step of steps) {
    if (names.every((name) => set.some((cookie) => cookie.name === name))) break;
    set.push(...cookiesSet(await step()).filter(({ value }) => value !== ""));
  }
  return set;
}

function named(set: readonly CookieSet[], name: string): CookieSet {
  const found = set.findLast((cookie) => cookie.name === name);
  if (found !== undefined) return found;
  throw new Missing(`needs an answer that sets the cookie ${name}; none was to be had`);
}

const startOfSignIn: Check = {
  title: "GET /auth/idp/login starts a sign-in, or says that there is none",
  proves: ["SESS-IDP-01"],
  needs: [],
  each: true,
  async body(t) {
    const ask: ApiRequest = { method: "GET", path: "/auth/idp/login", tolerates: GATED };
    const answer = await t.anonymously(ask);
    t.expect("SESS-IDP-01", answer, http(...statusesOf("D-140")));
  },
};

const forgedCallback: Check = {
  title: "a callback with an error, or forged code and state, opens no session",
  proves: ["SESS-IDP-02"],
  needs: [],
  async body(t) {
    const failed = await callback(t, { error: "access_denied", state: "forged" });
    const forged = await callback(t, { code: "forged", state: "forged" });
    const opened = (await opensSession(t, failed)) || (await opensSession(t, forged));
    t.observe(
      "SESS-IDP-02",
      { error: failed.response?.status, forged: forged.response?.status },
      opened
        ? "a forged callback opened a session"
        : (unusual(failed, ...USUAL_OF_CALLBACK) ?? unusual(forged, ...USUAL_OF_CALLBACK)),
    );
  },
};

function callback(t: CheckContext, query: Record<string, string>): Promise<Exchange> {
  const path = "/auth/idp/callback";
  return t.anonymously({ method: "GET", path, query, tolerates: GATED });
}

/** Whether the cookies that came with an answer are those of somebody signed in. */
async function opensSession(t: CheckContext, answer: Exchange): Promise<boolean> {
  const headers = { cookie: cookieHeader(cookiesSet(answer)) };
  const me = await t.anonymously({ method: "GET", path: "/auth/me", headers });
  return me.response?.status === 200;
}

/** Checks of the ways in. */
export const signIn: readonly Check[] = [
  failedLogin,
  signUp,
  cookies,
  startOfSignIn,
  forgedCallback,
];
