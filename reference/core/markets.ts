/** The operator's side of markets: creation, status, mark price. */
import type { CreateMarket, MarketStatus, UpdateMarket } from "./commands.ts";
import { invalid } from "./gates/gate.ts";
import { liquidate } from "./liquidation.ts";
import { firstMark, Market, marketView, termsOf } from "./market.ts";
import { NOTIONAL_MAX } from "./money.ts";
import type { MarketOutcome, Refusal } from "./outcomes.ts";
import { cancelAllResting, resolve, voidMarket } from "./settlement.ts";
import type { VenueState } from "./state.ts";

/** Which status may follow which. D-032; RESOLVED straight from OPEN is the operator's short way. */
const NEXT: Record<MarketStatus, readonly MarketStatus[]> = {
  OPEN: ["EXPIRED", "RESOLVED", "VOID"],
  EXPIRED: ["RESOLVED", "VOID"],
  RESOLVED: [],
  VOID: [],
};

/** Creates a market in any status. Errors: VALIDATION_ERROR naming the field. */
export function createMarket(
  state: VenueState,
  command: CreateMarket,
  atMs: number,
): MarketOutcome {
  const { marketId } = command;
  if (state.markets.has(marketId)) return invalid("market_id", "exists already");
  const unknownLeg = command.legs?.find((leg) => !state.markets.has(leg));
  if (unknownLeg !== undefined) return invalid("legs", `no market ${unknownLeg}`);
  const clearing = state.ledger.open(`market ${marketId}`);
  const terms = termsOf(command, state.limits, atMs);
  const market = new Market(state.markets.size, terms, clearing);
  market.status = command.status ?? "OPEN";
  market.givenMark = firstMark(command);
  market.isUnvalued = command.markPrice === null;
  const refusal = geometryRefusal(market);
  if (refusal !== null) {
    state.ledger.accounts.pop();
    return refusal;
  }
  state.markets.set(marketId, market);
  return changed(state, market);
}

/** Errors: MARKET_NOT_FOUND; VALIDATION_ERROR for a status that may not follow. */
export function updateMarket(state: VenueState, command: UpdateMarket, at: number): MarketOutcome {
  const { marketId, status, resolution = null, settlementPrice = null, markPrice } = command;
  const market = state.markets.get(marketId);
  if (market === undefined) {
    return { kind: "refused", code: "MARKET_NOT_FOUND", message: `no market ${marketId}` };
  }
  const refusal = updateRefusal(market, command);
  if (refusal !== null) return refusal;
  if (markPrice !== undefined) {
    market.givenMark = markPrice;
    market.isUnvalued = markPrice === null;
    if (status === undefined) liquidate(state, market, at);
  }
  if (status === "EXPIRED") expire(state, market, at);
  if (status === "RESOLVED") resolve(state, market, { resolution, settlementPrice, atMs: at });
  if (status === "VOID") voidMarket(state, market, at);
  return changed(state, market);
}

function expire(state: VenueState, market: Market, atMs: number): void {
  market.status = "EXPIRED";
  cancelAllResting(state, market, atMs);
}

function updateRefusal(market: Market, command: UpdateMarket): Refusal | null {
  const { status, resolution, markPrice } = command;
  if (markPrice !== undefined && !isMark(markPrice, market)) return invalid("mark_price", "bad");
  if (status === undefined) return null;
  if (!NEXT[market.status].includes(status)) {
    return invalid("status", `${status} cannot follow ${market.status}`);
  }
  return status === "RESOLVED" && !market.isPerp && resolution === undefined
    ? invalid("outcome", "RESOLVED needs YES or NO")
    : null;
}

function geometryRefusal(market: Market): Refusal | null {
  const { low, high, tick, positionCap, leverageCap, givenMark, isPerp, payoutCents } = market;
  if (!isCount(tick)) return invalid("tick", "must be a positive integer");
  if (!isCount(low) || low < tick) return invalid("band", "must be integers from one tick up");
  if (!isCount(high) || high < low) return invalid("band", "must not end before it begins");
  if (!isPerp && high >= payoutCents) return invalid("band", `must end below ${payoutCents}`);
  if (!isCount(positionCap)) return invalid("position_cap", "must be a positive integer");
  if (!isCount(leverageCap)) return invalid("leverage_cap", "must be a positive integer");
  const refusal = maintenanceRefusal(market);
  if (refusal !== null) return refusal;
  if (!isMark(givenMark, market)) return invalid("mark_price", "must be a positive integer");
  return high * positionCap <= NOTIONAL_MAX
    ? null
    : invalid("position_cap", "too many contracts for exact money");
}

/** Below the least initial margin, so that no position begins below it. D-076. */
function maintenanceRefusal(market: Market): Refusal | null {
  const { maintenanceMarginBps: bps, leverageCap, isPerp } = market;
  if (bps === null) return null;
  if (!isPerp) return invalid("maintenance_margin_bps", "is for perps");
  if (!isCount(bps)) return invalid("maintenance_margin_bps", "must be a positive integer");
  return bps * leverageCap < 10_000
    ? null
    : invalid("maintenance_margin_bps", `must be below the margin at leverage ${leverageCap}`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function isMark(mark: number | null, { positionCap }: Market): boolean {
  return mark === null || (isCount(mark) && mark * positionCap <= NOTIONAL_MAX);
}

function changed(state: VenueState, market: Market): MarketOutcome {
  if (state.emit !== null) state.emit({ type: "market-changed", market: marketView(market) });
  return { kind: "market", market: marketView(market) };
}
