/** Creating and revoking API keys. Spec: Agent keys, States 4; D-132, D-133, D-134, D-148. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { MadeKey } from "../../check/human-client.ts";
import {
  differ,
  foreign,
  keyCreated,
  longKey,
  noKeyForInput,
  notGranted,
  unknownId,
} from "../../expect/access.ts";
import { answerThat, contains, http } from "../../expect/answers.ts";
import { demandWorking } from "../credentials.ts";
import { callers } from "./checks-callers.ts";

const revoked = http(...statusesOf("D-133"));
const revokedBefore = http(...statusesOf("D-133", "over"));

const NAME_CHARS_MAX = 80;
/** Names such scopes go by; what they are called here is not shown. */
const PRIVILEGED = ["admin", "operator", "internal"];
/** Where a careless venue might show a key again. */
const LATER_READS = ["/auth/me", "/auth/session", "/account", "/me/agents"];

const creates: Check = {
  title: "creating a key, for all or to read alone, answers 200 or 201 and one plaintext key",
  proves: ["KEY-NEW-01"],
  needs: ["browser"],
  async body(t) {
    for (const fields of [{}, { scopes: ["read"] }]) {
      t.expect("KEY-NEW-01", await t.human.createKey(fields), keyCreated);
    }
  },
};

const readsAndTrades: Check = {
  title: "a key created without scopes reads and trades",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "market"],
  async body(t) {
    const { caller } = await t.human.newKey();
    t.expect("KEY-NEW-02", await caller.orders(), http(200));
    const { exchange } = await caller.place(t.market.resting());
    t.expect("KEY-NEW-02", exchange, http(201, 200));
  },
};

const shownOnce: Check = {
  title: "the plaintext of a key appears in no later read",
  proves: ["KEY-NEW-03"],
  needs: ["browser"],
  async body(t) {
    const { human } = t;
    const { plaintext } = await human.newKey();
    for (const path of [`/me/agents/${human.agentId}/keys`, ...LATER_READS]) {
      t.expect("KEY-NEW-03", await human.get(path), without(plaintext));
    }
  },
};

function without(secret: string) {
  const text = ({ response }: Exchange) => JSON.stringify(response?.body) ?? "";
  return answerThat("an answer without the key", (exchange) => !text(exchange).includes(secret));
}

const longestName: Check = {
  title: "a key name of 80 characters is accepted",
  proves: ["KEY-NEW-04"],
  needs: ["browser"],
  async body(t) {
    const name = t.human.freshName().padEnd(NAME_CHARS_MAX, "n");
    t.expect("KEY-NEW-04", await t.human.createKey({ name }), keyCreated);
  },
};

const tooLongName: Check = {
  title: "a key name of 81 characters is refused",
  proves: ["KEY-NEW-05"],
  needs: ["browser"],
  async body(t) {
    await t.human.newKey();
    const name = t.human.freshName().padEnd(NAME_CHARS_MAX + 1, "n");
    t.expect("KEY-NEW-05", await t.human.createKey({ name }), noKeyForInput);
  },
};

const noName: Check = {
  title: "creating a key without a name is refused",
  proves: ["KEY-NEW-06"],
  needs: ["browser"],
  async body(t) {
    await t.human.newKey();
    const answer = await t.human.createKey({ name: undefined });
    t.expect("KEY-NEW-06", answer, noKeyForInput);
  },
};

const privilegedScopes: Check = {
  title: "a scope other than read and trade is not granted",
  proves: ["KEY-NEW-07"],
  needs: ["browser"],
  async body(t) {
    await t.human.newKey({ scopes: ["read", "trade"] });
    for (const scope of PRIVILEGED) {
      const answer = await t.human.createKey({ scopes: ["read", "trade", scope] });
      t.expect("KEY-NEW-07", answer, notGranted(scope));
    }
  },
};

const bothPrefixes: Check = {
  title: "creating a key works under /v1 and /api/v1",
  proves: ["KEY-NEW-08"],
  needs: ["browser"],
  async body(t) {
    for (const prefix of ["/v1", "/api/v1"]) {
      t.expect("KEY-NEW-08", await t.human.createKey({}, { prefix }), keyCreated);
    }
  },
};

const unlike: Check = {
  title: "two keys differ and are long",
  proves: ["KEY-NEW-09"],
  needs: ["browser"],
  async body(t) {
    const keys = [await t.human.newKey(), await t.human.newKey()];
    for (const { plaintext } of keys) t.expect("KEY-NEW-09", plaintext, longKey);
    t.expect(
      "KEY-NEW-09",
      keys.map(({ plaintext }) => plaintext),
      differ,
    );
  },
};

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

const atOnce: Check = {
  title: "a revoked key is answered 401 at once, on reads and writes",
  proves: ["KEY-REV-02"],
  needs: ["browser"],
  async body(t) {
    const { keyId, caller } = await t.human.newKey();
    demandWorking(await caller.orders());
    demandRevoked(await t.human.revoke(keyId));
    t.expect("KEY-REV-02", await caller.orders(), http(401));
    t.expect("KEY-REV-02", await caller.get("/account"), http(401));
    const ticket = await caller.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
    t.expect("KEY-REV-02", ticket, http(401));
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
  demandWorking(await kept.caller.orders());
  await beforehand(revoked);
  demandRevoked(await human.revoke(revoked.keyId));
  return { revoked, kept };
}

const thatOneAlone: Check = {
  title: "another key of the agent goes on working after a revocation",
  proves: ["KEY-REV-03"],
  needs: ["browser"],
  async body(t) {
    const { kept } = await oneOfTwoRevoked(t);
    t.expect("KEY-REV-03", await kept.caller.orders(), http(200));
  },
};

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

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  creates,
  readsAndTrades,
  shownOnce,
  longestName,
  tooLongName,
  noName,
  privilegedScopes,
  bothPrefixes,
  unlike,
  revokes,
  atOnce,
  thatOneAlone,
  ordersOutlive,
  unknownKey,
  foreignKey,
  ...callers,
];
