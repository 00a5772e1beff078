/** Revoking API keys: at once, everywhere, and no other key. Spec: States 4; D-133. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { that } from "../../check/expectation.ts";
import type { HumanClient } from "../../check/human-client.ts";
import type { Opening } from "../../check/stream.ts";
import { authenticated, foreign, unknownId } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { demandWorking, freshTicket, sessionsTicket } from "../credentials.ts";
import { demandMayAct, signedUp } from "../newcomers.ts";
import { ordersLeft } from "./checks-orders-left.ts";
import { revokedKeys } from "./checks-revoked.ts";
import { demandRevoked, revoked, revokedOncePerLease } from "./revocation.ts";

const revokedBefore = http(...statusesOf("D-133", "over"));

const revokes: Check = {
  title: "revoking a key answers 2xx, and once more 2xx, 404 or 409",
  proves: ["KEY-REV-01"],
  needs: ["browser"],
  async body(t) {
    const { keyId } = await t.human.newKey();
    t.expect("KEY-REV-01", await t.human.revoke(keyId), revoked);
    t.expect("KEY-REV-01", await t.human.revoke(keyId), revokedBefore);
  },
};

const namesake: Check = {
  title: "another key of the same name goes on working after a revocation",
  proves: ["KEY-REV-03"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { human } = t;
    const name = human.freshName();
    const { keyId } = await human.newKey({ name });
    const caller = await secondOfName(human, name);
    demandWorking(await caller.orders());
    demandRevoked(await human.revoke(keyId));
    t.expect("KEY-REV-03", await caller.orders(), http(200));
  },
};

/** Errors: Missing where a name is given once alone, which the spec leaves open. */
async function secondOfName(human: HumanClient, name: string): Promise<AgentClient> {
  const [plaintext] = plaintextsIn((await human.createKey({ name })).response?.body);
  if (plaintext === undefined) throw new Missing("needs two keys of one name");
  return human.withKey(plaintext);
}

const thatOneAlone: Check = {
  title: "another key of the agent goes on working after a revocation",
  proves: ["KEY-REV-03"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { kept } = await revokedOncePerLease(t);
    const answer = await kept.caller.request({ ...requestIn(t), tolerates: MAY_BE_CLOSED });
    t.expect("KEY-REV-03", answer, authenticated);
  },
};

/** Reads about one caller. */
const OWN_READS = ["/auth/me", "/account", "/me/wallet", "/orders", "/orders/open"];

const firstOfNewcomer: Check = {
  title: "the second key of who has just signed up goes on working once the first was revoked",
  proves: ["KEY-REV-03"],
  needs: ["browser"],
  over: {},
  once: true,
  async body(t) {
    const human = await signedUp(t);
    const first = await human.createKey();
    demandMayAct(first, "make a key");
    const { caller } = await human.newKey();
    demandWorking(await caller.orders());
    demandRevoked(await human.revoke(human.idOfKey(first)));
    for (const path of OWN_READS) {
      const answer = await caller.get(path, {}, { tolerates: MAY_BE_CLOSED });
      t.expect("KEY-REV-03", answer, authenticated);
    }
  },
};

const ticketsOfOthers: Check = {
  title: "tickets of another key and of a session open the stream after a key with one was revoked",
  proves: ["KEY-REV-03"],
  needs: ["browser", "stream"],
  over: {},
  async body(t) {
    const { agent, human, stream } = t;
    const first = await stream.opens(await freshTicket(agent));
    const [ended, kept] = [await human.newKey(), await human.newKey()];
    await freshTicket(ended.caller);
    const tickets = [await freshTicket(kept.caller), await freshTicket(agent)];
    tickets.push(await sessionsTicket(human, human.agentId));
    demandRevoked(await human.revoke(ended.keyId));
    // One after the other: how many sockets an agent may have is not shown.
    await first.close();
    for (const ticket of tickets) {
      const opening = await stream.open(ticket);
      t.expect("KEY-REV-03", opening, isOpen);
      await opening.socket?.close();
    }
  },
};

const isOpen = that<Opening>("an open connection", ({ form }) => form === "open");

const unknownKey: Check = {
  title: "revoking a key that does not exist is answered 404",
  proves: ["KEY-REV-05"],
  needs: ["browser"],
  async body(t) {
    t.expect("KEY-REV-05", await t.human.revoke(UNKNOWN_UUID), unknownId);
  },
};

const ofUnknownAgent: Check = {
  title:
    "revoking a key by the path of an agent that does not exist is answered 404 and ends nothing",
  proves: ["KEY-REV-05"],
  needs: ["browser"],
  async body(t) {
    const { keyId, caller } = await t.human.newKey();
    demandWorking(await caller.orders());
    const answer = await t.human.revoke(keyId, { agentId: UNKNOWN_UUID });
    t.expect("KEY-REV-05", answer, unknownId);
    t.expect("KEY-REV-05", await caller.orders(), http(200));
  },
};

const foreignKey: Check = {
  title: "revoking another owner's key is answered 403 and the key goes on working",
  proves: ["KEY-REV-06"],
  needs: ["browser", "two-browsers"],
  async body(t) {
    const { human, otherHuman } = t;
    const { keyId, caller } = await otherHuman.newKey();
    demandWorking(await caller.orders());
    const { agentId } = otherHuman;
    t.expect("KEY-REV-06", await human.revoke(keyId, { agentId }), foreign);
    for (const unknown of [human.agentId, UNKNOWN_UUID]) {
      t.expect("KEY-REV-06", await human.revoke(keyId, { agentId: unknown }), unknownId);
    }
    t.expect("KEY-REV-06", await caller.orders(), http(200));
  },
};

/** Checks of revocation. */
export const revoking: readonly Check[] = [
  revokes,
  ...revokedKeys,
  thatOneAlone,
  namesake,
  firstOfNewcomer,
  ticketsOfOthers,
  ...ordersLeft,
  unknownKey,
  ofUnknownAgent,
  foreignKey,
];
