/** Replays when an outage is over: of the kill switch, the reference feed, a feature gate. */

import { ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Need } from "../../check/need.ts";
import { sameOrderAs } from "../../expect/placed.ts";
import { TOLERANT } from "../error-answers.ts";
import { expectNoSecond, onlyOrder } from "../only-order.ts";
import type { PASSED } from "./rules.ts";

/** Switches something of the venue off, or on again. */
type Switch = (t: CheckContext, off: boolean) => Promise<void>;

function replayAfter(what: (typeof PASSED)[number], need: Need, turn: Switch): Check {
  return {
    title: `a replay after ${what} is answered with its order, and places nothing`,
    proves: ["IDEM-REPLAY-13"],
    needs: ["agent", "market", need],
    over: { value: [what], ...ORDERS },
    once: true,
    async body(t) {
      const { agent, market } = t;
      const only = await onlyOrder(t, market.resting());
      try {
        await turn(t, true);
        // A client that hears nothing tries again, and again when all is well.
        await agent.placeOnce(only.first.sent, TOLERANT);
      } finally {
        await turn(t, false);
      }
      const again = await agent.placeOnce(only.first.sent);
      await expectNoSecond(t, "IDEM-REPLAY-13", { only, again, firstRests: true });
      t.expect("IDEM-REPLAY-13", again, sameOrderAs(only.first));
    },
  };
}

/** Closes or opens each gate; an order may trade behind one of them. */
async function closeGates({ control }: CheckContext, closed: boolean): Promise<void> {
  for (const gate of control.gates) await control.closeGate(gate, closed);
}

/** Checks of replays after an outage. */
export const outages: readonly Check[] = [
  replayAfter("the kill switch", "kill-switch", ({ control }, off) => control.freeze(off)),
  replayAfter("a feed cut off", "feed-switch", ({ control }, off) => control.reachFeed(!off)),
  replayAfter("a closed gate", "feature-gates", closeGates),
];
