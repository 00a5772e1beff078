/** The CSRF header: what is refused without it has no effect. Spec: Authentication 4; D-137. */

import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { noMoreOpenThan, openCount } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import type { Carries, HumanClient } from "../check/human-client.ts";
import type { Need } from "../check/need.ts";
import { csrfRefused, notCsrfRefused, succeeds } from "../expect/access.ts";
import { contains, http } from "../expect/answers.ts";
import { noOrderId } from "../expect/placed.ts";
import { ticketOf } from "./tickets.ts";
import { demandWorking } from "./working-key.ts";

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
function wrongValues({ seat }: HumanClient): string[] {
  const { value } = seat.csrfCookie;
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

/** Checks of the CSRF header. */
export const sessionsCsrf: readonly Check[] = [
  ...withoutHeader,
  ...withWrongHeader,
  withRightHeader,
  bearerNeedsNone,
];
