/** Members and parameters that no request has: they change nothing. Spec: Endpoints, Resources. */

import { objectOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, ownedBy, that } from "../../check/expectation.ts";
import { answerThat, http, lacks } from "../../expect/answers.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { asCaller } from "../caller.ts";
import { demandForeignSession, siblingOfHuman } from "../credentials.ts";
import { login, newcomer, post } from "../newcomers.ts";
import { LOGS_IN, NEW_KEY, OTHER_BODIES, SIGNS_UP } from "./ranges.ts";

const UNKNOWN = { touchstone_unknown: { nested: [1, "two"] }, touchstone_note: "ignore me" };

/** Members of the spec under names of others, with values that would change what rests. */
const MISNAMED = { reduceOnly: true, timeInForce: "IOC", orderType: "MARKET", quantity: 3 };

const unknownOrderFields: Check = {
  title: "unknown fields of an order change nothing",
  proves: ["GEN-UNK-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const plain = await agent.rests(market.resting());
    for (const unknown of [UNKNOWN, MISNAMED]) {
      const extended = await agent.place(market.resting(t.side, unknown));
      t.expect("GEN-UNK-01", extended, sameOutcomeAs(plain));
    }
  },
};

const placedForAnother: Check = {
  title: "an order is of the agent that places it, whatever agent_id its body has",
  proves: ["GEN-UNK-01"],
  needs: ["agent", "market"],
  over: { caller: ["sibling", "other"], side: SIDES },
  async body(t) {
    const { agent, market } = t;
    const { agentId: agent_id } = t.cell.caller === "sibling" ? t.sibling : t.other;
    const { fate, orderId } = await agent.place(market.resting(t.side, { agent_id }));
    // Who refuses to be told another agent does no harm.
    if (fate !== "accepted") throw new Missing("needs orders that may name another agent");
    await t.eventually("GEN-UNK-01", () => agent.order(String(orderId)), http(200));
  },
};

const placedByAnotherSession: Check = {
  title: "an order of a session is not another owner's, whatever agent_id its body has",
  proves: ["GEN-UNK-01"],
  needs: ["agent", "two-browsers", "market"],
  over: { side: SIDES },
  async body(t) {
    const { agent, otherHuman, market } = t;
    demandForeignSession(t);
    const order = market.resting(t.side, { agent_id: agent.agentId });
    const { orderId } = await otherHuman.place(order);
    await t.settle();
    const ids = [order["client_order_id"], orderId].filter((id) => typeof id === "string");
    t.expect("GEN-UNK-01", await agent.openOrders(market.id), lacks(...ids));
  },
};

/** What an order comes to, as far as two equal resting orders come to the same. */
function sameOutcomeAs(other: PlaceResponse): Expectation<PlaceResponse> {
  const outcome = ({ httpStatus, status, reason, filledQty, remainingQty }: PlaceResponse) =>
    `HTTP ${httpStatus} ${status} ${reason ?? ""}, filled ${filledQty}, remaining ${remainingQty}`;
  return that(outcome(other), (placed) => outcome(placed) === outcome(other), outcome);
}

const unknownTicketFields: Check = {
  title: "unknown fields of a ticket request change nothing",
  proves: ["GEN-UNK-02"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const own = t.cell.caller === "session" ? { agent_id: t.human.agentId } : {};
    const mint = (fields: object) =>
      asCaller(t, { method: "POST", path: "/auth/ws-ticket", body: { ...own, ...fields } });
    const plain = await mint({});
    demandTicket(plain);
    t.expect("GEN-UNK-02", await mint(UNKNOWN), allOf(minted, sameMembersAs(plain)));
  },
};

const unknownFieldsElsewhere: Check = {
  title: "unknown fields of a request for a key or a ladder change nothing",
  proves: ["GEN-UNK-04"],
  needs: ["browser"],
  over: { route: OTHER_BODIES, prefix: PREFIXES },
  each: true,
  async body(t) {
    const send = (fields: object) => {
      const ask = requestIn(t, { agent_id: t.human.agentId });
      const body = { ...objectOf(ask.body), ...fields };
      return t.human.request({ ...ask, body, tolerates: MAY_BE_CLOSED });
    };
    t.expect("GEN-UNK-04", await send(UNKNOWN), answeredAs(await send({})));
  },
};

const unknownFieldsOfMembers: Check = {
  title: "unknown fields of a sign-up or a login change nothing",
  proves: ["GEN-UNK-04"],
  needs: [],
  over: { route: [SIGNS_UP, LOGS_IN], prefix: PREFIXES },
  body: (t) => (t.cell.route === SIGNS_UP ? signsUp(t) : logsIn(t)),
};

async function signsUp(t: CheckContext): Promise<void> {
  const extended = post("/auth/signup", { ...newcomer(t), ...UNKNOWN });
  await judgeWith(t, 201, { extended, plain: post("/auth/signup", newcomer(t)) });
}

/** The first login of somebody: one beside others may be refused (D-138). */
async function logsIn(t: CheckContext): Promise<void> {
  const one = newcomer(t);
  await t.anonymously(post("/auth/signup", one));
  const { email, password } = one;
  const extended = post("/auth/login", { email, password, ...UNKNOWN });
  await judgeWith(t, 200, { extended, plain: login(one) });
}

/** Judges a request with unknown fields. Errors: Missing where the plain one is refused too. */
async function judgeWith(
  t: CheckContext,
  status: number,
  { extended, plain }: Record<"extended" | "plain", ApiRequest>,
): Promise<void> {
  const answer = await t.anonymously(extended);
  const isTaken = ({ response }: Exchange) => response?.status === status;
  if (!isTaken(answer) && !isTaken(await t.anonymously(plain))) {
    throw new Missing(`needs a plain ${plain.path} that is answered ${status}`);
  }
  t.expect("GEN-UNK-04", answer, http(status));
}

const namesAnotherAgent: Check = {
  title: "a key is made for the agent that its path names, whatever agent_id its body has",
  proves: ["GEN-UNK-04"],
  needs: ["browser", "sibling", "market"],
  // Elsewhere key routes may be absent (D-174).
  over: { route: [NEW_KEY], prefix: ["/v1", "/api/v1"] },
  async body(t) {
    const { caller: plain } = await t.human.newKey();
    const { caller } = await t.human.newKey({ agent_id: siblingOfHuman(t) });
    const { orderId } = await plain.rests(t.market.resting());
    await t.eventually("GEN-UNK-04", () => caller.order(orderId), http(200));
  },
};

function answeredAs({ response }: Exchange): Expectation<Exchange> {
  return answerThat(
    `HTTP ${response?.status}, as without them`,
    (exchange) => exchange.response?.status === response?.status,
  );
}

/** A ticket by another status than 201 is TKT-MINT-01's business. */
const minted = anyOf(allOf(http(200), ownedBy("TKT-MINT-01", http(201))), http(201));

/** Errors: StandsOn when a plain ticket request fails. */
function demandTicket({ response }: Exchange): void {
  if (response?.status !== 201) {
    throw new StandsOn("TKT-MINT-01", `a plain ticket request was answered ${response?.status}`);
  }
}

function sameMembersAs(other: Exchange): Expectation<Exchange> {
  const members = (exchange: Exchange) =>
    Object.keys(objectOf(exchange.response?.body)).sort().join(", ");
  return that(
    `the members ${members(other)}`,
    (exchange) => members(exchange) === members(other),
    members,
  );
}

const unknownQuery: Check = {
  title: "unknown query parameters change nothing",
  proves: ["GEN-UNK-03"],
  needs: [],
  async body(t) {
    const read = (query: Record<string, string>) =>
      t.anonymously({ method: "GET", path: "/markets", query });
    const plain = await read({ limit: "5" });
    const extended = await read({ limit: "5", touchstone_unknown: "1" });
    t.observe("GEN-UNK-03", {
      without: plain.response?.status,
      with: extended.response?.status,
    });
  },
};

/** Checks of what is unknown in a request. */
export const unknown: readonly Check[] = [
  unknownOrderFields,
  placedForAnother,
  placedByAnotherSession,
  unknownTicketFields,
  unknownFieldsElsewhere,
  unknownFieldsOfMembers,
  namesAnotherAgent,
  unknownQuery,
];
