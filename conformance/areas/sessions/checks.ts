/** What a browser session opens, how it ends, its CSRF header. Spec: Authentication 4; D-137. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import type { Carries, HumanClient } from "../../check/human-client.ts";
import type { Need } from "../../check/need.ts";
import { csrfRefused, notCsrfRefused, succeeds } from "../../expect/access.ts";
import { contains, http } from "../../expect/answers.ts";
import { noOrderId } from "../../expect/placed.ts";
import { demandWorking, ticketOf } from "../credentials.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { signIn } from "./checks-sign-in.ts";

const me: Check = {
  title: "GET /auth/me answers 200 with a session and 401 without credentials",
  proves: ["SESS-ME-01"],
  needs: ["browser"],
  async body(t) {
    t.expect("SESS-ME-01", await t.human.get("/auth/me"), http(200));
    const nobody = await t.anonymously({ method: "GET", path: "/auth/me" });
    t.expect("SESS-ME-01", nobody, http(401));
  },
};

const session: Check = {
  title: "GET /auth/session answers 200 with a session, and 200 or 401 without",
  proves: ["SESS-SES-01"],
  needs: ["browser"],
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
  async body(t) {
    const answer = await t.anonymously({ method: "GET", path: "/auth/config" });
    t.expect("SESS-CFG-01", answer, http(...statusesOf("D-142")));
  },
};

const readsNeedNoHeader: Check = {
  title: "session reads need no CSRF header",
  proves: ["SESS-CSRF-04"],
  needs: ["browser"],
  async body(t) {
    for (const path of ["/account", "/orders"]) {
      const withHeader = await t.human.request({ method: "GET", path }, { csrf: true });
      if (withHeader.response?.status !== 200) {
        throw new StandsOn("SESS-ME-01", `a session GET of ${path} did not answer 200`);
      }
      t.expect("SESS-CSRF-04", await t.human.get(path), http(200));
    }
  },
};

const logout: Check = {
  title: "logout answers 200 and the session is dead afterwards",
  proves: ["SESS-OUT-01", "SESS-OUT-02"],
  needs: ["browser", "spare-session"],
  async body(t) {
    t.expect("SESS-OUT-01", await t.human.post("/auth/logout", undefined), http(200));
    t.expect("SESS-OUT-02", await t.human.get("/auth/me"), http(401));
  },
};

/** A state-changing request: whether it works at all, and that its refusal changed nothing. */
interface Deed {
  name: string;
  needs: readonly Need[];
  refused(t: CheckContext, rule: string, carries: Carries): Promise<void>;
}

const creatingAKey: Deed = {
  name: "creating a key",
  needs: ["browser"],
  async refused(t, rule, carries) {
    await t.human.newKey();
    t.expect(rule, await t.human.createKey({}, carries), csrfRefused);
  },
};

const revokingAKey: Deed = {
  name: "revoking a key",
  needs: ["browser"],
  async refused(t, rule, carries) {
    const { keyId, caller } = await t.human.newKey();
    demandWorking(await caller.orders());
    t.expect(rule, await t.human.revoke(keyId, carries), csrfRefused);
    t.expect(rule, await caller.orders(), { ...http(200), says: "the key still working" });
  },
};

const mintingATicket: Deed = {
  name: "minting a ticket",
  needs: ["browser"],
  async refused(t, rule, carries) {
    const { human } = t;
    const body = { agent_id: human.agentId };
    await ticketOf(human.post("/auth/ws-ticket", body), "TKT-MINT-08");
    t.expect(rule, await human.post("/auth/ws-ticket", body, carries), csrfRefused);
  },
};

const placingAnOrder: Deed = {
  name: "placing an order",
  needs: ["browser", "market"],
  async refused(t, rule, carries) {
    const { human, market } = t;
    const twin = await acceptedTwin(t);
    const before = openCount(await t.reading(() => human.openOrders(), contains(twin)));
    const placed = await human.place(market.resting(), carries);
    t.expect(rule, placed.exchange, csrfRefused);
    t.expect(rule, placed, noOrderId);
    await t.settle();
    t.expect(rule, await human.openOrders(), noMoreOpenThan(before));
  },
};

/** Id of the same order, accepted. Errors: Missing where this session may place no order at all. */
async function acceptedTwin({ human, market }: CheckContext): Promise<string> {
  const twin = await human.place(market.resting());
  if (twin.fate === "accepted") return String(twin.orderId);
  throw new Missing(`needs a session that may trade; an order of it was ${twin.fate}`);
}

const DEEDS = [creatingAKey, revokingAKey, mintingATicket, placingAnOrder];

const withoutHeader: readonly Check[] = DEEDS.map(({ name, needs, refused }) => ({
  title: `${name} with a session but without X-Service-CSRF is refused`,
  proves: ["SESS-CSRF-01"],
  needs,
  body: (t) => refused(t, "SESS-CSRF-01", { csrf: false }),
}));

const withWrongHeader: readonly Check[] = DEEDS.map(({ name, needs, refused }) => ({
  title: `${name} with a session and a wrong X-Service-CSRF is refused`,
  proves: ["SESS-CSRF-02"],
  needs,
  async body(t) {
    for (const csrf of wrongValues(t.human)) await refused(t, "SESS-CSRF-02", { csrf });
  },
}));

/** Something else, and the right value but for its first character. */
function wrongValues({ credentials }: HumanClient): string[] {
  const { value } = credentials.csrfCookie;
  return ["touchstone-wrong", (value.startsWith("a") ? "b" : "a") + value.slice(1)];
}

const withRightHeader: Check = {
  title: "a state-changing session request whose X-Service-CSRF is the cookie's value works",
  proves: ["SESS-CSRF-03"],
  needs: ["browser"],
  async body(t) {
    const { human } = t;
    const answers = [
      await human.createKey(),
      await human.post("/auth/ws-ticket", { agent_id: human.agentId }),
    ];
    t.expect("SESS-CSRF-03", answers, someSucceed);
  },
};

/** Each has a rule of its own; where none works, it is for the header. */
const someSucceed = that<readonly Exchange[]>(
  "a key created or a ticket minted",
  (answers) => answers.some((answer) => succeeds.judge(answer).ok),
  (answers) => answers.map(({ response }) => `HTTP ${response?.status}`).join(" and "),
);

const bearerNeedsNone: Check = {
  title: "a bearer request needs no CSRF header",
  proves: ["SESS-CSRF-05"],
  needs: ["agent"],
  async body(t) {
    const answer = await t.agent.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
    t.expect("SESS-CSRF-05", answer, notCsrfRefused);
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  me,
  session,
  config,
  readsNeedNoHeader,
  logout,
  ...withoutHeader,
  ...withWrongHeader,
  withRightHeader,
  bearerNeedsNone,
  ...signIn,
];
