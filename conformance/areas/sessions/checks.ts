/** What a browser session tells, and how it ends. Spec: Authentication and session; D-142. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Cookie } from "../../../scenarios/deployment/profile/credentials.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { cookieHeader, cookiesSet } from "../../../scenarios/deployment/wire/cookies.ts";
import { KINDS, ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { oncePerLease } from "../../check/once.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { http } from "../../expect/answers.ts";
import { type PathIds, requestIn, unauthorized } from "../../expect/route-request.ts";
import { DATA_ROUTES } from "../../spec/route-table.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { asCaller, demandSameAgent } from "../caller.ts";
import { CALLERS_EVERYWHERE, SESSIONS } from "../callers-ranges.ts";
import { demandSession } from "../credentials.ts";
import { memberOf, named } from "../newcomers.ts";
import { csrf } from "./checks-csrf.ts";
import { provider } from "./checks-provider.ts";
import { signIn } from "./checks-sign-in.ts";
import { signedIn } from "./provider-visit.ts";

const me: Check = {
  title: "GET /auth/me answers 200 with a session and 401 without credentials",
  proves: ["SESS-ME-01"],
  needs: ["browser"],
  each: true,
  async body(t) {
    t.expect("SESS-ME-01", await t.human.get("/auth/me"), http(200));
    const nobody = await t.anonymously({ method: "GET", path: "/auth/me" });
    t.expect("SESS-ME-01", nobody, http(401));
  },
};

const anyScript: Check = {
  title: "GET /auth/me answers who has signed up under a name in another script",
  proves: ["SESS-ME-01"],
  needs: [],
  over: {},
  async body(t) {
    const member = await memberOf(t, (one) => ({ ...one, display_name: "Zoë 山田 Ωmega" }));
    const headers = { cookie: cookieHeader(cookiesSet(member.login)) };
    const read = () => t.anonymously({ method: "GET", path: "/auth/me", headers });
    t.expect("SESS-ME-01", await read(), http(200));
  },
};

/** Cookies in the order in which a browser might send them. */
const ORDERS_OF_COOKIES: Readonly<Record<string, (own: readonly Cookie[]) => Cookie[]>> = {
  "before another": (own) => [...own, ANOTHER],
  "behind another": (own) => [ANOTHER, ...own],
  "behind the CSRF cookie": (own) => own.toReversed(),
};

const ANOTHER: Cookie = { name: "theme", value: "dark" };

const amongOthers: Check = {
  title: "a session is known by its cookie wherever that stands among others",
  proves: ["SESS-COOK-04"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    const cookies = ORDERS_OF_COOKIES[t.cell.value ?? ""]?.([sessionCookie, csrfCookie]) ?? [];
    const headers = { cookie: cookieHeader(cookies) };
    const answer = await t.human.request({ method: "GET", path: "/auth/me", headers });
    t.expect("SESS-COOK-04", answer, http(200));
  },
};

const session: Check = {
  title: "GET /auth/session answers 200 with a session, and 200 or 401 without",
  proves: ["SESS-SES-01"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const mine = await t.human.get("/auth/session");
    t.expect("SESS-SES-01", mine, { ...http(200), says: "HTTP 200 with a session" });
    const nobodys = await t.anonymously({ method: "GET", path: "/auth/session" });
    t.expect("SESS-SES-01", nobodys, http(...statusesOf("D-142")));
  },
};

const ofTwoAgents: Check = {
  title: "GET /auth/session and /auth/me answer 200 also where the account has two agents",
  proves: ["SESS-SES-01", "SESS-ME-01"],
  needs: ["browser", "sibling"],
  async body(t) {
    t.expect("SESS-SES-01", await t.human.get("/auth/session"), http(200));
    t.expect("SESS-ME-01", await t.human.get("/auth/me"), http(200));
  },
};

const config: Check = {
  title: "GET /auth/config answers 200 without credentials, or wants some",
  proves: ["SESS-CFG-01"],
  needs: [],
  each: true,
  async body(t) {
    const answer = await t.anonymously({ method: "GET", path: "/auth/config" });
    t.expect("SESS-CFG-01", answer, http(...statusesOf("D-142")));
  },
};

const OF_MARKETS = DATA_ROUTES.filter((route) => route.includes("{market_id}"));
const OF_NO_MARKET = DATA_ROUTES.filter((route) => !OF_MARKETS.includes(route));

const readsData: Check = {
  title: "data that anybody is told a session is told too",
  proves: ["SESS-READ-01"],
  needs: ["browser"],
  over: { route: OF_NO_MARKET, prefix: PREFIXES, caller: SESSIONS },
  each: true,
  body: (t) => toldSessions(t, {}),
};

const readsEachKind: Check = {
  title: "data of a market of each kind that anybody is told a session is told too",
  proves: ["SESS-READ-01"],
  needs: ["browser", "market"],
  over: { route: OF_MARKETS, prefix: PREFIXES, kind: KINDS, caller: SESSIONS },
  each: true,
  body: (t) => toldSessions(t, { market_id: t.market.id }),
};

async function toldSessions(t: CheckContext, ids: PathIds): Promise<void> {
  const ask = requestIn(t, ids);
  const { response } = await t.anonymously(ask);
  if (response?.status !== 200) throw new Missing("needs a route that is served to anybody");
  t.expect("SESS-READ-01", await asCaller(t, ask), http(200));
}

const logout: Check = {
  title: "logout answers 200, and the session opens nothing afterwards",
  proves: ["SESS-OUT-01", "SESS-OUT-03"],
  needs: ["browser", "spare-session"],
  over: { prefix: PREFIXES },
  async body(t) {
    t.expect("SESS-OUT-01", await t.human.post("/auth/logout", undefined), http(200));
    t.expect("SESS-OUT-03", await t.human.get("/auth/me"), http(401));
  },
};

const logoutFromProvider: Check = {
  title: "who came from the provider logs out with 200, and the session opens nothing afterwards",
  proves: ["SESS-OUT-01", "SESS-OUT-03"],
  needs: ["browser", "provider"],
  over: { prefix: PREFIXES },
  async body(t) {
    const { name } = t.human.credentials.csrfCookie;
    const [person = {}] = t.provider.people(t.run.freshId());
    const visit = await signedIn(t, person);
    const csrf = named(visit.jar.all, name).value;
    const headers = { ...visit.cookiesFor("/auth/me"), "x-service-csrf": csrf };
    const leaving = { method: "POST", path: "/auth/logout", headers };
    t.expect("SESS-OUT-01", await t.anonymously(leaving), http(200));
    const after = await t.anonymously({ method: "GET", path: "/auth/me", headers });
    t.expect("SESS-OUT-03", after, http(401));
  },
};

const logoutAmidTrading: Check = {
  title: "logout answers 200 also while orders of the agent rest, new and filled in part",
  proves: ["SESS-OUT-01"],
  needs: ["browser", "spare-session", "two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { human, agent, other, market, side } = t;
    await demandSameAgent(human);
    const [price = 0] = await market.inside();
    await agent.rests(market.resting(side));
    await agent.rests(market.limit(side, price, { qty: 2 }));
    await other.takes(market.limit(opposite(side), price));
    t.expect("SESS-OUT-01", await human.post("/auth/logout", undefined), http(200));
  },
};

/** Errors: StandsOn where logging out fails. */
async function logOut({ human }: CheckContext): Promise<void> {
  const { response } = await human.post("/auth/logout", undefined);
  if (response?.status === 200) return;
  throw new StandsOn("SESS-OUT-01", `a logout was answered ${response?.status}`);
}

const loggedOut = oncePerLease(logOut);

const deadEverywhere: Check = {
  title: "a session that was logged out is answered 401 on every route about one caller",
  proves: ["SESS-OUT-03"],
  needs: ["browser", "spare-session"],
  over: CALLERS_EVERYWHERE,
  each: true,
  async body(t) {
    await loggedOut(t);
    const answer = await t.human.request(requestIn(t));
    t.expect("SESS-OUT-03", answer, unauthorized(t.cell));
  },
};

const amendsNothingMore: Check = {
  title: "a session that was logged out amends no order that rests",
  proves: ["SESS-OUT-03"],
  needs: ["agent", "browser", "spare-session", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    await logOut(t);
    const send = (ask: ApiRequest) => t.human.request(ask);
    await amendsNothing(t, "SESS-OUT-03", { owner: t.agent, send, status: 401 });
  },
};

const thatOneAlone: Check = {
  title: "whether a second session of the same human outlives the logout of the first",
  proves: ["SESS-OUT-04"],
  needs: ["browser", "spare-session"],
  async body(t) {
    const again = await signInOwner(t, t.human);
    const second = () => t.anonymously({ method: "GET", path: "/auth/me", ...again });
    demandSession(await second());
    await logOut(t);
    t.observe("SESS-OUT-04", { goes_on: (await second()).response?.status === 200 });
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  me,
  anyScript,
  amongOthers,
  session,
  ofTwoAgents,
  config,
  readsData,
  readsEachKind,
  ...csrf,
  logout,
  logoutFromProvider,
  logoutAmidTrading,
  deadEverywhere,
  amendsNothingMore,
  thatOneAlone,
  ...signIn,
  ...provider,
];
