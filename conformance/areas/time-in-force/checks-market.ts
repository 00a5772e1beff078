/** MARKET orders: what they take, and how far past the touch without a cap. Spec: type, MARKET. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, readable } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { anyOf, odd } from "../../check/expectation.ts";
import { adding, HELD, shrinkingSide } from "../../check/take-position.ts";
import { lacks } from "../../expect/answers.ts";
import {
  anyRefusal,
  cutOff,
  declined,
  filled,
  filledWhole,
  nothingToldToRemain,
} from "../../expect/placed.ts";
import { caps } from "./checks-caps.ts";
import { past, quoteAround, sweep } from "./sweeps.ts";

/**
 * Makes sure that nobody quotes against orders of this side. Errors: Inconclusive when somebody
 * does, Missing where others may and the book cannot be read.
 */
async function demandUnopposed(market: TradableMarket, side: Side): Promise<void> {
  const { bids, asks } = market.info.own
    ? await market.book()
    : readable(await market.bookShown(), "the book of a market that others trade too");
  const against = side === "BUY" ? asks : bids;
  if (against.length > 0) throw new Inconclusive("other traders quote that side of the market");
}

const takesLiquidity: Check = {
  title: "a MARKET order fills against the orders that rest at the touch",
  proves: ["TIF-MKT-01"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const touch = await quoteAround(t, t.side);
    await t.other.rests(t.market.limit(opposite(t.side), touch));
    t.expect("TIF-MKT-01", await sweep(t, t.side, { qty: 2 }), filledWhole);
  },
};

const findsNothing: Check = {
  title: "a MARKET order against an empty side is declined",
  proves: ["TIF-MKT-02"],
  needs: ["agent", "market", "quiet"],
  emptyBook: true,
  async body(t) {
    const { agent, market, side } = t;
    await demandUnopposed(market, side);
    const placed = await agent.provoke(market.sweep(side));
    metNobody(market, placed);
    t.expect("TIF-MKT-02", placed, declined("MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"));
  },
};

/** A fill where the book showed nothing is another trader's order, unless the market is our own. */
function metNobody(market: TradableMarket, placed: PlaceResponse): void {
  if (placed.filledQty && !market.info.own) throw new Inconclusive("another trader's order filled");
}

const takesWhatThereIs: Check = {
  title: "a MARKET order larger than the liquidity keeps its fill and leaves nothing resting",
  proves: ["TIF-MKT-03"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  async body(t) {
    const { agent: taker, market, side } = t;
    await demandUnopposed(market, side);
    await quoteAround(t, side);
    const swept = await sweep(t, side, { qty: 3 });
    if ((swept.filledQty ?? 0) > 1) metNobody(market, swept);
    t.expect("TIF-MKT-03", swept, filled(1));
    t.expect("TIF-MKT-03", swept, nothingToldToRemain);
    await t.settle();
    t.expect("TIF-MKT-03", await taker.openOrders(market.id), lacks(String(swept.orderId)));
    t.expect("TIF-MKT-03", swept, cutOff);
  },
};

const closesWhatThereIs: Check = {
  title:
    "a MARKET order larger than the liquidity leaves nothing resting where its fill closes a position",
  proves: ["TIF-MKT-03"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  over: { kind: KINDS, position: ["long", "short"] },
  async body(t) {
    const { agent: taker, other: maker, cell, market } = t;
    const side = shrinkingSide(cell);
    await demandUnopposed(market, side);
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(adding(cell), price, { qty: HELD }));
    const swept = await sweep(t, side, { qty: HELD + 1 });
    if ((swept.filledQty ?? 0) > HELD) metNobody(market, swept);
    t.expect("TIF-MKT-03", swept, filled(HELD));
    t.expect("TIF-MKT-03", swept, nothingToldToRemain);
    await t.settle();
    t.expect("TIF-MKT-03", await taker.openOrders(market.id), lacks(String(swept.orderId)));
  },
};

const ignoresFok: Check = {
  title: "a MARKET order with tif FOK takes what there is, or is refused",
  proves: ["TIF-MKT-07"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  async body(t) {
    const { agent, market, side } = t;
    await demandUnopposed(market, side);
    await quoteAround(t, side);
    const swept = await agent.provoke(market.sweep(side, { qty: 3, tif: "FOK" }));
    if ((swept.filledQty ?? 0) > 1) metNobody(market, swept);
    t.expect("TIF-MKT-07", swept, anyOf(filled(1), fokHonoured, anyRefusal));
  },
};

const fokHonoured = odd(
  declined("FOK_NOT_FILLABLE"),
  "FOK is honoured where MARKET behaves as IOC",
);

/** Where orders wait for a MARKET order without a cap. Units: market price units past the touch. */
const RUNGS = [5, 15, 30];

const defaultProtection: Check = {
  title: "how far from the touch a MARKET order without a cap trades",
  proves: ["TIF-MKT-06"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  async body(t) {
    const { other: maker, market, side } = t;
    await demandUnopposed(market, side);
    const touch = await quoteAround(t, side);
    const { tick } = market.info;
    const distances = RUNGS.map((rung) => Math.ceil(rung / tick) * tick);
    const prices = distances.map((distance) => past(touch, side, distance));
    const inBand = prices.filter((price) => price >= market.lowest && price <= market.highest);
    const rungs = await restAll(
      maker,
      inBand.map((price) => market.limit(opposite(side), price)),
    );
    await sweep(t, side, { qty: inBand.length + 1 });
    await t.settle();
    const { response } = await maker.openOrders(market.id);
    const left = rungs.map(({ orderId }) => mentions(response?.body, orderId));
    t.observe("TIF-MKT-06", {
      reaches: distances.filter((_, rung) => left[rung] === false),
      leaves: distances.filter((_, rung) => left[rung] === true),
    });
  },
};

async function restAll(
  maker: AgentClient,
  orders: readonly OrderBody[],
): Promise<{ orderId: string }[]> {
  const rested = [];
  for (const order of orders) rested.push(await maker.rests(order));
  return rested;
}

/** Checks of MARKET orders and their protection. */
export const marketOrders: readonly Check[] = [
  takesLiquidity,
  findsNothing,
  takesWhatThereIs,
  closesWhatThereIs,
  ignoresFok,
  ...caps,
  defaultProtection,
];
