/** Creating API keys. Spec: Agent keys, API key create request; D-132, D-134, D-148. */

import { keyIdIn, plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { oncePerLease } from "../../check/once.ts";
import { farApart, keyCreated, longKey, notGranted, nothingForInput } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { placedThat } from "../../expect/placed.ts";
import { demandWorking, logOut, siblingOfHuman } from "../credentials.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";
import { signedUp } from "../newcomers.ts";
import { madeAtOnce } from "./checks-at-once.ts";
import { callers } from "./checks-callers.ts";
import { firstAndLast, NAME_CHARS_MAX } from "./checks-first-key.ts";
import { revoking } from "./checks-revoking.ts";
import { readsAlone, scopes } from "./checks-scopes.ts";
import { shownOnce } from "./checks-shown-once.ts";

/** A letter of each script, of one UTF-16 unit: who counts either is right. */
const LETTERS: Readonly<Record<string, string>> = {
  latin: "n",
  accented: "é",
  cyrillic: "ж",
  chinese: "名",
};

/** A key that is made: the valid twin of those that are not. */
const madeBefore = oncePerLease(({ human }) => human.newKey({ scopes: ["read", "trade"] }));

const FOR_SCOPES = [["read"], ["trade"], ["trade", "read"]].map((scopes) => ({ scopes }));

const creates: Check = {
  title: "creating a key, for all or for one scope alone, answers 200 or 201 and one plaintext key",
  proves: ["KEY-NEW-01"],
  needs: ["browser"],
  async body(t) {
    for (const fields of [{}, ...FOR_SCOPES]) {
      t.expect("KEY-NEW-01", await t.human.createKey(fields), keyCreated);
    }
  },
};

/** Taken, or declined for what is no business of a key. */
const reachesTheEngine = placedThat("an order result", ({ fate }) => fate !== "refused");

const readsAndTrades: Check = {
  title:
    "a key created without scopes reads and trades, also after one that may only read, revoked or not",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "market"],
  async body(t) {
    const { keyId } = await t.human.newKey({ scopes: ["read"] });
    if (inTurnOf(t.cell, [true, false])) await t.human.revoke(keyId);
    const { caller } = await t.human.newKey();
    t.expect("KEY-NEW-02", await caller.orders(), http(200));
    t.expect("KEY-NEW-02", await caller.place(t.market.resting()), reachesTheEngine);
  },
};

const usedHoursLater: Check = {
  title: "a key that comes for the first time hours after it was made is good then",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "hours"],
  over: {},
  async body(t) {
    const { caller } = await t.human.newKey();
    await t.clock.passHours();
    t.expect("KEY-NEW-02", await caller.orders(), http(200));
  },
};

const outlivesItsSession: Check = {
  title: "a key that a session has made works when that session has logged out",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "spare-session"],
  over: {},
  async body(t) {
    const { caller } = await t.human.newKey();
    demandWorking(await caller.orders());
    await logOut(t.human);
    t.expect("KEY-NEW-02", await caller.orders(), http(200));
  },
};

const madeInAFreeze: Check = {
  title: "a key created without scopes while the venue is frozen trades when it no longer is",
  proves: ["KEY-NEW-02"],
  needs: ["browser", "market", "kill-switch"],
  async body(t) {
    const { human, market } = t;
    const path = `/me/agents/${human.agentId}/keys`;
    const ask = { method: "POST", path, body: { name: human.freshName() }, ...FROZEN };
    const made = await whileFrozen(t, () => human.request(ask));
    const [plaintext] = plaintextsIn(made.response?.body);
    if (plaintext === undefined) throw new Missing("needs keys that are made in a freeze");
    t.expect(
      "KEY-NEW-02",
      await human.withKey(plaintext).place(market.resting()),
      reachesTheEngine,
    );
  },
};

const ofTheSameName: Check = {
  title: "a key made by the name of another one comes in plaintext, or is refused",
  proves: ["KEY-NEW-01"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const name = t.human.freshName();
    await t.human.newKey({ name });
    const second = await t.human.createKey({ name });
    if (nothingForInput.judge(second).ok || http(409).judge(second).ok)
      throw new Missing("needs two keys of one name");
    t.expect("KEY-NEW-01", second, keyCreated);
  },
};

const longestName: Check = {
  title: "a key name of 80 characters is accepted, in any script",
  proves: ["KEY-NEW-04"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { human, cell } = t;
    const name = human.freshName().padEnd(NAME_CHARS_MAX, LETTERS[cell.value ?? ""]);
    const answer = await human.createKey({ name });
    t.expect("KEY-NEW-04", answer, keyCreated);
    // How many keys an agent may have at a time is not shown.
    const keyId = keyIdIn(answer.response?.body, human.agentId);
    if (keyId !== null) await human.revoke(keyId);
  },
};

const tooLongName: Check = {
  title: "a key name of 81 characters is refused, in any script and for any scopes",
  proves: ["KEY-NEW-05"],
  needs: ["browser"],
  each: true,
  async body(t) {
    await madeBefore(t);
    const { value = "" } = t.cell;
    for (const fields of [{}, ...(value === "latin" ? FOR_SCOPES : [])]) {
      const name = t.human.freshName().padEnd(NAME_CHARS_MAX + 1, LETTERS[value]);
      t.expect("KEY-NEW-05", await t.human.createKey({ ...fields, name }), nothingForInput);
    }
  },
};

const noName: Check = {
  title: "creating a key without a name, or with null for one, is refused",
  proves: ["KEY-NEW-06"],
  needs: ["browser"],
  each: true,
  async body(t) {
    await madeBefore(t);
    const name = t.cell.value === "null" ? null : undefined;
    t.expect("KEY-NEW-06", await t.human.createKey({ name }), nothingForInput);
  },
};

const firstHasAName: Check = {
  title: "creating a key without a name is refused of who has none yet",
  proves: ["KEY-NEW-06"],
  needs: ["browser"],
  over: {},
  async body(t) {
    const human = await signedUp(t);
    t.expect("KEY-NEW-06", await human.createKey({ name: undefined }), nothingForInput);
  },
};

const WRONG_TYPES: Readonly<Record<string, object>> = {
  "name: a number": { name: 80 },
  "name: a list": { name: ["touchstone"] },
  "scopes: a text": { scopes: "read" },
  "scopes: a list of numbers": { scopes: [7] },
  "scopes: an object": { scopes: {} },
};

const wrongTypes: Check = {
  title: "a name or scopes of a wrong type make no key",
  proves: ["KEY-NEW-11"],
  needs: ["browser"],
  each: true,
  async body(t) {
    await madeBefore(t);
    const fields = { ...WRONG_TYPES[t.cell.value ?? ""] };
    t.expect("KEY-NEW-11", await t.human.createKey(fields), nothingForInput);
  },
};

/** What such scopes are called here is not shown. */
const privilegedScopes: Check = {
  title: "a scope other than read and trade is not granted",
  proves: ["KEY-NEW-07"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const { value: scope = "" } = t.cell;
    await madeBefore(t);
    const answer = await t.human.createKey({ scopes: ["read", "trade", scope] });
    t.expect("KEY-NEW-07", answer, notGranted(scope));
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
  title: "two keys differ in more than a few characters and are long",
  proves: ["KEY-NEW-09"],
  needs: ["browser"],
  async body(t) {
    const keys = [await t.human.newKey(), await t.human.newKey()];
    for (const { plaintext } of keys) t.expect("KEY-NEW-09", plaintext, longKey);
    t.expect(
      "KEY-NEW-09",
      keys.map(({ plaintext }) => plaintext),
      farApart,
    );
  },
};

const forSibling: Check = {
  title:
    "a session creates a key for another agent of its owner, which acts and trades for that one",
  proves: ["KEY-NEW-12", "KEY-NEW-02"],
  needs: ["browser", "sibling", "market"],
  async body(t) {
    const { human, sibling, market } = t;
    const agentId = siblingOfHuman(t);
    const { orderId } = await sibling.rests(market.resting());
    const answer = await human.createKey({}, { agentId });
    t.expect("KEY-NEW-12", answer, keyCreated);
    const [plaintext = ""] = plaintextsIn(answer.response?.body);
    const caller = human.withKey(plaintext);
    await t.eventually("KEY-NEW-12", () => caller.order(orderId), http(200));
    t.expect("KEY-NEW-02", await caller.place(market.resting()), reachesTheEngine);
    await sibling.cancelAll(market.id);
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  creates,
  ofTheSameName,
  readsAndTrades,
  usedHoursLater,
  outlivesItsSession,
  madeInAFreeze,
  madeAtOnce({ good: "KEY-NEW-02", unlike: "KEY-NEW-09" }),
  shownOnce,
  longestName,
  tooLongName,
  noName,
  firstHasAName,
  wrongTypes,
  privilegedScopes,
  readsAlone("KEY-NEW-07"),
  bothPrefixes,
  unlike,
  forSibling,
  firstAndLast({ made: "KEY-NEW-01", tooLong: "KEY-NEW-05" }),
  ...revoking,
  ...callers,
  ...scopes,
];
