/** The CSRF header, on every route by which a browser changes something. Authentication 4; D-137. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import type { Carries } from "../../check/human-client.ts";
import { oncePerLease } from "../../check/once.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { csrfRefused, notCsrfRefused } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { mayBeAbsent, requestIn } from "../../expect/route-request.ts";
import { AMEND, CHANGING_ROUTES } from "../../spec/route-table.ts";
import { demandSession, demandWorking, inPart, MADE_UP_KEY, otherwise } from "../credentials.ts";
import { arranged, deedIn, demandTaken, nothingChanged } from "./browser-deeds.ts";

/** The rule that what a session changes needs the header. */
export const NEEDS_HEADER = "SESS-CSRF-01";

const readsNeedNoHeader: Check = {
  title: "session reads need no CSRF header",
  proves: ["SESS-CSRF-04"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const ask = requestIn(t);
    demandSession(await t.human.request(ask, { csrf: true }));
    t.expect("SESS-CSRF-04", await t.human.request(ask), http(200));
  },
};

/** What a browser changes while its session goes on. */
const DEEDS = [...CHANGING_ROUTES, AMEND];
const absent = http(...statusesOf("D-161"));

/** Judges that the deed of the cell is refused, and changes nothing. */
async function refused(
  t: CheckContext,
  rule: string,
  { headers = {}, ...carries }: Carries & Pick<ApiRequest, "headers">,
): Promise<void> {
  const before = await arranged(t);
  const answer = await t.human.request({ ...(await deedIn(t, before)), headers }, carries);
  t.expect(rule, answer, mayBeAbsent(t.cell) ? anyOf(csrfRefused, absent) : csrfRefused);
  await nothingChanged(t, rule, before);
}

const withoutHeader: Check = {
  title: "what a session changes is refused without X-Service-CSRF",
  proves: [NEEDS_HEADER],
  needs: ["browser", "market"],
  over: { route: DEEDS, prefix: PREFIXES },
  each: true,
  body: (t) => refused(t, NEEDS_HEADER, { csrf: false }),
};

const withNeither: Check = {
  title: "what a session changes is refused with neither X-Service-CSRF nor the cookie it repeats",
  proves: [NEEDS_HEADER],
  needs: ["browser", "market"],
  over: { route: DEEDS },
  each: true,
  body: (t) => refused(t, NEEDS_HEADER, { csrf: false, csrfCookie: false }),
};

/** What opens nothing: it stands for no X-Service-CSRF either. */
const OF_NOBODY = [
  `Bearer ${MADE_UP_KEY}`,
  `Basic ${Buffer.from(`touchstone:${MADE_UP_KEY}`).toString("base64")}`,
];

const besideAuthorization: Check = {
  title: "what a session changes is refused without X-Service-CSRF beside an Authorization header",
  proves: [NEEDS_HEADER],
  needs: ["browser", "market"],
  over: { route: DEEDS },
  each: true,
  async body(t) {
    const turn = DEEDS.indexOf(t.cell.route ?? "");
    const authorization = OF_NOBODY[turn % OF_NOBODY.length]!;
    await refused(t, NEEDS_HEADER, { csrf: false, headers: { authorization } });
  },
};

const WRONG: Readonly<Record<string, (t: CheckContext) => string>> = {
  "something else": () => "touchstone-wrong",
  nothing: () => "",
  "the right one but for a character": ({ human }) => otherwise(human.credentials.csrfCookie.value),
  "that of another session": ({ otherHuman }) => otherHuman.credentials.csrfCookie.value,
  "a half of the right one": ({ human }) => inPart(human.credentials.csrfCookie.value)[0]!,
  "the right one with more behind": ({ human }) => inPart(human.credentials.csrfCookie.value)[1]!,
};

/** Another session that has changed something with its value: one never used may not be known yet. */
const usedByAnother = oncePerLease(async ({ otherHuman }) => {
  demandWorking(await (await otherHuman.newKey()).caller.orders());
});

async function refusedWithWrong(t: CheckContext): Promise<void> {
  await refused(t, "SESS-CSRF-02", { csrf: WRONG[t.cell.value ?? ""]?.(t) ?? "" });
}

const withWrongHeader: Check = {
  title: "what a session changes is refused with a wrong X-Service-CSRF",
  proves: ["SESS-CSRF-02"],
  needs: ["browser", "market"],
  over: {
    value: ["something else", "nothing", "the right one but for a character"],
    route: DEEDS,
    prefix: PREFIXES,
  },
  each: true,
  body: refusedWithWrong,
};

const withPartOfIt: Check = {
  title: "what a session changes is refused with a half of the right X-Service-CSRF, or with more",
  proves: ["SESS-CSRF-02"],
  needs: ["browser", "market"],
  over: { value: ["a half of the right one", "the right one with more behind"], route: DEEDS },
  each: true,
  body: refusedWithWrong,
};

const withAnothersHeader: Check = {
  title: "what a session changes is refused with the X-Service-CSRF of another session",
  proves: ["SESS-CSRF-02"],
  needs: ["browser", "two-browsers", "market"],
  over: { value: ["that of another session"], route: DEEDS, prefix: PREFIXES },
  each: true,
  async body(t) {
    await usedByAnother(t);
    await refusedWithWrong(t);
  },
};

/** What `/auth/me` answers where a logout was refused. */
export const stillOpen = { ...http(200), says: "the session still open" };

const loggingOut: Check = {
  title: "logout is refused without X-Service-CSRF or with a wrong one, and ends nothing",
  proves: [NEEDS_HEADER, "SESS-CSRF-02"],
  needs: ["browser", "spare-session"],
  over: { route: ["POST /auth/logout"], prefix: PREFIXES },
  each: true,
  async body(t) {
    const { human } = t;
    demandSession(await human.get("/auth/me"));
    for (const [rule, csrf] of [
      [NEEDS_HEADER, false],
      ["SESS-CSRF-02", "touchstone-wrong"],
    ] as const) {
      t.expect(rule, await human.request(requestIn(t), { csrf }), csrfRefused);
      t.expect(rule, await human.get("/auth/me"), stillOpen);
    }
  },
};

const withRightHeader: Check = {
  title: "what a session changes works with the CSRF cookie's value in X-Service-CSRF",
  proves: ["SESS-CSRF-03"],
  needs: ["browser", "market"],
  each: true,
  async body(t) {
    const answer = await t.human.request(await deedIn(t));
    demandTaken(t, "SESS-CSRF-03", answer);
  },
};

const whileSignedInTwice: Check = {
  title: "each of two sessions of one account changes things with its own CSRF value alone",
  proves: ["SESS-CSRF-03", "SESS-CSRF-02"],
  needs: ["browser", "spare-session", "market"],
  over: { route: ["POST /auth/ws-ticket"] },
  async body(t) {
    const { human } = t;
    const again = await signInOwner(t, human);
    if ((await human.get("/auth/me")).response?.status !== 200) {
      throw new Missing("needs an account that may be signed in twice");
    }
    demandTaken(t, "SESS-CSRF-03", await human.request(await deedIn(t)));
    demandTaken(t, "SESS-CSRF-03", await t.anonymously({ ...(await deedIn(t)), ...again }));
    demandTaken(t, "SESS-CSRF-03", await human.request(await deedIn(t)));
    const csrf = again.as?.csrfCookie.value ?? "";
    // A venue may have one value for all sessions of an account.
    if (csrf !== human.credentials.csrfCookie.value) await refused(t, "SESS-CSRF-02", { csrf });
  },
};

const withoutCookie: Check = {
  title: "whether X-Service-CSRF is taken where the browser lacks its cookie",
  proves: ["SESS-CSRF-06"],
  needs: ["browser"],
  async body(t) {
    const { human } = t;
    const ticket = { agent_id: human.agentId };
    const answer = await human.post("/auth/ws-ticket", ticket, { csrfCookie: false });
    t.observe("SESS-CSRF-06", answer.response?.status);
  },
};

const bearerNeedsNone: Check = {
  title: "a bearer request needs no CSRF header",
  proves: ["SESS-CSRF-05"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("SESS-CSRF-05", await t.agent.request(requestIn(t)), notCsrfRefused);
  },
};

/** Checks of the CSRF header. */
export const csrf: readonly Check[] = [
  readsNeedNoHeader,
  withoutHeader,
  withNeither,
  besideAuthorization,
  withWrongHeader,
  withPartOfIt,
  withAnothersHeader,
  loggingOut,
  withRightHeader,
  whileSignedInTwice,
  withoutCookie,
  bearerNeedsNone,
];
