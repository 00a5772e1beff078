/** What a lease becomes for a check: clients of its agents and humans, markets to trade. */
import type { Lease } from "../../scenarios/deployment/lease.ts";
import { TradableMarket } from "../../scenarios/deployment/market.ts";
import {
  type Credentials,
  hasKey,
  type MarketInfo,
} from "../../scenarios/deployment/profile/credentials.ts";
import type { MarketStatus, Side } from "../../scenarios/deployment/vocabulary.ts";
import { AgentClient, type ClientParts } from "./agent-client.ts";
import { HumanClient } from "./human-client.ts";

/** Whom and what a check works with; absent members are those it did not ask for in `needs`. */
export interface Clients {
  agent?: AgentClient;
  other?: AgentClient;
  sibling?: AgentClient;
  reader?: AgentClient;
  human?: HumanClient;
  otherHuman?: HumanClient;
  market?: TradableMarket;
  secondMarket?: TradableMarket;
  endingMarket?: TradableMarket;
  closed: ReadonlyMap<MarketStatus, TradableMarket>;
}

/** What clients need beside: the side and place of orders that say no other. */
type LeaseParts = ClientParts & { side(): Side; lot: number };

/** Clients of all that was leased. */
export function clientsOf(lease: Lease, parts: LeaseParts): Clients {
  const { agent, other, sibling, reader, human, otherHuman, closed } = lease;
  const { market, secondMarket, endingMarket } = lease;
  const { sender, freshId, side, lot } = parts;
  const readBook = async (id: string) =>
    (await sender.send(agent ?? null, { method: "GET", path: `/markets/${id}/book` })).response
      ?.body;
  const tradable = (info: MarketInfo) => new TradableMarket(info, { freshId, readBook, side, lot });
  return {
    ...mapped({ agent, other, sibling, reader }, (one) => new AgentClient(one, parts)),
    ...mapped({ human, otherHuman }, (one) => new HumanClient(one, parts)),
    ...mapped({ market, secondMarket, endingMarket }, tradable),
    closed: new Map([...closed].map(([status, info]) => [status, tradable(info)])),
  };
}

/** What `make` makes of every role that is there. */
function mapped<Role extends string, Given, Made>(
  roles: Record<Role, Given | undefined>,
  make: (given: Given) => Made,
): Partial<Record<Role, Made>> {
  const present = Object.entries<Given | undefined>(roles).flatMap(([role, given]) =>
    given === undefined ? [] : [[role, make(given)]],
  );
  return Object.fromEntries(present) as Partial<Record<Role, Made>>;
}

/** Whose key or session these headers carry, of those that a check works with. */
export function carriedBy(
  headers: Readonly<Record<string, string>> = {},
  { agent, other, sibling, reader, human, otherHuman }: Clients,
): Credentials | undefined {
  const told = Object.values(headers).join(" ");
  const all = [agent, other, sibling, reader, human, otherHuman];
  const carries = (one: Credentials) =>
    secretsOf(one).some((secret) => secret && told.includes(secret));
  return all.flatMap((one) => one?.credentials ?? []).find(carries);
}

function secretsOf(one: Credentials): (string | null)[] {
  return hasKey(one) ? [one.apiKey, one.secondApiKey] : [one.sessionCookie.value];
}
