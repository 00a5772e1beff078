/** GTC, IOC and POST_ONLY: what each may take and leave behind. Spec: Order place request. */

import { ownIdOf } from "../../../scenarios/deployment/reading/order.ts";
import { statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf, KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import { marketRecord } from "../../check/market-record.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { contains, lacks } from "../../expect/answers.ts";
import {
  anyRefusal,
  cutOff,
  declined,
  filled,
  filledWhole,
  noFill,
  nothingRemains,
  nothingToldToRemain,
  resting,
  statusIs,
} from "../../expect/placed.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { CONFIRMED } from "../reserve.ts";
import { amends, postOnlyRung } from "./checks-amend.ts";
import { fillOrKill } from "./checks-fok.ts";
import { marketOrders } from "./checks-market.ts";

const gtcRests: Check = {
  title: "a GTC order that does not cross is NEW and in /orders/open",
  proves: ["TIF-GTC-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.place(market.resting(t.side, { tif: "GTC" }));
    t.expect("TIF-GTC-01", placed, resting);
    await t.eventually("TIF-GTC-01", () => agent.openOrders(market.id), contains(ownIdOf(placed)));
  },
};

const gtcStays: Check = {
  title: "a GTC order is open hours later, and is met by who arrives then",
  proves: ["TIF-GTC-01"],
  needs: ["two-owners", "market", "quiet", "hours"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    const meets = market.limit(opposite(side), price);
    const { orderId } = await agent.rests(market.limit(side, price, { qty: 2, tif: "GTC" }));
    await other.takes(meets);
    await t.clock.passHours();
    await demandOpen(t);
    await t.eventually("TIF-GTC-01", () => agent.openOrders(market.id), contains(orderId));
    const later = await other.place({ ...meets, client_order_id: t.run.freshId() });
    t.expect("TIF-GTC-01", later, filledWhole);
  },
};

/** Errors: Missing where the market has ended with the time that passed. */
async function demandOpen({ agent, market }: CheckContext): Promise<void> {
  const record = await marketRecord(agent, market.id);
  if (record !== null && statusOf(record) === "OPEN") return;
  throw new Missing("did not arise: a market that is OPEN hours later");
}

const iocNeverRests: Check = {
  title: "an IOC order without a match never rests",
  proves: ["TIF-IOC-01", "TIF-IOC-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.provoke(market.resting(t.side, { tif: "IOC" }));
    t.expect("TIF-IOC-01", placed, nothingToldToRemain);
    await t.settle();
    t.expect("TIF-IOC-01", await agent.openOrders(market.id), lacks(String(placed.orderId)));
    t.expect("TIF-IOC-02", placed, statusIs("CANCELLED", "REJECTED"));
  },
};

const iocCutsOff: Check = {
  title: "an IOC order matched in part keeps its fill and leaves nothing resting",
  proves: ["TIF-IOC-03", "TIF-IOC-04"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(opposite(side), price));
    const cut = await taker.place(market.limit(side, price, { qty: 3, tif: "IOC" }));
    t.expect("TIF-IOC-03", cut, filled(1));
    t.expect("TIF-IOC-03", cut, nothingToldToRemain);
    await t.settle();
    t.expect("TIF-IOC-03", await taker.openOrders(market.id), lacks(String(cut.orderId)));
    // An order may be kept back and yet be in the book.
    const again = await maker.place(market.limit(opposite(side), price));
    t.expect("TIF-IOC-03", again, noFill);
    t.expect("TIF-IOC-04", cut, cutOff);
  },
};

const iocFills: Check = {
  title: "an IOC order that can be matched whole is FILLED",
  proves: ["TIF-IOC-05"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(opposite(t.side), price, { qty: 2 }));
    const taken = await taker.place(market.limit(t.side, price, { qty: 2, tif: "IOC" }));
    t.expect("TIF-IOC-05", taken, filledWhole);
  },
};

const WOULD_CROSS = declined("POST_ONLY_WOULD_CROSS");

const postOnlyRests: Check = {
  title: "a POST_ONLY order that does not cross is NEW and in /orders/open",
  proves: ["TIF-PO-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.place(market.resting(t.side, { tif: "POST_ONLY" }));
    t.expect("TIF-PO-01", placed, resting);
    await t.eventually("TIF-PO-01", () => agent.openOrders(market.id), contains(ownIdOf(placed)));
  },
};

const postOnlyFills: Check = {
  title: "a POST_ONLY order that rests is a maker like any other",
  proves: ["TIF-PO-06"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(side, price, { qty: 2, tif: "POST_ONLY" }));
    const taken = await taker.place(market.limit(opposite(side), price, { qty: 2 }));
    t.expect("TIF-PO-06", taken, filledWhole);
  },
};

const postOnlyCrosses: Check = {
  title: "a POST_ONLY order that would cross is declined, not repriced, and touches nothing",
  proves: ["TIF-PO-02", "TIF-PO-04"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other: maker, market, side } = t;
    const [restedAt = 0, beyond = 0] = await market.ladder(2);
    const rested = await maker.rests(market.limit(opposite(side), restedAt));
    const before = openCount(await agent.openOrders());
    const confirm = inTurnOf(t.cell, [{}, CONFIRMED]);
    const order = market.limit(side, beyond, { tif: "POST_ONLY", ...confirm });
    const refused = await agent.provoke(order);
    // A confirmation that nobody asked for may be refused for itself.
    t.expect("TIF-PO-02", refused, confirm === CONFIRMED ? anyRefusal : WOULD_CROSS);
    t.expect("TIF-PO-02", refused, noFill);
    await t.settle();
    await t.eventually("TIF-PO-04", () => agent.openOrders(), noMoreOpenThan(before));
    await t.eventually("TIF-PO-04", () => maker.openOrders(market.id), contains(rested.orderId));
  },
};

const postOnlyReduces: Check = {
  title: "a POST_ONLY order that reduces a position is declined too where it would cross",
  proves: ["TIF-PO-02"],
  needs: ["market", "quiet"],
  over: { kind: KINDS, position: ["long", "short"] },
  async body(t) {
    const { agent, other: maker, market, cell } = t;
    const side = shrinkingSide(cell);
    const [restedAt = 0, beyond = 0] = await market.ladder(2, side);
    await maker.rests(market.limit(opposite(side), restedAt));
    const order = market.limit(side, beyond, { tif: "POST_ONLY", reduce_only: true });
    t.expect("TIF-PO-02", await agent.provoke(order), WOULD_CROSS);
  },
};

const postOnlyMeetsSibling: Check = {
  title: "a POST_ONLY order is declined too where it would cross an order of its agent's sibling",
  proves: ["TIF-PO-02"],
  needs: ["sibling", "market", "quiet"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, sibling, market, side } = t;
    const [price = 0] = await market.inside();
    await sibling.rests(market.limit(opposite(side), price, { qty: 2 }));
    const taken = await agent.place(market.limit(side, price, { tif: "IOC" }));
    // Whether agents of one owner trade with each other is the venue's own (D-027).
    if (taken.filledQty !== 1) throw new Missing("did not arise: agents of one owner that trade");
    const refused = await agent.provoke(market.limit(side, price, { tif: "POST_ONLY" }));
    t.expect("TIF-PO-02", refused, WOULD_CROSS);
  },
};

const postOnlyTouches: Check = {
  title: "a POST_ONLY order at the opposite best price crosses too",
  proves: ["TIF-PO-03"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(opposite(side), price));
    const postOnly = (limit: number) => market.limit(side, limit, { tif: "POST_ONLY" });
    const further = market.tickTowardsFill(side);
    const past = await agent.provoke(postOnly(price + further));
    if (past.fate === "accepted")
      throw new StandsOn("TIF-PO-02", "POST_ONLY past the best is taken");
    const refused = await agent.provoke(postOnly(price));
    t.expect("TIF-PO-03", refused, WOULD_CROSS);
    t.expect("TIF-PO-03", refused, noFill);
  },
};

const postOnlyMarket: Check = {
  title: "what POST_ONLY together with MARKET does, short of resting",
  proves: ["TIF-PO-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.provoke(market.sweep(t.side, { tif: "POST_ONLY" }));
    t.expect("TIF-PO-05", placed, anyOf(anyRefusal, nothingRemains));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  gtcRests,
  gtcStays,
  iocNeverRests,
  iocCutsOff,
  iocFills,
  ...fillOrKill,
  postOnlyRests,
  postOnlyFills,
  postOnlyCrosses,
  postOnlyReduces,
  postOnlyMeetsSibling,
  postOnlyTouches,
  postOnlyMarket,
  ...amends,
  postOnlyRung("TIF-PO-04"),
  ...marketOrders,
];
