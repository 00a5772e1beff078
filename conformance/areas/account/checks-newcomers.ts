/** Who has just signed up has all that an agent has, before the first trade. Spec: Account; D-180. */

import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { answerThat } from "../../expect/answers.ts";
import { demandMayAct, signedUp } from "../newcomers.ts";

/** How what a caller reads of its agent is answered. */
export const okJson = answerThat(
  "HTTP 200 with JSON",
  ({ response }) => response?.status === 200 && response.body !== undefined,
);

/** Judges what is read of an agent that has done nothing yet; it may show late (D-098). */
async function judgeReads(
  t: CheckContext,
  ruleOf: Readonly<Record<string, string>>,
  read: (path: string) => Promise<Exchange>,
): Promise<void> {
  for (const [path, rule] of Object.entries(ruleOf)) {
    const asked = async () => {
      const answer = await read(path);
      demandMayAct(answer, "act at once");
      return answer;
    };
    await t.eventually(rule, asked, okJson);
  }
}

/** The check of the rules that every caller of an agent is served. */
export function ofNewcomer(rules: Readonly<Record<"wallet" | "positions", string>>): Check {
  const ruleOf = {
    "/me/wallet": rules.wallet,
    "/positions": rules.positions,
    "/orders": "OAPI-LIST-01",
    "/orders/open": "OAPI-OPEN-01",
  };
  return {
    title:
      "who has just signed up reads a wallet, positions and orders, by session and by first key",
    proves: Object.values(ruleOf),
    needs: ["browser"],
    over: {},
    async body(t) {
      const human = await signedUp(t);
      await judgeReads(t, ruleOf, (path) => human.get(path));
      const made = await human.createKey();
      const [key] = plaintextsIn(made.response?.body);
      if (key === undefined) throw new Missing("needs a newcomer who makes a key");
      const headers = { authorization: `Bearer ${key}` };
      await judgeReads(t, ruleOf, (path) => t.anonymously({ method: "GET", path, headers }));
    },
  };
}
