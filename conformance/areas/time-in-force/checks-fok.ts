/** FOK: all at once, or nothing and no trace. Spec: Order place request, Reject codes. */

import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { declined, filled, filledWhole, noFill, notTooLarge } from "../../expect/placed.ts";

const fokFills: Check = {
  title: "a FOK order that two levels together can fill whole is FILLED",
  proves: ["TIF-FOK-01"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market } = t;
    const [near = 0, far = 0] = await market.ladder(2);
    await maker.rests(market.limit(opposite(t.side), near));
    await maker.rests(market.limit(opposite(t.side), far));
    const taken = await taker.place(market.limit(t.side, far, { qty: 2, tif: "FOK" }));
    t.expect("TIF-FOK-01", taken, filledWhole);
  },
};

const fokRefuses: Check = {
  title: "a FOK order that cannot be filled whole within its limit is declined, touching nothing",
  proves: ["TIF-FOK-02", "TIF-FOK-03"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [near = 0, far = 0] = await market.ladder(2);
    const rested = await maker.rests(market.limit(opposite(side), near));
    await maker.rests(market.limit(opposite(side), far));
    const refused = await taker.provoke(market.limit(side, near, { qty: 2, tif: "FOK" }));
    t.expect("TIF-FOK-02", refused, declined("FOK_NOT_FILLABLE"));
    t.expect("TIF-FOK-02", refused, noFill);
    await t.settle();
    await t.eventually("TIF-FOK-03", () => maker.openOrders(market.id), contains(rested.orderId));
    t.expect("TIF-FOK-03", await taker.place(market.limit(side, near)), filled(1));
  },
};

const fokAfterAPart: Check = {
  title: "a FOK order counts on what is left of an order that was filled in part, and on no more",
  proves: ["TIF-FOK-02"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(opposite(side), price, { qty: 3 }));
    await taker.takes(market.limit(side, price));
    const all = await taker.provoke(market.limit(side, price, { qty: 3, tif: "FOK" }));
    t.expect("TIF-FOK-02", notTooLarge(all), declined("FOK_NOT_FILLABLE"));
    t.expect("TIF-FOK-02", all, noFill);
  },
};

const fokAmongReducers: Check = {
  title: "a FOK order whose own fills cut reduce-only makers back fills whole or not at all",
  proves: ["TIF-FOK-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    await t.flat(maker);
    const [buyer, seller] = side === "BUY" ? [maker, taker] : [taker, maker];
    await t.trade({ buyer, seller, qty: 2 });
    const [near = 0, far = 0] = await market.ladder(2);
    const reducing = market.limit(opposite(side), far, { qty: 2, reduce_only: true });
    const { fate } = await maker.place(reducing);
    if (fate !== "accepted") throw new StandsOn("REJ-RO-03", "the reduce-only order was refused");
    await maker.rests(market.limit(opposite(side), near, { qty: 2 }));
    // The plain order closes the position; one that goes by price then finds two contracts only.
    const all = await taker.provoke(market.limit(side, far, { qty: 4, tif: "FOK" }));
    t.expect("TIF-FOK-02", notTooLarge(all), anyOf(filledWhole, declined("FOK_NOT_FILLABLE")));
    if (all.fate === "declined") t.expect("TIF-FOK-02", all, noFill);
  },
};

const fokAmongOwn: Check = {
  title: "a FOK order that meets one of its own agent too fills whole or not at all",
  proves: ["TIF-FOK-02"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [near = 0, far = 0] = await market.ladder(2);
    await maker.rests(market.limit(opposite(side), near));
    await taker.rests(market.limit(opposite(side), far));
    const all = await taker.provoke(market.limit(side, far, { qty: 2, tif: "FOK" }));
    // What becomes of an order that meets its own is the venue's own (D-027).
    t.expect("TIF-FOK-02", notTooLarge(all), anyOf(filledWhole, noFill));
  },
};

/** Checks of FOK orders. */
export const fillOrKill: readonly Check[] = [
  fokFills,
  fokRefuses,
  fokAfterAPart,
  fokAmongReducers,
  fokAmongOwn,
];
