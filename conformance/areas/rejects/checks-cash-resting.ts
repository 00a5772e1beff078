/** What rests beyond free cash, and what would close more than there is. Spec: Reject codes. */

import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, readable, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { inTurnOf, SIDES } from "../../check/cell.ts";
import { amend, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { anyRefusal } from "../../expect/placed.ts";
import { restingOf } from "../../properties/readings.ts";
import { placeAtOnce } from "../placed-at-once.ts";
import {
  CONFIRMED,
  cashBelow,
  contractsFor,
  fits,
  measureReserve,
  orderFor,
  type Reserve,
} from "../reserve.ts";
import { IN_CENTS } from "./ranges.ts";

const RESTING = "REJ-MARGIN-03";

const restingCounts: Check = {
  title: "of two resting orders for three fifths of the free cash each one is refused",
  proves: [RESTING],
  needs: ["agent", "market", "quiet"],
  emptyBook: true,
  once: true,
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const most = await orderFor(t, market, 0.6);
    if (inTurnOf(t.cell, [false, true])) return expectOneOfBoth(t, most);
    fits(await agent.place(most()));
    t.expect(RESTING, await agent.provoke(most()), anyRefusal);
  },
};

/** Two at the same moment, by two keys where there are two: what rests of them is paid for. */
async function expectOneOfBoth(t: CheckContext, most: () => OrderBody): Promise<void> {
  const { secondApiKey } = t.agent.credentials;
  const first = most();
  await placeAtOnce(t, [first, most()], secondApiKey ? { key: secondApiKey } : {});
  await expectPaid(t, 2 * Number(first["qty"]));
}

/** In another market, and in the same one. */
const restingElsewhere = (
  spec: Pick<Check, "title" | "over"> & { elsewhere: "two-markets" | "other-kind" },
): Check => ({
  title: spec.title,
  proves: [RESTING],
  needs: ["agent", spec.elsewhere, "quiet", "little-cash"],
  over: spec.over!,
  once: true,
  async body(t) {
    const { agent, market, secondMarket, side } = t;
    await t.flat(agent);
    const [price = 0, next = 0] = await market.inside(2);
    fits(await agent.place(market.limit(side, price)));
    const reserve = await measureReserve(t, market.limit(side, price));
    const most = await orderFor(t, secondMarket, 0.9);
    const elsewhere = await agent.place(most());
    fits(elsewhere);
    const left = { ...reserve, before: await cashBelow(t, reserve.before / 2) };
    const order = (share: number, at = price) =>
      market.limit(side, at, { tif: "GTC", qty: contracts(share, left), ...CONFIRMED });
    t.expect(RESTING, await agent.provoke(order(1.5)), anyRefusal);
    const { orderId } = await agent.rests(order(0.4));
    t.expect(RESTING, await agent.provoke(order(0.9)), anyRefusal);
    await amend(agent, orderId, { price, qty: contracts(1.5, left), ...CONFIRMED });
    await expectPaid(t, contracts(1.5, left));
    await agent.cancelAll(market.id);
    const open = await agent.openOrders();
    if (!contains(String(elsewhere.orderId)).judge(open).ok) {
      throw new StandsOn("OAPI-ALL-02", "an order of another market was cancelled too");
    }
    await replaceLadder(agent, market.id, [order(0.7), order(0.7, next)]);
    await expectPaid(t, 2 * contracts(0.7, left));
  },
});

const restingElsewhereCounts = restingElsewhere({
  title:
    "what rests in another market, and in the same one, pays for no order, amendment or ladder",
  elsewhere: "two-markets",
  over: { kind: ["BTC_BINARY", "BTC_PARLAY"], side: SIDES },
});

const restingOnAnotherKindCounts = restingElsewhere({
  title: "what rests in a market of another kind pays for no order, amendment or ladder",
  elsewhere: "other-kind",
  over: { kind: ["BTC_BINARY", "BTC_PERP"], side: SIDES },
});

/** Shares of so few contracts are no shares. */
const FEW = 10;

/** Errors: Missing where what is left of the cash is worth few contracts. */
export function contracts(share: number, left: Reserve): number {
  if (contractsFor(1, left) > FEW) return contractsFor(share, left);
  throw new Missing("needs an agent with the cash for a hundred contracts");
}

/** Judges that fewer contracts than these rest; a venue need not have taken what was asked. */
async function expectPaid(t: CheckContext, unpaid: number): Promise<void> {
  await t.settle();
  await t.eventually(
    RESTING,
    () => t.agent.openOrders(t.market.id),
    restsFewerThan(unpaid, t.market.id),
  );
}

function restsFewerThan(qty: number, marketId: string): Expectation<Exchange> {
  const all = ({ response }: Exchange) => restingOf(response?.body, marketId);
  return that(
    `fewer than ${qty} contracts resting`,
    (listing) => (all(listing) ?? 0) < qty,
    (listing) => `${all(listing)} contracts resting`,
  );
}

/** So many orders that close are more than any cash pays for the other side of. */
const CLOSING_MAX = 4;

// On a perp it is open how much of its margin a position holds (D-075).
const closingCounts: Check = {
  title:
    "orders that would each close a position open no more of the other side than cash pays for",
  proves: [RESTING],
  needs: ["two-owners", "market", "quiet", "little-cash"],
  over: IN_CENTS,
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    await t.flat(agent);
    const turned = opposite(side);
    const [price = 0] = await market.inside();
    const order = (of: Side, qty = 1) => market.limit(of, price, { qty, tif: "GTC", ...CONFIRMED });
    const payable = contracts(1, await measureReserve(t, order(turned)));
    const held = contracts(0.6, await measureReserve(t, order(side)));
    const count = Math.ceil((1.2 * payable) / held) + 1;
    if (count > CLOSING_MAX)
      throw new Missing("needs a price at which both sides cost about as much");
    fits(await other.place(order(turned, held)));
    await agent.takes(order(side, held));
    await t.settle();
    const closing = await takenOf(t, count, () => order(turned, held));
    // Those that are taken may be cut as they are met: what is held in the end is to be paid for.
    fits(await other.place(order(side, closing * held)));
    await t.settle();
    const most = Math.ceil(1.1 * payable);
    const paid = that<number>(
      `fewer than ${most} contracts of the other side, as cash pays for ${payable}`,
      (position) => (turned === "BUY" ? position : -position) < most,
    );
    const read = async () => readable(await agent.position(market), "a position");
    await t.eventually(RESTING, read, paid);
  },
};

/** How many of them are taken, one after the other. Errors: Missing where none is. */
async function takenOf(t: CheckContext, count: number, order: () => OrderBody): Promise<number> {
  for (let taken = 0; taken < count; taken += 1) {
    const placed = await t.agent.provoke(order());
    if (taken === 0) fits(placed);
    if (placed.fate === "accepted") continue;
    t.expect(RESTING, placed, anyRefusal);
    return taken;
  }
  return count;
}

/** Checks of what rests. */
export const resting: readonly Check[] = [
  restingCounts,
  restingElsewhereCounts,
  restingOnAnotherKindCounts,
  closingCounts,
];
