/** How far a MARKET order reaches that names no cap: to the claimed distance, and no further. */

import type { MarketInfo } from "../../../scenarios/deployment/profile/credentials.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { placedThat } from "../../expect/placed.ts";
import { reachOf } from "../../model/money.ts";
import { closePosition } from "./close-position.ts";

const reach: Check = {
  title: "a MARKET order without a cap of its own",
  proves: ["CLAIM-SLIP-01", "CLAIM-SLIP-02"],
  needs: ["two-owners", "market", "quiet"],
  body: (t) => judgeReach(t, { narrowed: true, behind: 0 }),
};

const reachOfTheBusy: Check = {
  title:
    "a MARKET order without a cap against many levels, of who has closed a position and amended an order",
  proves: ["CLAIM-SLIP-01", "CLAIM-SLIP-02"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    await closePosition(t);
    const { orderId } = await agent.rests(market.resting(side, { qty: 1 }));
    await amend(agent, orderId, { price: market.far(side), qty: 2 });
    await judgeReach(t, { narrowed: false, behind: MANY_LEVELS });
  },
};

const MANY_LEVELS = 8;

/**
 * Where it is `narrowed` it comes after one with a cap, which a default is not. So many levels stand behind the
 * one that it must not reach.
 */
async function judgeReach(
  t: CheckContext,
  { narrowed, behind }: { narrowed: boolean; behind: number },
): Promise<void> {
  const { agent, other, market, side } = t;
  const { touch, last, beyond } = await room(t);
  const away = market.tickTowardsFill(side);
  const others = Array.from({ length: behind }, (_, at) => beyond + (at + 1) * away);
  for (const price of new Set([touch, last, beyond, ...others])) {
    await other.rests(market.limit(opposite(side), price));
  }
  if (narrowed) {
    // At the touch it finds what it wants.
    await other.rests(market.limit(opposite(side), touch));
    const narrow = taken(t, await agent.place(market.sweep(side, narrowFor(market.info))));
    if (narrow.filledQty !== 1) throw new StandsOn("TIF-MKT-01", "it took nothing at the touch");
  }
  const within = last === touch ? 1 : 2;
  const swept = taken(t, await agent.place(market.sweep(side, { qty: within + 1 })));
  const far = placedThat(`${within} filled, up to ${last}`, ({ filledQty }) => {
    return (filledQty ?? 0) >= within;
  });
  const near = placedThat(`nothing at ${beyond}`, ({ filledQty }) => (filledQty ?? 0) <= within);
  t.expect("CLAIM-SLIP-01", swept, far);
  t.expect("CLAIM-SLIP-02", swept, near);
}

/** A cap of about a tick, where the spec has one: on which side of the mid it is counted is open (D-065). */
function narrowFor({ kind, tick }: MarketInfo): OrderBody {
  if (kind === "BTC_BINARY") return { slippage_cap_cents: tick };
  return kind === "BTC_PERP" ? { slippage_cap_bps: 1 } : {};
}

/** Errors: Missing where a venue has no price to judge it by (D-071), StandsOn where it declines. */
function taken({ market }: CheckContext, placed: PlaceResponse): PlaceResponse {
  const { fate, reason } = placed;
  if (fate === "accepted") return placed;
  if (reason === "NO_REFERENCE_PRICE" && market.info.markPrice === null) {
    throw new Missing("the market has no mark or index price: name a market with mark_price");
  }
  throw new StandsOn("TIF-MKT-01", `a MARKET order that finds orders met ${reason}`);
}

/**
 * A touch from which the reach lies inside the spread of everybody else. Units: market price units.
 * Errors: Missing where there is not so much room.
 */
async function room(t: CheckContext) {
  const { side } = t;
  const { info } = t.market;
  const slippage = claimedFor(t);
  const [middle = 0] = await t.market.inside();
  const steps = distance(reachOf({ side, touch: middle, tick: info.tick }, slippage), middle);
  const free = await t.market.wellInside(steps / info.tick + 2);
  const touch = (side === "BUY" ? free[0] : free.at(-1)) ?? middle;
  const reached = reachOf({ side, touch, tick: info.tick }, slippage);
  return { touch, ...reached };
}

const distance = ({ beyond }: { beyond: number }, touch: number) => Math.abs(beyond - touch);

/** Errors: Missing where none is claimed for the market's kind. */
function claimedFor(t: CheckContext): { cents: number } | { bps: number } {
  const { kind } = t.market.info;
  const { cents, bps } = t.claim("default_slippage");
  if (kind === "BTC_PERP" && bps !== undefined) return { bps };
  if (kind !== "BTC_PERP" && cents !== undefined) return { cents };
  const member = kind === "BTC_PERP" ? "bps" : "cents";
  throw new Missing(`needs claims.default_slippage.${member} in the profile`);
}

/** Checks of the default slippage. */
export const slippage: readonly Check[] = [reach, reachOfTheBusy];
