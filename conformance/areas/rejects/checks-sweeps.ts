/** Where a MARKET order and its caps do not belong. Spec: Reject codes; D-066, D-071. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { member } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { marketRecord } from "../../check/market-record.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { anyRefusal, declined, filledWhole, outcomeOf } from "../../expect/placed.ts";
import { whileCut } from "../feed-cut.ts";
import { expectRejected, rejection } from "../rejection.ts";
import { HOLDING, IN_CENTS, ON_BINARIES } from "./ranges.ts";

/** A cap where the spec has one. */
const CAPS: Readonly<Record<string, OrderBody>> = {
  BTC_BINARY: { slippage_cap_cents: 5 },
  BTC_PERP: { slippage_cap_bps: 100 },
};

const withoutReference: Check = {
  title: "a MARKET order with liquidity but without a mark price is declined",
  proves: ["REJ-REF-01"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  async body(t) {
    const { control, market } = t;
    await control.setMarket(market.id, { mark_price: markIn(market) });
    const twin = await sweepLiquidity(t);
    await control.setMarket(market.id, { mark_price: null });
    const capped = { ...twin, ...(CAPS[market.info.kind] ?? {}) };
    const confirmed = { ...twin, confirm_fat_finger: true };
    await expectRejected(t, "REJ-REF-01", {
      orders: [twin, capped, confirmed].map((one) => ({
        ...one,
        client_order_id: t.run.freshId(),
      })),
      as: declined("NO_REFERENCE_PRICE"),
    });
    const priced = { ...market.sweep(t.side), price: priceInTurn(t) };
    const hasty = { ...twin, tif: "IOC", client_order_id: t.run.freshId() };
    for (const order of [priced, hasty]) {
      t.expect("REJ-REF-01", await t.agent.provoke(order), anyRefusal);
    }
  },
};

/** What the price of a sweep is for is open (D-024); it is no mark, wherever it lies. */
function priceInTurn({ cell, market, side }: CheckContext): number {
  const { lowest, highest } = market;
  const prices = [markIn(market), lowest, highest];
  const turn = KINDS.indexOf(market.info.kind) + (side === "SELL" ? 1 : 0);
  return prices[(turn + (cell.position === "short" ? 1 : 0)) % prices.length] ?? lowest;
}

const closesWithoutReference: Check = {
  title: "a MARKET order that closes a position is declined without a mark price too",
  proves: ["REJ-REF-01"],
  needs: ["market", "operator"],
  over: HOLDING,
  async body(t) {
    const { agent, other, control, market, cell } = t;
    const side = shrinkingSide(cell);
    const sweep = market.sweep(side, { reduce_only: true });
    await control.setMarket(market.id, { mark_price: markIn(market) });
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price, { qty: 2 }));
    const twin = await agent.place(sweep);
    if (!filledWhole.judge(twin).ok) throw notTaken(twin);
    await control.setMarket(market.id, { mark_price: null });
    const again = await agent.provoke({ ...sweep, client_order_id: t.run.freshId() });
    t.expect("REJ-REF-01", again, declined("NO_REFERENCE_PRICE"));
    const hasty = { ...sweep, tif: "IOC", client_order_id: t.run.freshId() };
    t.expect("REJ-REF-01", await agent.provoke(hasty), anyRefusal);
  },
};

const whileFeedIsLost: Check = {
  title: "with the feed lost for hours, a MARKET order in a market that shows no mark is declined",
  proves: ["REJ-REF-01"],
  needs: ["two-owners", "market", "operator", "feed-switch", "hours"],
  over: IN_CENTS,
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price, { qty: 3 }));
    const whileLost = await whileCut(t, async () => {
      // No price that was heard before is a current one by now.
      await t.clock.passHours();
      await demandNoMark(t);
      return agent.provoke(market.sweep(side));
    });
    const twin = await agent.place(market.sweep(side));
    if (!filledWhole.judge(twin).ok) throw notTaken(twin);
    t.expect("REJ-REF-01", whileLost, declined("NO_REFERENCE_PRICE"));
  },
};

/** Errors: Missing where the venue has a mark of its own without the feed. */
async function demandNoMark({ agent, market }: CheckContext): Promise<void> {
  const record = await marketRecord(agent, market.id);
  if (record !== null && ["markprice", "mark"].some((name) => member(record, name) === null))
    return;
  throw new Missing("needs a market that shows a mark of null while the feed is lost");
}

const markedButEmpty: Check = {
  title: "a MARKET order that finds nobody in a market with a mark is not said to lack one",
  proves: ["REJ-REF-02"],
  needs: ["agent", "market", "operator"],
  once: true,
  emptyBook: true,
  async body(t) {
    const { agent, market, control, side } = t;
    await control.setMarket(market.id, { mark_price: markIn(market) });
    const placed = await agent.provoke(market.sweep(side));
    t.expect("REJ-REF-02", placed, declined("MARKET_NO_LIQUIDITY"));
  },
};

const closesWithNobody: Check = {
  title: "a MARKET order that would close a position is told, too, that it finds nobody",
  proves: ["REJ-REF-02"],
  needs: ["market", "operator"],
  over: HOLDING,
  emptyBook: true,
  async body(t) {
    const { agent, market, control, cell } = t;
    await control.setMarket(market.id, { mark_price: markIn(market) });
    const closing = market.sweep(shrinkingSide(cell), { reduce_only: true });
    t.expect("REJ-REF-02", await agent.provoke(closing), declined("MARKET_NO_LIQUIDITY"));
  },
};

/** The mark of a market, or the middle of its band. Units: market price units. */
function markIn({ info, lowest, highest }: TradableMarket): number {
  return info.markPrice ?? Math.round((lowest + highest) / 2);
}

const bpsOnRestingBinary = rejection({
  rule: "REJ-SLIP-01",
  once: true,
  title:
    "a LIMIT order with slippage_cap_bps on a binary is refused, with or without a time in force",
  needs: ["agent", "binary"],
  over: ON_BINARIES,
  breaks: [{}, { tif: "POST_ONLY" }].map((fields) => (order: OrderBody) => ({
    ...order,
    ...fields,
    slippage_cap_bps: 100,
  })),
});

const bpsOnBinary: Check = {
  title: "a MARKET order with slippage_cap_bps on a binary is refused",
  proves: ["REJ-SLIP-01"],
  needs: ["two-owners", "binary", "quiet"],
  over: ON_BINARIES,
  once: true,
  async body(t) {
    const twin = await sweepLiquidity(t);
    // Beside the cap that a binary has, too.
    const both = { slippage_cap_bps: 100, slippage_cap_cents: 5 };
    const caps = [...[100, 1, 0].map((slippage_cap_bps) => ({ slippage_cap_bps })), both];
    await expectRejected(t, "REJ-SLIP-01", {
      orders: caps.map((cap) => ({ ...twin, ...cap, client_order_id: t.run.freshId() })),
      as: anyRefusal,
    });
  },
};

const bpsOnBinaryHolding: Check = {
  title: "a MARKET order with slippage_cap_bps on a binary is refused, whatever its agent holds",
  proves: ["REJ-SLIP-01"],
  needs: ["two-owners", "binary", "quiet"],
  once: true,
  async body(t) {
    const twin = await sweepLiquidity(t, 1);
    await offeredAgain(t);
    const order = { ...twin, slippage_cap_bps: 100, client_order_id: t.run.freshId() };
    await expectRejected(t, "REJ-SLIP-01", { orders: [order], as: anyRefusal });
  },
};

/** Gives back what the twin took, so that the agent holds what its cell says, and offers more. */
async function offeredAgain(t: CheckContext): Promise<void> {
  const { agent, other, market, side } = t;
  const [buyer, seller] = side === "BUY" ? [other, agent] : [agent, other];
  await t.trade({ buyer, seller });
  const [price = 0] = await market.inside();
  await other.rests(market.limit(opposite(side), price, { qty: 2 }));
}

/**
 * Offers more than the valid twin takes, unless told how many, so that the same MARKET order would fill again.
 * Errors: StandsOn when the twin did not fill.
 */
async function sweepLiquidity(
  { agent, other, market, side }: CheckContext,
  qty = 3,
): Promise<OrderBody> {
  const [price = 0] = await market.inside();
  await other.rests(market.limit(opposite(side), price, { qty }));
  const twin = market.sweep(side);
  const taken = await agent.place(twin);
  if (filledWhole.judge(taken).ok) return twin;
  throw notTaken(taken);
}

const notTaken = (twin: PlaceResponse) =>
  new StandsOn("TIF-MKT-01", `the valid twin was answered ${outcomeOf(twin)}`);

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

/** Checks of refusals that MARKET orders alone meet, and of caps on other orders. */
export const sweeps: readonly Check[] = [
  withoutReference,
  closesWithoutReference,
  whileFeedIsLost,
  markedButEmpty,
  closesWithNobody,
  bpsOnBinary,
  bpsOnBinaryHolding,
  bpsOnRestingBinary,
  capsElsewhere,
];
