/** What becomes of orders and positions when a market leaves OPEN. */
import { settle, undo } from "./account.ts";
import { type Market, type MarketStatus, PAYOUT_CENTS } from "./market.ts";
import type { Venue } from "./venue.ts";

/** What the operator decided; an `outcome` of NO pays the sellers. */
export interface Decision {
  status: MarketStatus;
  outcome: "YES" | "NO";
}

/**
 * Ends a market or one phase of it: resting orders go, and a resolved or void one is paid out.
 * Shape: a perp resolves at its mark; a void binary or parlay gives back what was paid.
 */
export function decide(venue: Venue, market: Market, { status, outcome }: Decision): void {
  if (status === market.status) return;
  market.status = status;
  const atMs = venue.clock.now();
  const agents = new Set(venue.orders().map(({ agent }) => agent));
  for (const agent of agents) {
    if (status !== "OPEN") venue.cancelAll(agent, market);
    if (status === "VOID") undo(agent, market, atMs);
    if (status === "RESOLVED") settle(agent, market, priceOf(market, outcome), atMs);
  }
}

function priceOf(market: Market, outcome: "YES" | "NO"): number {
  if (market.kind === "BTC_PERP") return market.mark ?? market.min;
  return outcome === "YES" ? PAYOUT_CENTS : 0;
}
