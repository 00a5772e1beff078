/** Orders beyond free cash, however they are asked for. Spec: Reject codes, INSUFFICIENT_MARGIN. */

import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { inTurnOf, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import { anyRefusal, declined } from "../../expect/placed.ts";
import { expectRejected } from "../rejection.ts";
import {
  CONFIRMED,
  cashBelow,
  contractsFor,
  fits,
  measureReserve,
  orderFor,
  type Reserve,
} from "../reserve.ts";
import { contracts, resting } from "./checks-cash-resting.ts";

const BEYOND = "REJ-MARGIN-01";

// Twice the free cash: beyond it for any fee, yet below most caps on position and size (D-070).
const beyondCash: Check = {
  title: "an order for twice the free cash is declined, the same order of qty 1 is not",
  proves: [BEYOND],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    await t.flat(agent);
    const [price = 0] = await market.inside();
    await expectUnpaid(t, { price, reserve: await measureReserve(t, market.limit(side, price)) });
  },
};

const heldCoversItself: Check = {
  title: "a contract held does not pay for an order for twice the free cash against it",
  proves: [BEYOND],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    await t.flat(agent);
    const [price = 0] = await market.inside();
    const reserve = await measureReserve(t, market.limit(side, price));
    await t.trade(against(t));
    await expectUnpaid(t, { price, reserve });
  },
};

/** The parties of a trade by which the agent holds what orders of the cell's side close. */
function against({ agent, other, side }: CheckContext) {
  return side === "BUY" ? { buyer: other, seller: agent } : { buyer: agent, seller: other };
}

const legsCoverTheirParlay: Check = {
  title: "contracts of its legs, long or short, pay for no order on a parlay, of either side",
  proves: [BEYOND],
  needs: ["two-owners", "binary", "two-markets", "operator", "little-cash"],
  over: { kind: ["BTC_BINARY"], side: SIDES },
  async body(t) {
    const { agent, other, control, market, secondMarket, side } = t;
    const parties = { buyer: agent, seller: other };
    const turned = { buyer: other, seller: agent };
    for (const [one, held] of [[market, parties] as const, [secondMarket, turned] as const]) {
      await t.flat(agent, one);
      await t.trade({ ...held, market: one });
    }
    const legs = [market.id, secondMarket.id];
    const market_id = await control.createMarket({ kind: "BTC_PARLAY", legs });
    const [price = 0] = await market.inside();
    const order = (qty: number) => market.limit(side, price, { market_id, qty, ...CONFIRMED });
    const qty = contractsFor(2, await measureReserve(t, order(1)));
    await expectRejected(t, BEYOND, { orders: [order(qty)], as: tooMuch });
  },
};

const tooMuch = declined("INSUFFICIENT_MARGIN", "POSITION_CAP", "FAT_FINGER");

/** Orders that trade at once or not at all, of every type and time in force. */
const TAKING: readonly ((t: CheckContext, price: number, qty: number) => OrderBody)[] = [
  ...["GTC", "IOC", "FOK"].map(
    (tif) =>
      ({ market, side }: CheckContext, price: number, qty: number) =>
        market.limit(side, price, { qty, tif, ...CONFIRMED }),
  ),
  ({ market, side }, _, qty) => market.sweep(side, { qty, ...CONFIRMED }),
];

const takersPay: Check = {
  title: "no order that would trade at once for twice the free cash is taken, of whatever kind",
  proves: [BEYOND],
  needs: ["two-owners", "two-markets", "quiet", "little-cash"],
  once: true,
  async body(t) {
    const { agent, other, market, secondMarket, side } = t;
    await t.flat(agent);
    const [price = 0] = await market.inside();
    const reserve = await measureReserve(t, market.limit(side, price));
    if (inTurnOf(t.cell, [false, true])) await t.trade(against(t));
    const most = await orderFor(t, secondMarket, 0.9);
    fits(await agent.place(most()));
    const left = { ...reserve, before: await cashBelow(t, reserve.before / 2) };
    const qty = contracts(2, left);
    fits(await other.place(market.limit(opposite(side), price, { qty, ...CONFIRMED })));
    // What rests is to be in the lists before they are counted.
    await t.settle();
    await expectRejected(t, BEYOND, {
      orders: TAKING.map((order) => order(t, price, qty)),
      as: anyOf(tooMuch, declined("NO_REFERENCE_PRICE")),
    });
    if (market.info.kind !== "BTC_PERP") return;
    // In the words of a perp: which of several reasons to refuse comes first is open (D-060).
    const onMargin = [{ margin_mode: "ISOLATED" }, { leverage: 2, qty: 2 * qty }].map((fields) =>
      market.limit(side, price, { qty, ...fields, ...CONFIRMED }),
    );
    await expectRejected(t, BEYOND, { orders: onMargin, as: anyRefusal });
  },
};

async function expectUnpaid(
  t: CheckContext,
  { price, reserve }: { price: number; reserve: Reserve },
): Promise<void> {
  const qty = contractsFor(2, reserve);
  await expectRejected(t, BEYOND, {
    orders: [t.market.limit(t.side, price, { qty, ...CONFIRMED })],
    as: tooMuch,
  });
}

// All of what there was, as it is open how much of its margin a position holds (D-075).
const filledCounts: Check = {
  title: "with a third of its cash in a position, an agent opens no more for all that it had",
  proves: [BEYOND],
  needs: ["two-owners", "market", "quiet", "little-cash"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    await t.flat(agent);
    const before = (await agent.freeCash()) ?? 0;
    const third = await orderFor(t, market, 0.3);
    fits(await other.place({ ...third(), side: opposite(side) }));
    const taken = await agent.place(third());
    fits(taken);
    const held = Number(taken.sent["qty"]);
    if (taken.filledQty !== held) throw await agent.met("an order for a position", taken);
    await t.settle();
    // A perp may earmark little of what its position cost (D-075): then the rest pays for more.
    if (market.info.kind === "BTC_PERP") await cashBelow(t, 0.9 * before);
    const more = { ...third(), qty: Math.floor(held * 3.3) };
    await expectRejected(t, BEYOND, { orders: [more], as: anyRefusal });
  },
};

/** Checks of what free cash pays for. */
export const cash: readonly Check[] = [
  beyondCash,
  heldCoversItself,
  legsCoverTheirParlay,
  takersPay,
  filledCounts,
  ...resting,
];
