/** Who may manage which keys. Spec: Authentication 5, 9; D-135, D-144. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { oncePerLease } from "../../check/once.ts";
import { foreign, givesNothing, unknownId } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { mayBeAbsent, requestIn } from "../../expect/route-request.ts";
import { asCaller, callerIn } from "../caller.ts";
import { anotherOwnersAgent, demandWorking } from "../credentials.ts";

/** Refused with one of these statuses, and 404 where the routes of keys need not be. */
function refused({ cell }: CheckContext, ...statuses: number[]): Expectation<Exchange> {
  return allOf(http(...statuses, ...(mayBeAbsent(cell) ? [404] : [])), givesNothing);
}

const nobody: Check = {
  title: "creating and revoking a key without credentials are answered 401",
  proves: ["KEY-AUTH-01"],
  needs: [],
  each: true,
  async body(t) {
    t.expect("KEY-AUTH-01", await t.anonymously(requestIn(t)), refused(t, 401));
  },
};

/** A key that goes on working, and another of the same agent. */
const madeKeys = oncePerLease(async ({ human }) => ({
  kept: await human.newKey(),
  acting: await human.newKey(),
}));

/** The same, still working: what ended one in another cell is told there. */
async function twoKeys(t: CheckContext) {
  const keys = await madeKeys(t);
  for (const { caller } of [keys.kept, keys.acting]) demandWorking(await caller.orders());
  return keys;
}

const nobodyChangesNothing: Check = {
  title: "without credentials no key is made for an agent, and a key of it goes on working",
  proves: ["KEY-AUTH-01"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { kept } = await twoKeys(t);
    const ids = { agent_id: t.human.agentId, key_id: kept.keyId };
    const ask = requestIn(t, ids);
    // Where a key is asked for, one that may only read too.
    const ofReader = { ...ask, body: { ...Object(ask.body), scopes: ["read"] } };
    for (const one of ask.body === undefined ? [ask] : [ask, ofReader]) {
      t.expect("KEY-AUTH-01", await t.anonymously(one), refused(t, 401));
    }
    t.expect("KEY-AUTH-01", await kept.caller.orders(), http(200));
  },
};

const keyMakesNoKey: Check = {
  title: "a bearer key alone creates no key, also not for an agent of the same owner",
  proves: ["KEY-AUTH-02"],
  needs: ["agent"],
  over: {
    route: ["POST /me/agents/{agent_id}/keys"],
    caller: ["key", "second-key", "sibling"],
    prefix: PREFIXES,
  },
  each: true,
  async body(t) {
    const answer = await asCaller(t, requestIn(t, { agent_id: t.agent.agentId }));
    t.expect("KEY-AUTH-02", answer, refused(t, ...statusesOf("D-135")));
  },
};

const keyEndsNoKey: Check = {
  title: "a bearer key alone revokes neither another key of its agent nor itself",
  proves: ["KEY-AUTH-02"],
  needs: ["browser"],
  over: { route: ["DELETE /me/agents/{agent_id}/keys/{key_id}"], prefix: PREFIXES },
  each: true,
  async body(t) {
    const { kept, acting } = await twoKeys(t);
    for (const { keyId, caller } of [kept, acting]) {
      const ids = { agent_id: t.human.agentId, key_id: keyId };
      const answer = await acting.caller.request(requestIn(t, ids));
      t.expect("KEY-AUTH-02", answer, refused(t, ...statusesOf("D-135")));
      t.expect("KEY-AUTH-02", await caller.orders(), http(200));
    }
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

const onOperatorsPath: Check = {
  title: "neither a key, a session nor nobody succeeds on the operator's path for keys",
  proves: ["KEY-OPER-01"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const answer = await asCaller(t, operatorsRequest(t));
    // Its body is not shown: that of somebody known may be found malformed first (D-060).
    const isKnown = t.cell.caller !== "nobody";
    const malformed = isKnown && answer.request.method === "POST" ? statusesOf("D-002") : [];
    const refused = http(...statusesOf("D-144"), ...malformed);
    t.expect("KEY-OPER-01", answer, allOf(refused, givesNothing));
  },
};

const endsNoKeyThere: Check = {
  title: "neither another key, its session nor nobody revokes a key on the operator's path",
  proves: ["KEY-OPER-01"],
  needs: ["browser"],
  over: {
    route: ["DELETE /agents/{agent_id}/keys/{key_id}"],
    caller: ["key", "session", "nobody"],
    prefix: PREFIXES,
  },
  each: true,
  async body(t) {
    const { kept, acting } = await twoKeys(t);
    const caller = t.cell.caller === "key" ? acting.caller : callerIn(t);
    const ids = { agent_id: t.human.agentId, key_id: kept.keyId };
    t.expect("KEY-OPER-01", await caller.request(requestIn(t, ids)), http(...statusesOf("D-144")));
    t.expect("KEY-OPER-01", await kept.caller.orders(), http(200));
  },
};

/** For the caller's own agent: another one is refused for more reasons than one. */
function operatorsRequest(t: CheckContext) {
  const { cell, run } = t;
  const { agentId } = cell.caller === "session" ? t.human : t.agent;
  const ask = requestIn(t, { agent_id: agentId });
  return ask.method === "POST" ? { ...ask, body: { name: run.freshId() } } : ask;
}

/** Checks of who may manage keys. */
export const callers: readonly Check[] = [
  nobody,
  nobodyChangesNothing,
  keyMakesNoKey,
  keyEndsNoKey,
  foreignAgent,
  unknownAgent,
  onOperatorsPath,
  endsNoKeyThere,
];
