/** Orders beyond free cash or the position cap. Spec: Reject codes. */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import { expectRejected } from "../areas/rejection.ts";
import { contractsFor, measureReserve } from "../areas/reserve.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { declined, outcomeOf } from "../expect/placed.ts";

/** Or a large order meets FAT_FINGER, and says nothing of cash. */
const CONFIRMED = { confirm_fat_finger: true };

// Twice the free cash: beyond it for any fee, yet below most caps on position and size (D-070).
const beyondCash: Check = {
  title: "an order for twice the free cash is declined, the same order of qty 1 is not",
  proves: ["REJ-MARGIN-01"],
  needs: ["agent", "binary"],
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const [price = 0] = await market.inside();
    const reserve = await measureReserve(t, market.limit("BUY", price));
    const qty = contractsFor(2, reserve);
    await expectRejected(t, "REJ-MARGIN-01", {
      order: market.limit("BUY", price, { qty, ...CONFIRMED }),
      as: declined("INSUFFICIENT_MARGIN", "POSITION_CAP", "FAT_FINGER"),
    });
  },
};

const restingCounts: Check = {
  title: "two resting orders for three fifths of the free cash each",
  proves: ["REJ-MARGIN-02"],
  needs: ["agent", "binary", "quiet"],
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const [price = 0] = await market.inside();
    const qty = contractsFor(0.6, await measureReserve(t, market.limit("BUY", price)));
    const most = () => market.limit("BUY", price, { qty, ...CONFIRMED });
    fits(await agent.place(most()));
    const second = await agent.provoke(most());
    const taken = second.fate === "accepted" ? "free cash was promised twice" : undefined;
    t.observe("REJ-MARGIN-02", outcomeOf(second), taken);
  },
};

/** Errors: Missing when an order that free cash covers is refused, for whatever limit. */
function fits(first: PlaceResponse): void {
  if (first.fate === "accepted") return;
  throw new Missing(`needs an agent who may spend its cash: a first order met ${first.reason}`);
}

const SIZES = [
  { side: "BUY", qty: 10_000 },
  { side: "SELL", qty: 1_000_000 },
  { side: "BUY", qty: 100_000_000 },
] as const;

const positionCap: Check = {
  title: "orders of growing size, none of which can rest or fill",
  proves: ["REJ-CAP-01"],
  needs: ["agent", "binary"],
  async body(t) {
    t.observe("REJ-CAP-01", await capMet(t));
  },
};

/** Fill-or-kill at the far end of the band: declined either way, for the cap or for want of fills. */
async function capMet({ agent, market }: CheckContext): Promise<string> {
  for (const { side, qty } of SIZES) {
    const order = market.resting(side, { qty, tif: "FOK", ...CONFIRMED });
    const answer = await agent.provoke(order);
    if (answer.reason === "POSITION_CAP") return `POSITION_CAP at a qty of ${qty}`;
  }
  return "POSITION_CAP not met";
}

export const rejectsMargin: readonly Check[] = [beyondCash, restingCounts, positionCap];
