/** What watchers ask: markets, book, trades, candles, account, in a fixed mix. */
import type { Endpoint } from "../../flows.ts";
import { agentOf } from "../lib/agents.ts";
import { call } from "../lib/call.ts";
import { moment } from "../lib/moment.ts";
import { settings } from "../lib/settings.ts";

const MIX: readonly Endpoint[] = [
  ...(["book", "book", "book", "book", "markets"] as const),
  ...(["trades", "trades", "candles", "account", "account"] as const),
];

const markets = settings.flows.find(({ name }) => name === "read")?.markets ?? [];

/** Without a market only the listing is read, without an agent no account. */
export function read(): void {
  const at = moment("read");
  const agent = agentOf(at.turn);
  const wished = MIX[(settings.seed + at.index) % MIX.length] ?? "markets";
  const market = markets[at.turn % markets.length];
  const possible = wished === "account" ? agent !== null : market !== undefined;
  const endpoint = possible ? wished : "markets";
  call(at, { endpoint, agent, path: pathOf(endpoint, market?.id ?? "") });
}

function pathOf(endpoint: Endpoint, marketId: string): string {
  const paths: Partial<Record<Endpoint, string>> = {
    book: `/markets/${marketId}/book?depth=20`,
    trades: `/markets/${marketId}/trades?limit=20`,
    candles: `/markets/${marketId}/candles?limit=20`,
    account: "/account",
  };
  return paths[endpoint] ?? "/markets?limit=10";
}
