/** Keys that are made or revoked at the same moment: neither is lost. Spec: Agent keys, States 4. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { HumanClient, MadeKey } from "../../check/human-client.ts";
import { farApart } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { demandWorking } from "../credentials.ts";
import { revoked } from "./revocation.ts";

/** A key made as any. Errors: Missing where an answer ends the CSRF value before it (D-179). */
async function madeBefore(human: HumanClient): Promise<MadeKey> {
  const { value } = human.credentials.csrfCookie;
  const made = await human.newKey();
  if (human.credentials.csrfCookie.value === value) return made;
  throw new Missing("needs a session that may ask for two things at once");
}

/** What is answered to both, whatever it is (D-045). */
function bothAtOnce(human: HumanClient, asks: readonly ApiRequest[]): Promise<Exchange[]> {
  const tolerates = statusesOf("D-045");
  return Promise.all(asks.map((ask) => human.request({ ...ask, tolerates })));
}

/** The check of the rules that a key reads and trades, and is unlike any other. */
export const madeAtOnce = ({ good, unlike }: Record<"good" | "unlike", string>): Check => ({
  title: "two keys that a session makes at the same moment are good, and unlike each other",
  proves: [good, unlike],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { human } = t;
    await madeBefore(human);
    const path = `/me/agents/${human.agentId}/keys`;
    const ask = () => ({ method: "POST", path, body: { name: human.freshName() } });
    const answers = await bothAtOnce(human, [ask(), ask()]);
    const made = answers.flatMap(({ response }) => plaintextsIn(response?.body));
    if (made.length < 2) throw new Missing("needs two keys that are made at once");
    t.expect(unlike, made, farApart);
    for (const key of made) t.expect(good, await human.withKey(key).orders(), http(200));
  },
});

/** The check of the rule that a revoked key opens nothing. */
export const revokedAtOnce = (rule: string): Check => ({
  title: "two keys that a session revokes at the same moment are answered 401 from then on",
  proves: [rule],
  needs: ["browser"],
  over: {},
  async body(t) {
    const { human } = t;
    const keys = [await madeBefore(human), await human.newKey()];
    for (const { caller } of keys) demandWorking(await caller.orders());
    const ask = ({ keyId }: MadeKey) => ({ method: "DELETE", path: human.pathOfKey(keyId) });
    const answers = await bothAtOnce(human, keys.map(ask));
    const isTaken = answers.every((answer) => revoked.judge(answer).ok);
    if (!isTaken) throw new Missing("needs two keys that are revoked at once");
    for (const { caller } of keys) t.expect(rule, await caller.orders(), http(401));
  },
});
