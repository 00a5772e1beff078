/** The first key of an agent, and one after its last was revoked. Spec: Agent keys. */

import { keyIdIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { cookiesSet } from "../../../scenarios/deployment/wire/cookies.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { keyCreated, noKeyForInput } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { agentsOf, memberOf, named } from "../newcomers.ts";

/** As many characters may the name of a key have. Spec: Limits. */
export const NAME_CHARS_MAX = 80;

/** Who has just signed up, in a browser of his own. Errors: Missing where that opens no session. */
async function signedUp(t: CheckContext): Promise<HumanClient> {
  const { credentials } = t.human;
  const member = await memberOf(t, (one) => one);
  const [agentId] = await agentsOf(t, member);
  const set = cookiesSet(member.login);
  return t.human.as({
    name: member.display_name,
    owner: member.display_name,
    agentId: String(agentId),
    sessionCookie: named(set, credentials.sessionCookie.name),
    csrfCookie: named(set, credentials.csrfCookie.name),
  });
}

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
    t.expect(tooLong, await human.createKey({ name }), noKeyForInput);
    for (const _ of ["first", "after the last"]) {
      const answer = await human.createKey();
      t.expect(made, answer, keyCreated);
      const keyId = keyIdIn(answer.response?.body, human.agentId);
      if (keyId === null) throw new Missing("needs the id of a key in the answer to its creation");
      if (!http(200).judge(await human.revoke(keyId)).ok)
        throw new Missing("needs a key that ends");
    }
  },
});
