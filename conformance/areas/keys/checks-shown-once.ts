/** That a key is shown once, over all answers of a run. Spec: Authentication 2. */

import { KEYS_PATH, plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { base64Forms } from "../../../scenarios/deployment/secrets/encodings.ts";
import { KnownValues } from "../../../scenarios/deployment/secrets/known-values.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { asItCame } from "../../../scenarios/deployment/wire/written.ts";
import type { Watch, Watchful } from "../../check/check.ts";
import { answerThat } from "../../expect/answers.ts";

/** Where a careless venue might show a key again. */
const LATER_READS = ["/auth/me", "/auth/session", "/account", "/me/agents"];

/** Answers after the first creation, but for those that create; keys also in base64. */
function sinceCreation(): Watchful {
  const keys = new KnownValues();
  const heads = new Set<string>();
  let anyHead: RegExp | undefined;
  return {
    selects(exchange) {
      if (!isCreation(exchange)) return anyHead !== undefined && exchange.response !== null;
      for (const key of plaintextsIn(exchange.response?.body)) {
        for (const form of [key, ...base64Forms(key)]) {
          keys.add(form);
          heads.add(form.slice(0, HEAD).replace(UNSURE, "."));
        }
        anyHead = new RegExp([...heads].join("|"), "i");
      }
      return false;
    },
    expects: answerThat("an answer without a key that was made earlier", ({ response }) => {
      const text = asItCame(response);
      return !anyHead!.test(text) || keys.spansIn(Buffer.from(text)).length === 0;
    }),
  };
}

/** Keys begin alike: hardly any answer has what one begins with. */
const HEAD = 6;

/** What alphabets of base64 say differently, and what no expression may have as it is. */
const UNSURE = /[^a-z0-9]/gi;

function isCreation(exchange: Exchange): boolean {
  const { request } = exchange;
  return succeeded(exchange) && request.method === "POST" && KEYS_PATH.test(request.path);
}

/** The one place where a key is shown is the answer to its creation. */
export const shownOnce: Watch = {
  title: "the plaintext of a key appears in no answer but that to its creation",
  proves: ["KEY-NEW-10"],
  needs: ["browser"],
  ...sinceCreation(),
  remembering: sinceCreation,
  async body({ human }) {
    const { keyId, caller } = await human.newKey();
    for (const path of [`/me/agents/${human.agentId}/keys`, ...LATER_READS]) await human.get(path);
    for (const path of LATER_READS) await caller.get(path);
    await human.createKey({ name: undefined });
    await human.revoke(keyId);
    await caller.get("/account");
  },
};
