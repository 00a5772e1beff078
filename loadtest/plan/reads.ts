/** What the read flow asks for, and in which mix. */
import type { LoadEndpoint } from "./flows.ts";

/** A fixed round: books most, as watchers do. */
export const READ_MIX: readonly LoadEndpoint[] = [
  ...(["book", "book", "book", "book", "markets"] as const),
  ...(["trades", "trades", "candles", "account", "account"] as const),
];

/** Path below the prefix. Shape: answers stay small, so that sending is measured, not parsing. */
export function pathOf(endpoint: LoadEndpoint, marketId: string): string {
  const paths: Partial<Record<LoadEndpoint, string>> = {
    book: `/markets/${marketId}/book?depth=20`,
    trades: `/markets/${marketId}/trades?limit=20`,
    candles: `/markets/${marketId}/candles?limit=20`,
    account: "/account",
  };
  return paths[endpoint] ?? "/markets?limit=10";
}
