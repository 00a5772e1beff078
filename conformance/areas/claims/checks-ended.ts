/** What free cash holds of orders that ended with their market: nothing (D-032). */
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { ENDED } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { type Amount, collateralOf, type Stake, together } from "../../model/money.ts";
import { Cash, feeFor } from "./cash.ts";
import { end } from "./checks-settled.ts";
import { isCancelled } from "./ended-orders.ts";

type Ending = (typeof ENDED)[number];

const QTY = 3;

/** The check of such orders by the rule on collateral; where a market expires, of the rest of one too. */
export function endedWith(rule: string, ending: Ending): Check {
  return {
    title: `orders that end with their market, ${ending}, give their collateral back`,
    proves: [rule],
    needs: ["two-owners", "market", "operator"],
    once: true,
    async body(t) {
      const payout = t.claim("payout");
      const filled = ending === "EXPIRED" ? 1 : 0;
      const heldBy = (stake: Stake, as: "maker_bps" | "taker_bps") =>
        together(collateralOf(stake, payout), feeFor(t, stake, { as }));
      await judgeEnded(t, rule, { ending, filled, heldBy });
    },
  };
}

/** The check of such orders by the rule on initial margin: what a position holds is not claimed. */
export function endedWithPerp(rule: string, ending: Ending): Check {
  return {
    title: `orders that end with their perp, ${ending}, give their margin back`,
    proves: [rule],
    needs: ["two-owners", "market", "operator"],
    once: true,
    body: (t) => judgeEnded(t, rule, { ending, filled: 0, heldBy: () => 0 }),
  };
}

/** How orders end, and what is held of what was filled of them. Units: contracts. */
interface Ended {
  ending: Ending;
  filled: number;
  heldBy(stake: Stake, as: "maker_bps" | "taker_bps"): Amount | number;
}

/** Orders of both sides, one of them filled so far, another behind it. Errors: Missing where they stay open. */
async function judgeEnded(
  t: CheckContext,
  rule: string,
  { ending, filled, heldBy }: Ended,
): Promise<void> {
  const { agent, other, market, side } = t;
  const [behind = 0, price = 0, apart = 0] = await market.ladder(3);
  const [mine, theirs] = [await Cash.of(t, agent), await Cash.of(t, other)];
  const own = await agent.rests(market.limit(side, price, { qty: QTY }));
  const next = await agent.rests(market.limit(side, behind));
  const taken: Stake = { side: opposite(side), price, qty: filled };
  if (filled > 0) await other.takes(market.limit(taken.side, price, { qty: filled }));
  const beside = await other.rests(market.limit(taken.side, apart, { qty: QTY }));
  await end(t, endedAs(ending));
  for (const { orderId } of [own, next]) await demandEnded(t, agent, orderId);
  await demandEnded(t, other, beside.orderId);
  const why = `${QTY - filled} resting and 1 behind, then ${ending}`;
  await mine.isLessBy(rule, heldBy({ ...taken, side }, "maker_bps"), why);
  await theirs.isLessBy(rule, heldBy(taken, "taker_bps"), `${QTY} resting, then ${ending}`);
}

/** Errors: Missing where an order outlives its market: what becomes of it is not shown. */
async function demandEnded(t: CheckContext, agent: AgentClient, orderId: string): Promise<void> {
  if (await isCancelled(t, agent, orderId)) return;
  throw new Missing("did not arise: an order that is CANCELLED as its market ends");
}
