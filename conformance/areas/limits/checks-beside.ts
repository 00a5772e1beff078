/** One budget spent, and what requests of the other class meet beside it. Spec: Limits; D-168. */

import {
  type Bursts,
  cancelAllOf,
  PROBES,
  readWallet,
  times,
  volley,
  WRITES,
  whileLimited,
} from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { neverLimited } from "../../expect/limits.ts";

/** The rule that reads and writes have a budget each. */
export const TWO_BUDGETS = "LIM-WRITE-05";

/** Requests of the other class. */
const FEW = 5;

const readsPass: Check = {
  title: "a write-limited agent still reads",
  proves: [TWO_BUDGETS],
  needs: ["agent", "market", "load"],
  async body(t) {
    await stillReads(t, t.agent, FEW);
  },
};

/** Before anything else is asked of the browser: a read that is refused would be waited for. */
const browserReads: Check = {
  title: "when a key is write-limited its owner's browser still reads",
  proves: [TWO_BUDGETS],
  needs: ["browser", "agent", "market", "load"],
  async body(t) {
    await stillReads(t, t.human, PROBES);
  },
};

/** Judges so many reads while the agent's writes are refused. */
async function stillReads(t: CheckContext, by: Bursts, count: number): Promise<void> {
  await t.run.alone();
  const reads = await whileLimited(t.agent, cancelAllOf(t.market), () =>
    volley(by, times(count, readWallet)),
  );
  t.expect(TWO_BUDGETS, reads, neverLimited);
}

/** Judges that writes pass beside a spent budget of reads; not where theirs may be spent as well. */
export async function judgeWritesBeside(t: CheckContext): Promise<void> {
  const { agent, market, clock } = t;
  if (!clock.moves && agent.lately("write") > WRITES / 2) {
    return t.moot(TWO_BUDGETS, "the budget of writes may be spent as well");
  }
  const write = () => volley(agent, times(FEW, cancelAllOf(market)));
  t.expect(TWO_BUDGETS, await whileLimited(agent, readWallet, write), neverLimited);
}

/** Checks of reads beside a spent budget of writes. */
export const readsBeside: readonly Check[] = [readsPass, browserReads];
