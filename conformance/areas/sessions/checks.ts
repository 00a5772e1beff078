/** What a browser session tells, and how it ends. Spec: Authentication and session; D-142. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Cookie } from "../../../scenarios/deployment/profile/credentials.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import { cookieHeader, cookiesSet } from "../../../scenarios/deployment/wire/cookies.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { oncePerLease } from "../../check/once.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { http } from "../../expect/answers.ts";
import { requestIn, unauthorized } from "../../expect/route-request.ts";
import { demandSameAgent } from "../caller.ts";
import { demandSession } from "../credentials.ts";
import { memberOf } from "../newcomers.ts";
import { csrf } from "./checks-csrf.ts";
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
  each: true,
  async body(t) {
    await loggedOut(t);
    const answer = await t.human.request(requestIn(t));
    t.expect("SESS-OUT-03", answer, unauthorized(t.cell));
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
  config,
  ...csrf,
  logout,
  logoutAmidTrading,
  deadEverywhere,
  thatOneAlone,
  ...signIn,
];
