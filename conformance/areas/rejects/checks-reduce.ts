/** What a reduce_only order may do, and where a MARKET order and its caps do not belong. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { lacks } from "../../expect/answers.ts";
import {
  accepted,
  anyRefusal,
  declined,
  filled,
  filledWhole,
  outcomeOf,
  placedThat,
} from "../../expect/placed.ts";
import { expectRejected, rejection } from "../rejection.ts";

const violation = declined("REDUCE_ONLY_VIOLATION");

const fromFlat = rejection({
  rule: "REJ-RO-01",
  title: "a reduce_only order from flat is declined",
  needs: ["agent", "market"],
  arrange: (t) => t.flat(t.agent),
  valid: ({ market }) => market.resting("SELL", { reduce_only: false }),
  breaks: (order) => ({ ...order, reduce_only: true }),
  as: violation,
});

const growing = rejection({
  rule: "REJ-RO-02",
  title: "a reduce_only order in the direction of the position is declined",
  needs: ["two-owners", "binary", "quiet"],
  arrange: becomeLong,
  valid: ({ market }) => market.resting("BUY", { reduce_only: false }),
  breaks: (order) => ({ ...order, reduce_only: true }),
  as: violation,
});

const shrinking: Check = {
  title: "a reduce_only order against the position and not larger is accepted",
  proves: ["REJ-RO-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    await becomeLong(t);
    const order = t.market.resting("SELL", { reduce_only: true });
    const { agent, market } = t;
    const first = await agent.place(order);
    t.expect("REJ-RO-03", first, accepted);
    // A cancelled one must not go on counting against the position.
    await agent.cancel(String(first.orderId));
    await t.settle();
    await t.reading(() => agent.openOrders(market.id), lacks(String(first.orderId)));
    const again = market.resting("SELL", { reduce_only: true });
    t.expect("REJ-RO-03", await agent.place(again), accepted);
  },
};

const larger: Check = {
  title: "a reduce_only order larger than the position stops at flat",
  proves: ["REJ-RO-04", "REJ-RO-05"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    await becomeLong(t);
    const [price = 0] = await market.inside();
    const bid = await other.rests(market.limit("BUY", price, { qty: 3 }));
    const order = market.limit("SELL", price, { qty: 3, reduce_only: true });
    const answer = await agent.provoke(order);
    t.expect("REJ-RO-04", answer, filledAtMostOne);
    const executed = await other.executed(bid.orderId);
    if (!market.info.own && (executed ?? 0) > (answer.filledQty ?? 0)) {
      throw new Inconclusive("a third party's order met the opposite order");
    }
    t.expect("REJ-RO-04", executed, oneAtMost);
    await t.settle();
    t.expect("REJ-RO-04", await agent.position(market), neitherFlippedNorGrown);
    t.expect("REJ-RO-05", answer, trimmedOrRefused);
  },
};

const filledAtMostOne = placedThat("filled at most the position of 1", (placed) => {
  return (placed.filledQty ?? 0) <= 1;
});

const oneAtMost: Expectation<number | null> = that(
  "at most 1 of the opposite order executed",
  (executed) => (executed ?? 0) <= 1,
);

const neitherFlippedNorGrown: Expectation<number | null> = that(
  "a position from 0 to 1, as before or reduced",
  (position) => position === null || (position >= 0 && position <= 1),
);

const trimmedOrRefused = anyOf(
  violation,
  placedThat("accepted and cut at flat", (placed) => placed.fate === "accepted"),
);

const orphaned: Check = {
  title: "a resting reduce_only order opens nothing when its position has gone",
  proves: ["REJ-RO-06"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    await becomeLong(t);
    const [low = 0, high = 0] = await market.inside(2);
    await restsReducing(agent, market.limit("SELL", high, { reduce_only: true }));
    await other.rests(market.limit("BUY", low));
    await agent.takes(market.limit("SELL", low));
    const probe = await other.provoke(market.limit("BUY", high, { tif: "IOC" }));
    t.expect("REJ-RO-06", probe, filled(0));
    await t.settle();
    t.expect("REJ-RO-06", await agent.position(market), notShort);
  },
};

const notShort: Expectation<number | null> = that(
  "a position of 0",
  (position) => position === null || position === 0,
);

/** From flat to long 1. Errors: Inconclusive when it does not start flat. */
async function becomeLong(t: CheckContext): Promise<void> {
  const { agent, other } = t;
  await t.flat(agent);
  await t.trade({ buyer: agent, seller: other });
}

/** Errors: StandsOn when the order is refused, Inconclusive when it does not rest. */
async function restsReducing(agent: AgentClient, order: OrderBody): Promise<PlaceResponse> {
  const placed = await agent.place(order);
  if (placed.fate !== "accepted") throw new StandsOn("REJ-RO-03", `refused (${placed.reason})`);
  if (placed.filledQty) throw new Inconclusive("a resting order met a third party's order");
  return placed;
}

const withoutReference: Check = {
  title: "a MARKET order with liquidity but without a mark price is declined",
  proves: ["REJ-REF-01"],
  needs: ["two-owners", "perp", "operator"],
  async body(t) {
    const { control, market } = t;
    const twin = await sweepLiquidity(t);
    await control.setMarket(market.id, { mark_price: null });
    await expectRejected(t, "REJ-REF-01", {
      orders: [{ ...twin, client_order_id: t.run.freshId() }],
      as: declined("NO_REFERENCE_PRICE"),
    });
  },
};

const bpsOnBinary: Check = {
  title: "a MARKET order with slippage_cap_bps on a binary is refused",
  proves: ["REJ-SLIP-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const twin = await sweepLiquidity(t);
    await expectRejected(t, "REJ-SLIP-01", {
      orders: [{ ...twin, slippage_cap_bps: 100, client_order_id: t.run.freshId() }],
      as: anyRefusal,
    });
  },
};

/**
 * Offers twice what the valid twin takes, so that the same MARKET order would fill again.
 * Errors: StandsOn when the twin did not fill.
 */
async function sweepLiquidity({ agent, other, market }: CheckContext): Promise<OrderBody> {
  const [price = 0] = await market.inside();
  await other.rests(market.limit("SELL", price, { qty: 2 }));
  const twin = market.sweep("BUY");
  const taken = await agent.place(twin);
  if (filledWhole.judge(taken).ok) return twin;
  throw new StandsOn("TIF-MKT-01", `the valid twin was answered ${outcomeOf(taken)}`);
}

// Sweeps that only reduce, from flat: whatever the cap does, they take nobody's liquidity.
const capsElsewhere: Check = {
  title: "slippage caps on LIMIT orders, below zero, and in cents on a perp",
  proves: ["REJ-SLIP-02"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const sweep = (side: Side, cap: OrderBody) => market.sweep(side, { ...cap, reduce_only: true });
    const onLimit = await agent.provoke(market.resting("BUY", { slippage_cap_bps: 100 }));
    const negative = await agent.provoke(sweep("SELL", { slippage_cap_bps: -1 }));
    const inCents = await agent.provoke(sweep("BUY", { slippage_cap_cents: 5 }));
    t.observe("REJ-SLIP-02", {
      bps_on_limit: outcomeOf(onLimit),
      negative_bps: outcomeOf(negative),
      cents_on_perp: outcomeOf(inCents),
    });
  },
};

/** Checks of reduce_only, and of refusals that MARKET orders alone meet. */
export const reduceOnly: readonly Check[] = [
  fromFlat,
  growing,
  shrinking,
  larger,
  orphaned,
  withoutReference,
  bpsOnBinary,
  capsElsewhere,
];
