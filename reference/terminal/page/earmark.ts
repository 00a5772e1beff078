/** What a venue would probably earmark for an order, shown before it is placed. */

/** The facts of a market that decide it. Units: prices of the market, cents. */
export interface MarginFacts {
  kind: string;
  geometry: { payout: number | null; contract_multiplier: number | null };
  mark_price: number | null;
}

/** An order that may be placed. */
export interface PricedOrder {
  side: "BUY" | "SELL";
  qty: number;
  /** The limit, or the worst price a MARKET order would probably reach. */
  price: number;
  leverage: number;
}

/**
 * Cash for the contracts that open something. `closable` are contracts of the opposite position that
 * no other order closes already. The spec leaves the amount open: full collateral on binaries and
 * parlays, notional by leverage on perps, rounded up, is what the reference and most venues take.
 * Units: cents. Shape: null where the market does not say enough.
 */
export function earmarkCents(
  { kind, geometry, mark_price }: MarginFacts,
  { side, qty, price, leverage }: PricedOrder,
  closable: number,
): number | null {
  const opening = Math.max(0, qty - closable);
  if (opening === 0) return 0;
  if (kind === "BTC_PERP") {
    const { contract_multiplier: multiplier } = geometry;
    if (typeof multiplier !== "number" || !(leverage >= 1)) return null;
    return Math.ceil((Math.max(price, mark_price ?? 0) * opening * multiplier) / leverage);
  }
  if (side === "BUY") return price * opening;
  return typeof geometry.payout === "number" ? (geometry.payout - price) * opening : null;
}
