/** What a browser session tells, and how it ends. Spec: Authentication and session; D-142. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Cookie } from "../../../scenarios/deployment/profile/credentials.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { cookieHeader, cookiesSet } from "../../../scenarios/deployment/wire/cookies.ts";
import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { http } from "../../expect/answers.ts";
import { type PathIds, requestIn } from "../../expect/route-request.ts";
import { DATA_ROUTES } from "../../spec/route-table.ts";
import { asCaller } from "../caller.ts";
import { SESSIONS } from "../callers-ranges.ts";
import { somePublicId, someSeries } from "../data-route.ts";
import { memberOf } from "../newcomers.ts";
import { csrf } from "./checks-csrf.ts";
import { logouts } from "./checks-logout.ts";
import { provider } from "./checks-provider.ts";
import { signIn } from "./checks-sign-in.ts";

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

/** Data that a series or an account has to be named for. */
const NAMED_DATA = ["GET /series/{series_id}/context", "GET /leaderboard/account/{public_id}"];

const readsNamed: Check = {
  title: "the context of a series and an account of the leaderboard are told to a session too",
  proves: ["SESS-READ-01"],
  needs: ["browser", "agent"],
  over: { route: NAMED_DATA, prefix: PREFIXES, caller: SESSIONS },
  each: true,
  async body(t) {
    const isSeries = t.cell.route === NAMED_DATA[0];
    const ids = isSeries
      ? { series_id: await someSeries(t) }
      : { public_id: await somePublicId(t) };
    await toldSessions(t, ids);
  },
};

async function toldSessions(t: CheckContext, ids: PathIds): Promise<void> {
  const ask = requestIn(t, ids);
  const { response } = await t.anonymously(ask);
  if (response?.status !== 200) throw new Missing("needs a route that is served to anybody");
  t.expect("SESS-READ-01", await asCaller(t, ask), http(200));
}

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
  readsNamed,
  ...csrf,
  ...logouts,
  ...signIn,
  ...provider,
];
