/** What watchers ask: markets, book, trades, candles, account, in a fixed mix. */
import { pathOf, READ_MIX } from "../../plan/flows.ts";
import { agentOf } from "../lib/agents.ts";
import { call } from "../lib/call.ts";
import { moment } from "../lib/moment.ts";
import { settings } from "../lib/settings.ts";

const markets = settings.flows.find(({ name }) => name === "read")?.markets ?? [];
const offered = READ_MIX.filter((endpoint) => settings.reads.includes(endpoint));

/** Without a market only the listing is read, without an agent no account. */
export function read(): void {
  const at = moment("read");
  const agent = agentOf(at.turn);
  const wished = offered[(settings.seed + at.index) % offered.length] ?? "markets";
  const market = markets[at.turn % markets.length];
  const possible = wished === "account" ? agent !== null : market !== undefined;
  const endpoint = possible ? wished : "markets";
  call(at, { endpoint, agent, path: pathOf(endpoint, market?.id ?? "") });
}
