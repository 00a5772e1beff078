/** Who may manage which keys, and what a scope allows. Spec: Authentication 5, 9; D-135, D-144. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf } from "../../check/expectation.ts";
import { foreign, givesNothing, unknownId } from "../../expect/access.ts";
import { http, unusual } from "../../expect/answers.ts";
import { outcomeOf } from "../../expect/placed.ts";
import { anotherOwnersAgent, demandWorking } from "../credentials.ts";

const unauthenticated = allOf(http(401), givesNothing);
const notForKeys = allOf(http(...statusesOf("D-135")), givesNothing);
const notForUsers = allOf(http(...statusesOf("D-144")), givesNothing);

function create(t: CheckContext, agentId: string): ApiRequest {
  const body = { name: `${t.run.freshId()}-key` };
  return { method: "POST", path: `/me/agents/${agentId}/keys`, body };
}

function remove(agentId: string, keyId: string): ApiRequest {
  return { method: "DELETE", path: `/me/agents/${agentId}/keys/${keyId}` };
}

const nobody: Check = {
  title: "creating and revoking a key without credentials are answered 401",
  proves: ["KEY-AUTH-01"],
  needs: [],
  async body(t) {
    const created = await t.anonymously(create(t, UNKNOWN_UUID));
    t.expect("KEY-AUTH-01", created, unauthenticated);
    const revoked = await t.anonymously(remove(UNKNOWN_UUID, UNKNOWN_UUID));
    t.expect("KEY-AUTH-01", revoked, unauthenticated);
  },
};

const nobodyChangesNothing: Check = {
  title: "without credentials no key is made for an agent, and a key of it goes on working",
  proves: ["KEY-AUTH-01"],
  needs: ["browser"],
  async body(t) {
    const { agentId } = t.human;
    const { keyId, caller } = await t.human.newKey();
    demandWorking(await caller.orders());
    const created = await t.anonymously(create(t, agentId));
    t.expect("KEY-AUTH-01", created, unauthenticated);
    const revoked = await t.anonymously(remove(agentId, keyId));
    t.expect("KEY-AUTH-01", revoked, unauthenticated);
    t.expect("KEY-AUTH-01", await caller.orders(), http(200));
  },
};

const keyMakesNoKey: Check = {
  title: "a bearer key alone cannot create a key",
  proves: ["KEY-AUTH-02"],
  needs: ["agent"],
  async body(t) {
    const { agent } = t;
    const answer = await agent.request(create(t, agent.agentId));
    t.expect("KEY-AUTH-02", answer, notForKeys);
  },
};

const foreignAgent: Check = {
  title: "creating a key for another owner's agent is answered 403",
  proves: ["KEY-AUTH-03"],
  needs: ["browser", "two-owners"],
  async body(t) {
    const answer = await t.human.createKey({}, { agentId: anotherOwnersAgent(t) });
    t.expect("KEY-AUTH-03", answer, foreign);
  },
};

const unknownAgent: Check = {
  title: "creating a key for an agent that does not exist is answered 404",
  proves: ["KEY-AUTH-04"],
  needs: ["browser"],
  async body(t) {
    const answer = await t.human.createKey({}, { agentId: UNKNOWN_UUID });
    t.expect("KEY-AUTH-04", answer, unknownId);
  },
};

const readOnly: Check = {
  title: "what a read-only key may do",
  proves: ["KEY-SCOPE-01"],
  needs: ["read-only-key", "market"],
  async body(t) {
    const { reader, market } = t;
    const read = await reader.orders();
    const ticket = await reader.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
    const placed = await reader.placeOnce(market.resting());
    const seen = { read: read.response?.status, ticket: ticket.response?.status };
    const usual = unusual(placed.exchange, ...statusesOf("D-130"));
    t.observe(
      "KEY-SCOPE-01",
      { ...seen, place: outcomeOf(placed) },
      placed.fate === "accepted" ? "a read-only key placed an order" : usual,
    );
  },
};

const operatorsPath = (agentId: string) => `/agents/${agentId}/keys`;

const keyOnOperatorsPath: Check = {
  title: "a key does not succeed on the operator's path for keys",
  proves: ["KEY-OPER-01"],
  needs: ["agent"],
  async body(t) {
    const { agent } = t;
    const path = operatorsPath(agent.agentId);
    t.expect("KEY-OPER-01", await agent.get(path), notForUsers);
    const made = await agent.request({ ...create(t, agent.agentId), path });
    t.expect("KEY-OPER-01", made, notForUsers);
  },
};

const sessionOnOperatorsPath: Check = {
  title: "a session does not succeed on the operator's path for keys",
  proves: ["KEY-OPER-01"],
  needs: ["browser"],
  async body(t) {
    const { human } = t;
    const path = operatorsPath(human.agentId);
    t.expect("KEY-OPER-01", await human.get(path), notForUsers);
    const made = await human.request({ ...create(t, human.agentId), path });
    t.expect("KEY-OPER-01", made, notForUsers);
  },
};

/** Checks of who may manage keys. */
export const callers: readonly Check[] = [
  nobody,
  nobodyChangesNothing,
  keyMakesNoKey,
  foreignAgent,
  unknownAgent,
  readOnly,
  keyOnOperatorsPath,
  sessionOnOperatorsPath,
];
