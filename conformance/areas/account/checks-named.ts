/** Whom a request names in agent_id is not whose it is: its credentials say that. D-120. */

import { type Exchange, isSuccess } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { oncePerLease } from "../../check/once.ts";
import { answerThat } from "../../expect/answers.ts";
import type { Sends } from "../caller.ts";
import { demandForeignSession } from "../credentials.ts";

/** What tells of one agent: of which one, its caller says and no parameter. */
const OF_ONE = ["/account", "/positions", "/me/wallet", "/orders", "/orders/open"];

/** Who asks, and another agent, which it names. */
interface AskerAndNamed {
  own: Sends;
  another: Sends & { agentId: string };
}

/** Judges that a caller is told nothing of the agent that it names. */
async function judgeNamed(
  t: CheckContext,
  rule: string,
  { own, another }: AskerAndNamed,
): Promise<void> {
  const query = { agent_id: another.agentId };
  for (const path of OF_ONE) {
    const ask = { method: "GET", path };
    const [before, theirs] = [await own.request(ask), await another.request(ask)];
    const seen = await own.request({ ...ask, query });
    t.expect(rule, seen, notAs(theirs, [before, await own.request(ask)]));
  }
}

/** Not what another agent is told, where that is not what the caller is told anyway. */
function notAs(theirs: Exchange, own: readonly Exchange[]): Expectation<Exchange> {
  const text = ({ response }: Exchange) => JSON.stringify(response?.body);
  return answerThat("nothing that another agent alone is told", (seen) => {
    const isServed = isSuccess(seen.response?.status);
    return !isServed || own.map(text).includes(text(seen)) || text(seen) !== text(theirs);
  });
}

const byKey = (rule: string): Check => ({
  title: "what an agent is told is its own, whatever agent_id its query names",
  proves: [rule],
  needs: ["two-owners", "market", "quiet"],
  over: { caller: ["sibling", "other"], prefix: PREFIXES },
  once: true,
  async body(t) {
    const { agent, market, cell } = t;
    const another = cell.caller === "sibling" ? t.sibling : t.other;
    await t.trade({ buyer: another, seller: cell.caller === "sibling" ? t.other : t.agent });
    await another.rests(market.resting());
    await t.settle();
    await judgeNamed(t, rule, { own: agent, another });
  },
});

/** An agent that holds and bids, as nobody else does. */
const tradedBefore = oncePerLease(async (t) => {
  await t.trade({ buyer: t.agent, seller: t.other });
  await t.agent.rests(t.market.resting());
});

const bySession = (rule: string): Check => ({
  title: "what a session is told is no other owner's, whatever agent_id its query names",
  proves: [rule],
  needs: ["two-owners", "two-browsers", "market", "quiet"],
  over: { prefix: PREFIXES },
  each: true,
  async body(t) {
    const { agent, otherHuman } = t;
    demandForeignSession(t);
    await tradedBefore(t);
    await t.settle();
    await judgeNamed(t, rule, { own: otherHuman, another: agent });
  },
});

/** The checks of the rule that agents are separate, of requests that name one. */
export const naming = (rule: string): readonly Check[] => [byKey(rule), bySession(rule)];
