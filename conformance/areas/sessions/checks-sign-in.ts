/** The cookies of a session, and sign-in with an identity provider, as far as anybody can try them. */
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, readable as told } from "../../../scenarios/deployment/stops.ts";
import {
  type CookieSet,
  cookieHeader,
  cookiesSet,
} from "../../../scenarios/deployment/wire/cookies.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { http, unusual } from "../../expect/answers.ts";
import {
  browserHeaders,
  GATED,
  login,
  memberOf,
  named,
  newcomer,
  opensSession,
  post,
  trader,
  USUAL_OF_CALLBACK,
} from "../newcomers.ts";
import { logins } from "./checks-login.ts";
import { signUps } from "./checks-sign-up.ts";
import { ACCEPTS, back, ProviderVisit, signedIn, taken } from "./provider-visit.ts";

const cookies: Check = {
  title: "the session cookie is HttpOnly, the CSRF cookie is not, and both are for every prefix",
  proves: ["SESS-LIFE-01", "SESS-COOK-01", "SESS-COOK-02", "SESS-COOK-03"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    const set = await whileSigningIn(t, [sessionCookie.name, csrfCookie.name]);
    const session = named(set, sessionCookie.name);
    t.observe("SESS-LIFE-01", attributesOf(session));
    t.expect("SESS-COOK-01", session, httpOnly);
    t.expect("SESS-COOK-02", named(set, csrfCookie.name), readable);
    reachesEachPrefix(t, set);
  },
};

const whileSignedIn: Check = {
  title: "the session cookie of who logs in while signed in is HttpOnly too",
  proves: ["SESS-COOK-01"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { sessionCookie } = t.human.credentials;
    const member = await memberOf(t);
    const again = await t.anonymously(login(member, browserHeaders(t, member)));
    if (again.response?.status !== 200) throw new Missing("needs a login while signed in");
    const set = cookiesSet(again).filter(({ value }) => value !== "");
    t.expect("SESS-COOK-01", named(set, sessionCookie.name), httpOnly);
  },
};

const ofWhoTrades: Check = {
  title: "the cookies of who logs in with a position and an order at rest are as everybody's",
  proves: ["SESS-COOK-01", "SESS-COOK-02"],
  needs: ["two-owners", "browser", "market", "operator"],
  over: { side: SIDES },
  once: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    const set = cookiesSet(await t.anonymously(login(await trader(t))));
    t.expect("SESS-COOK-01", named(set, sessionCookie.name), httpOnly);
    t.expect("SESS-COOK-02", named(set, csrfCookie.name), readable);
  },
};

const fromProvider: Check = {
  title:
    "the session cookie of who comes from the provider is HttpOnly, the CSRF cookie is not, and " +
    "both are for every prefix",
  proves: ["SESS-COOK-01", "SESS-COOK-02", "SESS-COOK-03"],
  needs: ["browser", "provider"],
  each: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    for (const accept of Object.values(ACCEPTS)) {
      const [person = {}] = t.provider.people(t.run.freshId());
      const { visit } = await back(t, person, accept);
      // A venue may hand the CSRF cookie out with the first page that is read.
      await visit.read("/auth/session");
      const set = visit.jar.all;
      t.expect("SESS-COOK-01", named(set, sessionCookie.name), httpOnly);
      t.expect("SESS-COOK-02", named(set, csrfCookie.name), readable);
      reachesEachPrefix(t, set);
    }
  },
};

const fromProviderAgain: Check = {
  title: "the session cookie of who is signed in and comes from the provider again is HttpOnly too",
  proves: ["SESS-COOK-01"],
  needs: ["browser", "provider"],
  over: {},
  async body(t) {
    const [person = {}] = t.provider.people(t.run.freshId());
    const visit = await signedIn(t, person);
    await visit.comeBack(await visit.awayAndBack(person));
    const { name } = t.human.credentials.sessionCookie;
    t.expect("SESS-COOK-01", named(visit.jar.all, name), httpOnly);
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

/** The paths that a cookie is sent to start with this one; empty where it does not say. */
function pathOf({ attributes }: CookieSet): string {
  return attributes.get("path") ?? "";
}

/** Judges both cookies of a session, each of which may be set for several paths. */
function reachesEachPrefix(t: CheckContext, set: readonly CookieSet[]): void {
  const { sessionCookie, csrfCookie } = t.human.credentials;
  for (const { name } of [sessionCookie, csrfCookie]) {
    const paths = set.filter((cookie) => cookie.name === name).map(pathOf);
    t.expect("SESS-COOK-03", paths, reachEachPrefix(t.run.basePath));
  }
}

/** Without a path a cookie is sent to what stands beside the sign-in alone. */
function reachEachPrefix(basePath: string): Expectation<string[]> {
  const reaches = (prefix: string) => (path: string) =>
    path !== "" && `${basePath}${prefix}/account`.startsWith(path.replace(/\/*$/, "/"));
  return that(
    "a Path that the routes under each prefix lie in",
    (paths) => PREFIXES.every((prefix) => paths.some(reaches(prefix))),
    (paths) => paths.map((path) => (path === "" ? "no Path" : `Path=${path}`)).join(", "),
  );
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
  const one = newcomer(t);
  const steps = [
    () => t.human.get("/auth/session"),
    () => t.human.get("/auth/me"),
    () => t.anonymously(post("/auth/signup", one)),
    () => t.anonymously(login(one)),
  ];
  const set: CookieSet[] = [];
  for (const step of steps) {
    if (names.every((name) => set.some((cookie) => cookie.name === name))) break;
    set.push(...cookiesSet(await step()).filter(({ value }) => value !== ""));
  }
  return set;
}

const startOfSignIn: Check = {
  title: "GET /auth/idp/login starts a sign-in, twice in a browser too, or says that there is none",
  proves: ["SESS-IDP-01"],
  needs: [],
  each: true,
  async body(t) {
    const ask: ApiRequest = { method: "GET", path: "/auth/idp/login", tolerates: GATED };
    const answer = await t.anonymously(ask);
    t.expect("SESS-IDP-01", answer, http(...statusesOf("D-140")));
    // Who went back, or has two pages open, begins again with what the first start set.
    const set = cookiesSet(answer);
    if (set.length === 0) return;
    const headers = { cookie: cookieHeader(set) };
    const again = await t.anonymously({ ...ask, headers });
    t.expect("SESS-IDP-01", again, http(...statusesOf("D-140")));
  },
};

const startWhileSignedIn: Check = {
  title:
    "GET /auth/idp/login starts a sign-in for who is signed in too, or says that there is none",
  proves: ["SESS-IDP-01"],
  needs: ["browser", "spare-session"],
  over: {},
  async body(t) {
    const ask: ApiRequest = { method: "GET", path: "/auth/idp/login", tolerates: GATED };
    t.expect("SESS-IDP-01", await t.human.request(ask), http(...statusesOf("D-140")));
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
      // Not named by the code that was sent: what was sent as a secret is hidden in a report.
      { error: failed.response?.status, invented: forged.response?.status },
      opened
        ? "a forged callback opened a session"
        : (unusual(failed, ...USUAL_OF_CALLBACK) ?? unusual(forged, ...USUAL_OF_CALLBACK)),
    );
  },
};

const IN_FULL = { code: "forged", state: "forged", error: "access_denied" };

const leftOut: Check = {
  title: "a callback without a parameter is answered as one where that is empty",
  proves: ["SESS-IDP-03"],
  needs: [],
  each: true,
  async body(t) {
    const { [t.cell.parameter as keyof typeof IN_FULL]: _, ...others } = IN_FULL;
    const empty = await callback(t, { ...others, [t.cell.parameter ?? ""]: "" });
    const status = told(empty.response?.status ?? null, "the status of a callback");
    t.expect("SESS-IDP-03", await callback(t, others), http(status));
  },
};

const emptyError: Check = {
  title: "who comes back with the provider's code and an empty error is answered as without it",
  proves: ["SESS-IDP-03"],
  needs: ["provider"],
  over: {},
  async body(t) {
    const [person = {}] = t.provider.people(t.run.freshId());
    await signedIn(t, person);
    const visit = new ProviderVisit(t);
    const { prefix, query } = await visit.awayAndBack(person);
    t.expect(
      "SESS-IDP-03",
      await visit.comeBack({ prefix, query: { ...query, error: "" } }),
      taken,
    );
  },
};

function callback(t: CheckContext, query: Record<string, string>): Promise<Exchange> {
  const path = "/auth/idp/callback";
  return t.anonymously({ method: "GET", path, query, tolerates: GATED });
}

/** Checks of the ways in. */
export const signIn: readonly Check[] = [
  ...logins,
  ...signUps,
  cookies,
  whileSignedIn,
  ofWhoTrades,
  fromProvider,
  fromProviderAgain,
  startOfSignIn,
  startWhileSignedIn,
  forgedCallback,
  leftOut,
  emptyError,
];
