/** Revoking API keys: at once, everywhere, and no other key. Spec: States 4; D-133. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { keyIdIn, plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import type { HumanClient, MadeKey } from "../../check/human-client.ts";
import { oncePerLease } from "../../check/once.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import type { Opening } from "../../check/stream.ts";
import { authenticated, foreign, unknownId } from "../../expect/access.ts";
import { contains, http } from "../../expect/answers.ts";
import { MAY_BE_CLOSED, requestIn, requestTo, unauthorized } from "../../expect/route-request.ts";
import { BEARER_ROUTES } from "../../spec/route-table.ts";
import {
  demandWorking,
  freshTicket,
  onManyConnections,
  sessionsTicket,
  siblingOfHuman,
} from "../credentials.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";

const revoked = http(...statusesOf("D-133"));
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

/** Errors: StandsOn where a plain revocation fails. */
function demandRevoked({ response }: Exchange): void {
  const status = response?.status ?? 0;
  if (status >= 200 && status < 300) return;
  throw new StandsOn("KEY-REV-01", `revoking a key was answered ${status}`);
}

/** Two working keys of one agent, of which the first is then revoked. */
async function oneOfTwoRevoked(
  { human }: CheckContext,
  beforehand: (revoked: MadeKey) => Promise<void> = async () => {},
): Promise<{ revoked: MadeKey; kept: MadeKey }> {
  const revoked = await human.newKey();
  const kept = await human.newKey();
  demandWorking(await revoked.caller.orders());
  demandWorking(await kept.caller.orders());
  await beforehand(revoked);
  demandRevoked(await human.revoke(revoked.keyId));
  return { revoked, kept };
}

const twoKeys = oncePerLease((t) => oneOfTwoRevoked(t, ({ caller }) => usedEverywhere(t, caller)));

/** What a key has opened once may be remembered of it: it is sent to every route while it is good. */
async function usedEverywhere({ run }: CheckContext, caller: AgentClient): Promise<void> {
  for (const route of BEARER_ROUTES) {
    const ask = requestTo(route, { freshId: run.freshId() });
    await caller.request({ ...ask, tolerates: MAY_BE_CLOSED });
  }
}

const atOnce: Check = {
  title: "a revoked key is answered 401 at once on every route about one caller",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { revoked } = await twoKeys(t);
    const answer = await revoked.caller.request(requestIn(t));
    t.expect("KEY-REV-02", answer, unauthorized(t.cell));
  },
};

const onEachConnection: Check = {
  title: "a key of any scopes is answered 401 at once on the connections that it was used on",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { human } = t;
    for (const scopes of [["read"], ["read", "trade"]]) {
      const { keyId, caller } = await human.newKey({ scopes });
      for (const answer of await onManyConnections(() => caller.orders())) demandWorking(answer);
      demandRevoked(await human.revoke(keyId));
      for (const answer of await onManyConnections(() => caller.orders()))
        t.expect("KEY-REV-02", answer, http(401));
    }
  },
};

const staysRevoked: Check = {
  title: "a revoked key stays so when its agent is given others, of its name and of its scopes",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { human } = t;
    const asked = { name: human.freshName(), scopes: ["read"] };
    const { keyId, caller } = await human.newKey(asked);
    demandWorking(await caller.orders());
    demandRevoked(await human.revoke(keyId));
    await human.createKey(asked); // refused, where a name is given once alone
    t.expect("KEY-REV-02", await caller.orders(), http(401));
    await human.newKey();
    t.expect("KEY-REV-02", await caller.orders(), http(401));
  },
};

/** How the id of a key is written. */
const IDS = ["as it was given", "in capitals"] as const;

const idAs = (value: string | undefined, id: string) => (value === IDS[1] ? id.toUpperCase() : id);

const whileItIsFrozen: Check = {
  title: "a key that is revoked while the venue is frozen is answered 401 from then on",
  proves: ["KEY-REV-02"],
  needs: ["browser", "kill-switch"],
  over: { value: IDS },
  async body(t) {
    const { human } = t;
    const { keyId, caller } = await human.newKey();
    const path = human.pathOfKey(idAs(t.cell.value, keyId));
    const { ended, met } = await whileFrozen(t, async () => ({
      ended: await human.request({ method: "DELETE", path, ...FROZEN }),
      met: await caller.request({ method: "GET", path: "/orders", ...FROZEN }),
    }));
    if (!revoked.judge(ended).ok) {
      throw new Missing("needs keys that can be revoked while the venue is frozen");
    }
    if (met.response?.status !== 503) t.expect("KEY-REV-02", met, http(401));
    t.expect("KEY-REV-02", await caller.orders(), http(401));
  },
};

const whileItHolds = (kind: "binary" | "perp"): Check => ({
  title: `a key whose agent holds and bids on a ${kind} is answered 401 once it is revoked`,
  proves: ["KEY-REV-02"],
  needs: ["browser", "two-owners", kind, "operator"],
  over: {},
  async body(t) {
    const { human, other, market, side } = t;
    if (other.credentials.owner === human.credentials.owner) throw new Missing("needs two owners");
    const { keyId, caller } = await human.newKey();
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    await caller.takes(market.limit(side, price));
    const kept = await human.newKey();
    await caller.rests(market.resting("BUY"));
    try {
      demandRevoked(await human.revoke(keyId));
      t.expect("KEY-REV-02", await caller.orders(), http(401));
    } finally {
      await kept.caller.cancelAll(market.id);
    }
  },
});

const longInUse: Check = {
  title: "a key that was good for hours is answered 401 once it is revoked",
  proves: ["KEY-REV-02"],
  needs: ["browser", "spare-session", "hours"],
  over: {},
  async body(t) {
    const { human } = t;
    const { keyId, caller } = await human.newKey();
    demandWorking(await caller.orders());
    await t.clock.passHours();
    // The session may have ended by then.
    const again = await signInOwner(t, human);
    const path = human.pathOfKey(keyId);
    demandRevoked(await t.anonymously({ method: "DELETE", path, ...again }));
    t.expect("KEY-REV-02", await caller.orders(), http(401));
  },
};

const ofEachAgent: Check = {
  title: "a revoked key of another agent of the session's owner is answered 401 at once",
  proves: ["KEY-REV-02"],
  needs: ["browser", "sibling"],
  over: {},
  async body(t) {
    const { human, sibling } = t;
    const agentId = siblingOfHuman(t);
    const { response } = await human.createKey({}, { agentId });
    const [key = null] = plaintextsIn(response?.body);
    const keyId = keyIdIn(response?.body, agentId);
    if (key === null || keyId === null) throw new Missing("needs a session that makes such a key");
    const readOrders = () => sibling.request({ method: "GET", path: "/orders", key });
    demandWorking(await readOrders());
    demandRevoked(await human.revoke(keyId, { agentId }));
    t.expect("KEY-REV-02", await readOrders(), http(401));
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
    const { kept } = await twoKeys(t);
    const answer = await kept.caller.request({ ...requestIn(t), tolerates: MAY_BE_CLOSED });
    t.expect("KEY-REV-03", answer, authenticated);
  },
};

const ticketsOfOthers: Check = {
  title: "tickets of another key and of a session open the stream after a key with one was revoked",
  proves: ["KEY-REV-03"],
  needs: ["browser", "stream"],
  over: {},
  async body(t) {
    const { agent, human, stream } = t;
    await stream.opens(await freshTicket(agent));
    const [ended, kept] = [await human.newKey(), await human.newKey()];
    await freshTicket(ended.caller);
    const tickets = [await freshTicket(kept.caller), await freshTicket(agent)];
    tickets.push(await sessionsTicket(human, human.agentId));
    demandRevoked(await human.revoke(ended.keyId));
    for (const ticket of tickets) t.expect("KEY-REV-03", await stream.open(ticket), isOpen);
  },
};

const isOpen = that<Opening>("an open connection", ({ form }) => form === "open");

const ordersOutlive: Check = {
  title: "whether resting orders placed with a key outlive its revocation",
  proves: ["KEY-REV-04"],
  needs: ["browser", "market"],
  async body(t) {
    let orderId = "";
    const { kept } = await oneOfTwoRevoked(t, async ({ caller }) => {
      ({ orderId } = await caller.rests(t.market.resting()));
    });
    await t.settle();
    const stillOpen = contains(orderId);
    const listing = await t.reading(() => kept.caller.openOrders(), stillOpen);
    const outlives = stillOpen.judge(listing).ok;
    t.observe("KEY-REV-04", outlives ? "they rest on" : "they are cancelled");
  },
};

const unknownKey: Check = {
  title: "revoking a key that does not exist is answered 404",
  proves: ["KEY-REV-05"],
  needs: ["browser"],
  async body(t) {
    t.expect("KEY-REV-05", await t.human.revoke(UNKNOWN_UUID), unknownId);
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
    t.expect("KEY-REV-06", await human.revoke(keyId), unknownId);
    t.expect("KEY-REV-06", await caller.orders(), http(200));
  },
};

/** Checks of revocation. */
export const revoking: readonly Check[] = [
  revokes,
  atOnce,
  onEachConnection,
  staysRevoked,
  whileItIsFrozen,
  whileItHolds("binary"),
  whileItHolds("perp"),
  longInUse,
  ofEachAgent,
  thatOneAlone,
  namesake,
  ticketsOfOthers,
  ordersOutlive,
  unknownKey,
  foreignKey,
];
