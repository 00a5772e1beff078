/** Replays of orders that took on arrival: nothing of them rests, yet their id is known. */

import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import type { MarketKind } from "../../../scenarios/deployment/vocabulary.ts";
import { inTurnOf, ORDERS, type Over } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { noOrderBut, notTooLarge } from "../../expect/placed.ts";
import { MODES } from "../margin-mode.ts";
import { originalOf } from "../only-order.ts";
import { HOLDING } from "../rejects/ranges.ts";
import { mayBeSoLong } from "./checks-ids.ts";
import { TIFS_THAT_TAKE } from "./rules.ts";

/** What takes on arrival: LIMIT orders of three times in force, and MARKET orders. */
const TAKERS = { ...ORDERS, tif: TIFS_THAT_TAKE };
const LONG_NAMED = { tif: TIFS_THAT_TAKE };
const SWEEPS = { ...ORDERS, type: ["MARKET"] } as const;

function replayOfTaker(title: string, over: Over, orderAt: Taker): Check {
  return {
    title,
    proves: ["IDEM-REPLAY-10"],
    needs: ["two-owners", "market", "quiet"],
    over,
    async body(t) {
      const { agent: taker, other: maker, market, side } = t;
      const [price = 0] = await market.inside();
      // Twice what is taken: a second order would find as much again, so only cash and caps refuse one (D-048).
      const offer = await maker.rests(market.limit(opposite(side), price, { qty: 2 }));
      const first = await taker.takes(await orderAt(t, price));
      const replay = await taker.placeOnce(first.sent);
      t.expect("IDEM-REPLAY-10", notTooLarge(replay), originalOf(first));
      await t.settle();
      t.expect("IDEM-REPLAY-10", await maker.executed(offer.orderId), onceAtMost);
    },
  };
}

type Taker = (t: CheckContext, price: number) => OrderBody | Promise<OrderBody>;

/** An id as long as some venues take them (D-047). */
const longId = ({ run }: CheckContext) => ({ client_order_id: run.freshId().padEnd(LONG, ".") });
const LONG = 64;

/** What a MARKET order may have beside: price protection, or the margin mode of a position to come. */
const BESIDE: Partial<Record<MarketKind, readonly OrderBody[]>> = {
  BTC_BINARY: [{}, { slippage_cap_cents: 5 }],
  BTC_PERP: [{}, { slippage_cap_bps: 100 }, ...MODES.map((mode) => ({ margin_mode: mode }))],
};

/**
 * A MARKET order with one of these in turn. Among others' orders the mid, from which a cap may be counted, is
 * far from the touch (D-065), and with a position a mode may be declined (D-079).
 */
async function swept(t: CheckContext): Promise<OrderBody> {
  const { agent, market, side, cell } = t;
  const { kind, own } = market.info;
  const beside = own ? inTurnOf(cell, BESIDE[kind] ?? [{}]) : {};
  if ("margin_mode" in beside) await t.flat(agent);
  return market.sweep(side, beside);
}

const replayOfReducing: Check = {
  title: "a replay of a reduce-only order that took at once closes nothing more",
  proves: ["IDEM-REPLAY-10"],
  needs: ["two-owners", "market", "quiet"],
  over: HOLDING,
  once: true,
  async body(t) {
    const { agent: taker, other: maker, market, cell } = t;
    const side = shrinkingSide(cell);
    const [price = 0] = await market.inside();
    // A contract more to close than is taken, and a contract more to be had.
    const offer = await maker.rests(market.limit(opposite(side), price, { qty: 2 }));
    const first = await taker.takes(market.limit(side, price, { tif: "IOC", reduce_only: true }));
    const replay = await taker.placeOnce(first.sent);
    t.expect("IDEM-REPLAY-10", replay, noOrderBut(first));
    await t.settle();
    t.expect("IDEM-REPLAY-10", await maker.executed(offer.orderId), onceAtMost);
  },
};

const onceAtMost: Expectation<number | null> = that(
  "1 of the opposite order executed",
  (executed) => executed === null || executed <= 1,
);

/** Checks of takers. */
export const takers: readonly Check[] = [
  replayOfTaker("a replay of an order that took at once takes nothing more", TAKERS, (t, price) =>
    t.market.limit(t.side, price, { tif: t.cell.tif }),
  ),
  replayOfTaker("a replay of a MARKET order takes nothing more", SWEEPS, swept),
  replayOfReducing,
  replayOfTaker(
    "a replay under an id of 64 characters takes nothing more",
    LONG_NAMED,
    async (t, price) => {
      mayBeSoLong(await t.agent.place({ ...t.market.resting(), ...longId(t) }));
      return t.market.limit(t.side, price, { tif: t.cell.tif, ...longId(t) });
    },
  ),
];
