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
  async body(trial) {
    for (const fields of [{}, { scopes: ["read"] }]) {
      trial.expect("KEY-NEW-01", await trial.human.createKey(fields), keyCreated);
    }
  },
};

const readsAndTrades: Check = {
  title: "a key created without scopes reads and trades",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "market"],
  async body(trial) {
    const { caller } = await trial.human.newKey();
    trial.expect("KEY-NEW-02", await caller.orders(), http(200));
    const { exchange } = await caller.place(trial.market.resting());
    trial.expect("KEY-NEW-02", exchange, http(201, 200));
  },
};

const shownOnce: Check = {
  title: "the plaintext of a key appears in no later read",
  proves: ["KEY-NEW-03"],
  needs: ["browser"],
  async body(trial) {
    const { human } = trial;
    const { plaintext } = await human.newKey();
    for (const path of [`/me/agents/${human.agentId}/keys`, ...LATER_READS]) {
      trial.expect("KEY-NEW-03", await human.get(path), without(plaintext));
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
  async body(trial) {
    const name = trial.human.freshName().padEnd(NAME_CHARS_MAX, "n");
    trial.expect("KEY-NEW-04", await trial.human.createKey({ name }), keyCreated);
  },
};

const tooLongName: Check = {
  title: "a key name of 81 characters is refused",
  proves: ["KEY-NEW-05"],
  needs: ["browser"],
  async body(trial) {
    await trial.human.newKey();
    const name = trial.human.freshName().padEnd(NAME_CHARS_MAX + 1, "n");
    trial.expect("KEY-NEW-05", await trial.human.createKey({ name }), noKeyForInput);
  },
};

const noName: Check = {
  title: "creating a key without a name is refused",
  proves: ["KEY-NEW-06"],
  needs: ["browser"],
  async body(trial) {
    await trial.human.newKey();
    const answer = await trial.human.createKey({ name: undefined });
    trial.expect("KEY-NEW-06", answer, noKeyForInput);
  },
};

const privilegedScopes: Check = {
  title: "a scope other than read and trade is not granted",
  proves: ["KEY-NEW-07"],
  needs: ["browser"],
  async body(trial) {
    await trial.human.newKey({ scopes: ["read", "trade"] });
    for (const scope of PRIVILEGED) {
      const answer = await trial.human.createKey({ scopes: ["read", "trade", scope] });
      trial.expect("KEY-NEW-07", answer, notGranted(scope));
    }
  },
};

const bothPrefixes: Check = {
  title: "creating a key works under /v1 and /api/v1",
  proves: ["KEY-NEW-08"],
  needs: ["browser"],
  async body(trial) {
    for (const prefix of ["/v1", "/api/v1"]) {
      trial.expect("KEY-NEW-08", await trial.human.createKey({}, { prefix }), keyCreated);
    }
  },
};

const unlike: Check = {
  title: "two keys differ and are long",
  proves: ["KEY-NEW-09"],
  needs: ["browser"],
  async body(trial) {
    const keys = [await trial.human.newKey(), await trial.human.newKey()];
    for (const { plaintext } of keys) trial.expect("KEY-NEW-09", plaintext, longKey);
    trial.expect(
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
