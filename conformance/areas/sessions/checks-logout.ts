/** How a session ends, and what it opens afterwards. Spec: Authentication and session. */

import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { oncePerLease } from "../../check/once.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { csrfRefused } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { requestIn, unauthorized } from "../../expect/route-request.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { demandSameAgent } from "../caller.ts";
import { CALLERS_EVERYWHERE } from "../callers-ranges.ts";
import { demandSession, logOut } from "../credentials.ts";
import { named, signedUp } from "../newcomers.ts";
import { NEEDS_HEADER, stillOpen } from "./checks-csrf.ts";
import { signedIn } from "./provider-visit.ts";

/** What is one caller's alone. */
const OF_ONE = ["/auth/me", "/orders", "/me/wallet"];

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
  title: "who came from the provider logs out with 200, though not without X-Service-CSRF",
  proves: [NEEDS_HEADER, "SESS-OUT-01", "SESS-OUT-03"],
  needs: ["browser", "provider"],
  over: { prefix: PREFIXES },
  async body(t) {
    const { name } = t.human.credentials.csrfCookie;
    const [person = {}] = t.provider.people(t.run.freshId());
    const visit = await signedIn(t, person);
    const csrf = named(visit.jar.all, name).value;
    const cookies = visit.cookiesFor("/auth/me");
    const headers = { ...cookies, "x-service-csrf": csrf };
    const leaving = { method: "POST", path: "/auth/logout" };
    const read = () => t.anonymously({ method: "GET", path: "/auth/me", headers });
    demandSession(await read());
    t.expect(NEEDS_HEADER, await t.anonymously({ ...leaving, headers: cookies }), csrfRefused);
    t.expect(NEEDS_HEADER, await read(), stillOpen);
    t.expect("SESS-OUT-01", await t.anonymously({ ...leaving, headers }), http(200));
    for (const path of OF_ONE) {
      const answer = await t.anonymously({ method: "GET", path, headers });
      t.expect("SESS-OUT-03", answer, http(401));
    }
  },
};

const logoutOfMember: Check = {
  title:
    "who came by a login makes no key without X-Service-CSRF, and reads nothing once logged out",
  proves: [NEEDS_HEADER, "SESS-OUT-03"],
  needs: ["browser"],
  // Keys are documented under these alone.
  over: { prefix: ["/v1", "/api/v1"] },
  once: true,
  async body(t) {
    const human = await signedUp(t);
    const without = await human.createKey({}, { csrf: false });
    if (!succeeded(await human.createKey()))
      throw new Missing("needs a newcomer who may make keys");
    t.expect(NEEDS_HEADER, without, csrfRefused);
    await logOut(human);
    for (const path of OF_ONE) t.expect("SESS-OUT-03", await human.get(path), http(401));
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

/** Longer than a cache or a grace is likely to last. Units: ms. */
const A_WHILE_MS = 65_000;

const logoutLater: Check = {
  title: "logout answers 200 to a session that is older than a minute too",
  proves: ["SESS-OUT-01"],
  needs: ["browser", "spare-session", "moved-clock"],
  over: {},
  async body(t) {
    const { human } = t;
    await t.clock.pass(A_WHILE_MS);
    demandSession(await human.get("/auth/me"));
    t.expect("SESS-OUT-01", await human.post("/auth/logout", undefined), http(200));
  },
};

/** Between one look and the next: longer than what has ended may be remembered. Units: ms. */
const LATER_MS = [1_000, 16 * 60_000, 40 * 60_000, 3 * 3_600_000];

const staysLoggedOut: Check = {
  title: "a session that was logged out stays so for hours, also when its owner is back",
  proves: ["SESS-OUT-03"],
  needs: ["browser", "spare-session", "hours"],
  over: {},
  async body(t) {
    const { human } = t;
    const { owner, sessionCookie } = human.credentials;
    await logOut(human);
    const back = await t.control.createSession(owner);
    if (back.sessionCookie.value === sessionCookie.value)
      throw new Missing("needs another session for each login");
    for (const ms of LATER_MS) {
      await t.clock.pass(ms);
      t.expect("SESS-OUT-03", await human.get("/auth/me"), http(401));
    }
  },
};

const loggedOut = oncePerLease(({ human }) => logOut(human));

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
  title:
    "a session that was logged out amends no order that rests, and is told of none by a replay",
  proves: ["SESS-OUT-03"],
  needs: ["agent", "browser", "spare-session", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    const order = t.market.resting(t.side, { tif: "IOC" });
    await t.human.place(order);
    await logOut(t.human);
    t.expect("SESS-OUT-03", (await t.human.place(order)).exchange, http(401));
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
    await logOut(t.human);
    t.observe("SESS-OUT-04", { goes_on: (await second()).response?.status === 200 });
  },
};

/** Checks of logouts. */
export const logouts: readonly Check[] = [
  logout,
  logoutFromProvider,
  logoutOfMember,
  logoutAmidTrading,
  logoutLater,
  staysLoggedOut,
  deadEverywhere,
  amendsNothingMore,
  thatOneAlone,
];
