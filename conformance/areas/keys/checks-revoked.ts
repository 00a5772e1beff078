/** A revoked key is answered 401 at once, wherever and whosever it was. Spec: States 4. */

import { keyIdIn, plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { http } from "../../expect/answers.ts";
import { requestIn, unauthorized } from "../../expect/route-request.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { CALLERS_EVERYWHERE } from "../callers-ranges.ts";
import { demandWorking, onManyConnections, siblingOfHuman } from "../credentials.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";
import { signedUp } from "../newcomers.ts";
import { revokedAtOnce } from "./checks-at-once.ts";
import { demandRevoked, oneOfTwoRevoked, revoked, revokedOncePerLease } from "./revocation.ts";

const atOnce: Check = {
  title: "a revoked key is answered 401 at once on every route about one caller",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  over: CALLERS_EVERYWHERE,
  each: true,
  async body(t) {
    const { revoked } = await revokedOncePerLease(t);
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

const amendsNothingMore: Check = {
  title: "a revoked key amends no order of its agent that rests, and is told of none by a replay",
  proves: ["KEY-REV-02"],
  needs: ["browser", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    const order = t.market.resting(t.side, { tif: "IOC" });
    const { revoked, kept } = await oneOfTwoRevoked(t, async ({ caller }) => {
      await caller.place(order);
    });
    t.expect("KEY-REV-02", (await revoked.caller.placeOnce(order)).exchange, http(401));
    const send = (ask: ApiRequest) => revoked.caller.request(ask);
    await amendsNothing(t, "KEY-REV-02", { owner: kept.caller, send, status: 401 });
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
  title: "a key that was good for hours is answered 401 once it is revoked, and hours later too",
  proves: ["KEY-REV-02"],
  needs: ["agent", "browser", "spare-session", "hours"],
  over: {},
  async body(t) {
    const { agent, human } = t;
    const { keyId, caller } = await human.newKey();
    demandWorking(await caller.orders());
    await t.clock.passHours();
    // The session may have ended by then.
    const again = await signInOwner(t, human);
    const path = human.pathOfKey(keyId);
    demandRevoked(await t.anonymously({ method: "DELETE", path, ...again }));
    t.expect("KEY-REV-02", await caller.orders(), http(401));
    await t.clock.passHours();
    // A venue may forget what is old as it writes.
    await agent.cancelAll();
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

const ofNewcomer: Check = {
  title: "the one key of who has just signed up is answered 401 once it is revoked",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const human = await signedUp(t);
    const { response } = await human.createKey();
    const [key] = plaintextsIn(response?.body);
    const keyId = keyIdIn(response?.body, human.agentId);
    if (key === undefined || keyId === null) throw new Missing("needs a newcomer who makes a key");
    const headers = { authorization: `Bearer ${key}` };
    const readOrders = () => t.anonymously({ method: "GET", path: "/orders", headers });
    demandWorking(await readOrders());
    demandRevoked(await human.revoke(keyId));
    t.expect("KEY-REV-02", await readOrders(), http(401));
  },
};

/** Checks of what a revoked key opens. */
export const revokedKeys: readonly Check[] = [
  atOnce,
  onEachConnection,
  amendsNothingMore,
  staysRevoked,
  whileItIsFrozen,
  whileItHolds("binary"),
  whileItHolds("perp"),
  longInUse,
  ofEachAgent,
  ofNewcomer,
  revokedAtOnce("KEY-REV-02"),
];
