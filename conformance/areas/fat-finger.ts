/** Prices that any sanity bound is likely to ask about. Spec: Reject codes, FAT_FINGER; D-062. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";

/** The spec's example is "more than 5 times the current mark price". */
const FACTOR = 6;

/** So many times the mark. Errors: Missing when the mark is not known. */
export function farAbove(market: TradableMarket): number {
  return onGrid(market, FACTOR * markOf(market));
}

/**
 * On the safe side of the mark, so that an order that is accepted cannot fill.
 * Errors: Missing when the mark is not known.
 */
export function farOff(market: TradableMarket, side: Side): number {
  return side === "BUY"
    ? Math.max(onGrid(market, markOf(market) / FACTOR), market.lowest)
    : Math.min(farAbove(market), market.highest);
}

/** Errors: Missing when the mark is not known. */
function markOf({ info }: TradableMarket): number {
  if (info.markPrice === null) throw new Missing("needs mark_price on a perp's markets entry");
  return info.markPrice;
}

function onGrid({ info }: TradableMarket, price: number): number {
  return Math.round(price / info.tick) * info.tick;
}
