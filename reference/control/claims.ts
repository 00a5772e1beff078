/** What this venue says of itself where the spec leaves it open, for whoever judges it by that. */
import type { VenueLimits } from "../core/limits.ts";
import { PAYOUT_CENTS } from "../core/market.ts";

/** Shape: snake_case, as a profile has it. */
export function claimsOf(limits: VenueLimits): object {
  return {
    price_time_priority: true,
    trades_at_maker_price: true,
    full_collateral: true,
    payout: PAYOUT_CENTS,
    initial_margin: true,
    position_cap: {
      BTC_BINARY: limits.positionCapBinary,
      BTC_PERP: limits.positionCapPerp,
      BTC_PARLAY: limits.positionCapBinary,
    },
    leverage_cap: limits.leverageCap,
    fat_finger_times: limits.fatFingerMarkMultiple,
    cooldown: {
      rejects: limits.cooldownDeclines,
      within_ms: limits.cooldownWindowMs,
      rest_ms: limits.cooldownForMs,
    },
    default_slippage: { cents: limits.defaultSlippageCents, bps: limits.defaultSlippageBps },
    self_trade: "cancel-maker",
    fees: { maker_bps: 0, taker_bps: 0 },
    candles_from_trades: true,
  };
}
