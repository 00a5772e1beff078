/** Keys that are made and ended, by who may and by who may not. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../../check/cell.ts";
import { allOf } from "../../check/expectation.ts";
import { givesNothing, keyCreated } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { asNobody, type Credential, demand, type Scope, sentBy, type Want } from "./credential.ts";
import { goodOnes, type PlayHoldings, picked } from "./holdings.ts";
import type { Deed } from "./step.ts";

/** As many as hardly any venue minds, beside those that the agent came with. */
const KEYS_MAX = 3;
/** Where key routes are documented (D-174). */
const KEY_PREFIXES = PREFIXES.filter((prefix) => prefix.endsWith("/v1"));
const SCOPES = [
  { may: "all" },
  { may: "read", scopes: ["read"] },
  { may: "trade", scopes: ["trade"] },
  { may: "all", scopes: ["read", "trade"] },
] as const satisfies readonly { may: Scope; scopes?: readonly string[] }[];

/** Somebody asks for a key. Errors: Broken. */
export async function makeKey(held: PlayHoldings, step: Deed<"make-key">): Promise<void> {
  const { human } = held.parties;
  if (goodOnes(held.made).length >= KEYS_MAX) return;
  const { may, ...asked } = picked(SCOPES, step.scopes);
  const path = `/me/agents/${human.agentId}/keys`;
  const body = { name: human.freshName(), ...asked };
  const { sent, want } = byManager(held, step.by, { aspect: "answers", says: keyCreated });
  const prefix = picked(KEY_PREFIXES, step.prefix);
  const answer = await sent({ method: "POST", path, body, prefix });
  demand(answer, want);
  if (want.aspect === "refusal") return;
  const [plaintext = ""] = plaintextsIn(answer.response?.body);
  const keyId = human.idOfKey(answer);
  const caller = human.withKey(plaintext);
  held.keys.push({ is: "key", caller, how: {}, may, ended: false, keyId });
}

/** Somebody ends one, be it the second time. Errors: Broken. */
export async function endKey(held: PlayHoldings, step: Deed<"end-key">): Promise<void> {
  if (held.made.length === 0) return;
  const key = picked(held.made, step.pick);
  const path = held.parties.human.pathOfKey(key.keyId ?? "");
  const says = http(...(key.ended ? statusesOf("D-133", "over") : statusesOf("D-133")));
  const { sent, want } = byManager(held, step.by, { aspect: "answers", says }, key);
  const prefix = picked(KEY_PREFIXES, step.prefix);
  demand(await sent({ method: "DELETE", path, prefix }), want);
  if (want.aspect === "answers") key.ended = true;
}

interface Managing {
  sent: (ask: ApiRequest) => Promise<Exchange>;
  want: Want;
}

/** Who manages keys, and what he is answered: mostly a session that may, else somebody who may not. */
function byManager(
  { t, parties, sessions, keys }: PlayHoldings,
  by: number,
  granted: Want,
  key?: Credential,
): Managing {
  const turn = by % MANAGERS;
  if (turn === MANAGERS - 1) return { sent: (ask) => t.anonymously(ask), want: asNobody };
  const foreign = { is: "key", caller: parties.other, how: {} } as Credential;
  const isSession = turn < MANAGERS / 2;
  const manager = picked(isSession ? sessions : [foreign, ...keys], Math.floor(by / MANAGERS));
  const sent = (ask: ApiRequest) => sentBy(manager, ask);
  if (!isSession) return { sent, want: key?.ended ? asKeyForNone : asKey };
  return { sent, want: manager.ended ? asNobody : granted };
}

/** Two sessions of four, a key and nobody. */
const MANAGERS = 4;

/** A key makes and ends no key (D-135). */
const asKey = asRefused(...statusesOf("D-135"));
/** One that is over may be found to be so first. */
const asKeyForNone = asRefused(
  ...statusesOf("D-135"),
  ...statusesOf("D-133", "over").filter((status) => status >= 400),
);

function asRefused(...statuses: number[]): Want {
  return { aspect: "refusal", says: allOf(http(...statuses), givesNothing) };
}
