/** The list of channels, and how their names are read. D-152. */
import type { Channel, ChannelSource, OpenChannel } from "./channel.ts";
import { fillsChannel, ordersChannel, positionsChannel, walletChannel } from "./private.ts";
import { bookChannel, marketChannel, spotChannel, tradesChannel } from "./public.ts";

const OF_A_MARKET = new Map<string, OpenChannel>([
  ["book", bookChannel],
  ["trades", tradesChannel],
  ["market", marketChannel],
]);

const OF_AN_AGENT = new Map<string, OpenChannel>([
  ["orders", ordersChannel],
  ["fills", fillsChannel],
  ["positions", positionsChannel],
  ["wallet", walletChannel],
]);

/** Name and subject of the one channel that moves with time alone. */
export const SPOT = "spot";

/** The channels of the ticket's agent, which nobody has to ask for. */
export const PRIVATE_CHANNELS: readonly string[] = [...OF_AN_AGENT.keys()];

/** Which channel is meant. */
export interface Address {
  /** As the client writes it. */
  name: string;
  /** Market or agent whose events it takes; the spot price takes none. */
  subject: string;
  isPrivate: boolean;
  open(source: ChannelSource): Channel;
}

/** Reads a channel's name as this agent means it; null where no such channel is. */
export function addressOf({ venue }: ChannelSource, name: string, agentId: string): Address | null {
  const own = OF_AN_AGENT.get(name);
  if (own !== undefined) {
    return { name, subject: agentId, isPrivate: true, open: (source) => own(source, agentId) };
  }
  if (name === SPOT) {
    return { name, subject: SPOT, isPrivate: false, open: (source) => spotChannel(source, SPOT) };
  }
  const colon = name.indexOf(":");
  const shared = OF_A_MARKET.get(name.slice(0, Math.max(0, colon)));
  const marketId = name.slice(colon + 1);
  if (shared === undefined || venue.market(marketId) === null) return null;
  return { name, subject: marketId, isPrivate: false, open: (source) => shared(source, marketId) };
}
