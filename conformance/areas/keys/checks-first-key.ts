/** The first key of an agent, and one after its last was revoked. Spec: Agent keys. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { keyCreated, nothingForInput } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { demandMayAct, signedUp } from "../newcomers.ts";

/** As many characters may the name of a key have. Spec: Limits. */
export const NAME_CHARS_MAX = 80;

/** The check of the rules that a key is made, and none by a name that is too long. */
export const firstAndLast = ({ made, tooLong }: Record<"made" | "tooLong", string>): Check => ({
  title:
    "who has signed up is given a first key, by no longer name, and another when it is revoked",
  proves: [made, tooLong],
  needs: ["browser"],
  over: {},
  async body(t) {
    const human = await signedUp(t);
    const name = human.freshName().padEnd(NAME_CHARS_MAX + 1, "n");
    t.expect(tooLong, await human.createKey({ name }), nothingForInput);
    for (const which of ["first", "after the last"]) {
      const answer = await human.createKey();
      if (which === "first") demandMayAct(answer, "make a key");
      t.expect(made, answer, keyCreated);
      const keyId = human.idOfKey(answer);
      if (!http(200).judge(await human.revoke(keyId)).ok)
        throw new Missing("needs a key that ends");
    }
  },
});
