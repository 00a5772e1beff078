/** What belongs to one kind of market: binary, perp, parlay. Spec: What the service does. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { ownIdOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, type Expectation, is, odd, that } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { accepted, declined, outcomeOf, placedThat, resting } from "../../expect/placed.ts";
import { measureReserve } from "../reserve.ts";
import { marginModes, placeFunded } from "./checks-margin-mode.ts";

const CENTS = 55;

// POST_ONLY, so that a price good enough to trade at leaves no position with a third party.
const centsPrice: Check = {
  title: "55 is a valid price on a cents binary",
  proves: ["BIN-PRICE-01"],
  needs: ["agent", "binary"],
  async body(t) {
    const { agent, market } = t;
    inCents(market);
    const placed = await agent.place(market.limit(t.side, CENTS, { tif: "POST_ONLY" }));
    t.expect("BIN-PRICE-01", placed, anyOf(accepted, declined("POST_ONLY_WOULD_CROSS")));
  },
};

/** Errors: Missing where 55 is outside the band, off the grid, or not cents (D-080). */
function inCents({ info }: TradableMarket): void {
  const [low, high] = info.band;
  const valid = low <= CENTS && CENTS <= high && high <= 100 && CENTS % info.tick === 0;
  if (!valid) throw new Missing("needs a binary in cents with 55 on its grid");
}

const sellFromFlat: Check = {
  title: "a SELL from flat on a binary",
  proves: ["BIN-SELL-01"],
  needs: ["agent", "binary"],
  async body(t) {
    await t.flat(t.agent);
    const placed = await t.agent.provoke(t.market.resting("SELL"));
    const unfunded = declined("INSUFFICIENT_MARGIN", "REDUCE_ONLY_VIOLATION");
    const demand = anyOf(accepted, odd(unfunded, "a SELL cannot take the opposite side"));
    t.expect("BIN-SELL-01", placed, demand);
  },
};

const reduces: Check = {
  title: "an order of 1 against a position of 2 leaves 1",
  proves: ["BIN-SELL-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other } = t;
    const isLong = t.cell.position === "long";
    await t.trade(isLong ? { buyer: other, seller: agent } : { buyer: agent, seller: other });
    await t.eventually("BIN-SELL-02", () => readPosition(t), is(isLong ? 1 : -1));
  },
};

/** Errors: Missing where positions cannot be read (D-120). */
async function readPosition({ agent, market }: CheckContext): Promise<number> {
  const position = await agent.position(market);
  if (position === null) throw new Missing("needs positions whose signed quantity can be read");
  return position;
}

const COLLATERAL_QTY = 10;

const collateral: Check = {
  title: "what a resting BUY on a binary takes out of free cash",
  proves: ["BIN-COLL-01"],
  needs: ["agent", "binary"],
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const order = market.resting("BUY", { qty: COLLATERAL_QTY });
    const { taken } = await measureReserve(t, order);
    const cost = market.far("BUY") * COLLATERAL_QTY;
    t.observe("BIN-COLL-01", { price_times_qty: cost, taken_from_wallet: taken });
  },
};

const leverageOne: Check = {
  title: "leverage 1 is accepted on a perp and is not exceeded",
  proves: ["PERP-LEV-01", "PERP-LEV-02"],
  needs: ["agent", "perp"],
  async body(t) {
    const placed = await placeFunded(t, { leverage: 1 });
    t.expect("PERP-LEV-01", placed, accepted);
    t.expect("PERP-LEV-02", placed, notAboveRequested);
  },
};

const notAboveRequested = placedThat(
  "effective_leverage at or below the one requested",
  ({ result, sent }) => Number(result["effective_leverage"]) <= Number(sent["leverage"]),
);

const leverageSparesCash: Check = {
  title: "leverage 2 takes less out of free cash than leverage 1",
  proves: ["PERP-MARG-01"],
  needs: ["agent", "perp"],
  async body(t) {
    const { market } = t;
    await t.flat(t.agent);
    const single = await measureReserve(t, market.resting(t.side, { leverage: 1 }));
    const double = await measureReserve(t, market.resting(t.side, { leverage: 2 }));
    t.expect("PERP-MARG-01", double.taken, lessThan(single.taken));
  },
};

function lessThan(amount: number): Expectation<number> {
  return that(`less than the ${amount} of leverage 1`, (taken) => taken < amount);
}

const parlayOrder: Check = {
  title: "a LIMIT order on a parlay rests like any other",
  proves: ["PARLAY-ORD-01"],
  needs: ["agent", "parlay"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.place(market.resting());
    t.expect("PARLAY-ORD-01", placed, resting);
    const listing = () => agent.openOrders(market.id);
    await t.eventually("PARLAY-ORD-01", listing, contains(ownIdOf(placed)));
  },
};

const leverOnParlay: Check = {
  title: "leverage and margin_mode on a parlay",
  proves: ["PARLAY-LEV-01"],
  needs: ["agent", "parlay"],
  async body(t) {
    const { agent, market } = t;
    const leverage = await agent.provoke(market.resting("BUY", { leverage: 2 }));
    const mode = await agent.provoke(market.resting("SELL", { margin_mode: "CROSS" }));
    t.observe("PARLAY-LEV-01", { leverage: outcomeOf(leverage), mode: outcomeOf(mode) });
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  centsPrice,
  sellFromFlat,
  reduces,
  collateral,
  leverageOne,
  ...marginModes,
  leverageSparesCash,
  parlayOrder,
  leverOnParlay,
];
