/** Creating API keys: what is given once, what is refused. Spec: Agent keys; D-132, D-134, D-148. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import { differ, keyCreated, longKey, noKeyForInput, notGranted } from "../expect/access.ts";
import { answerThat, http } from "../expect/answers.ts";

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

/** Checks of key creation. */
export const keys: readonly Check[] = [
  creates,
  readsAndTrades,
  shownOnce,
  longestName,
  tooLongName,
  noName,
  privilegedScopes,
  bothPrefixes,
  unlike,
];
