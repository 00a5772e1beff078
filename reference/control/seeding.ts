/** What a new venue holds: two owners, three agents, and markets of every kind and status. */
import type { CreateMarket } from "../core/commands.ts";
import { openAgent } from "../identity/people.ts";
import type { Services } from "../running-venue.ts";
import type { Seeding } from "../store/facts.ts";
import { granted } from "../wire/refused.ts";
import { operatorKey } from "./agents.ts";
import { createMarket } from "./markets.ts";
import { openSession } from "./sessions.ts";

/** A caller of the seeded venue, with its plaintext keys. */
export interface SeededAgent {
  name: string;
  owner: string;
  agentId: string;
  apiKey: string;
  secondApiKey?: string;
  scopes?: ["read"];
}

/** What was created, for the profile. */
export interface Seeded {
  agents: SeededAgent[];
  marketIds: string[];
  /** The first agent's owner, signed in. */
  session: ReturnType<typeof openSession>;
}

/** Agents first, then markets, so that their ids do not depend on each other's number. */
export function seedVenue(services: Services): Seeded {
  const maker = seedAgent(services, "maker", "alice");
  const taker = seedAgent(services, "taker", "bob");
  const spare = seedAgent(services, "spare", "alice");
  const readKey = operatorKey(services, taker.agentId, ["read"]).apiKey;
  const reader: SeededAgent = { ...taker, name: "reader", apiKey: readKey, scopes: ["read"] };
  const agents = [withSecondKey(services, maker), taker, withSecondKey(services, spare), reader];
  const marketIds = seedMarkets(services);
  const names = agents.map(({ name, owner, agentId }) => ({ name, owner, agentId }));
  services.journal.note({ type: "seeded", agents: names, marketIds }, services.clock.nowMs());
  return { agents, marketIds, session: openSession(services, maker.owner) };
}

/** New keys for what an earlier run seeded: of the old ones nobody has the plaintext any more. */
export function reopenSeeded(services: Services, { agents, marketIds }: Seeding): Seeded {
  const [maker, taker, spare, reader] = agents.map(({ name, owner, agentId }): SeededAgent => {
    const scopes = name === "reader" ? { scopes: ["read"] as ["read"] } : {};
    const { apiKey } = operatorKey(services, agentId, scopes.scopes);
    return { name, owner, agentId, apiKey, ...scopes };
  }) as [SeededAgent, SeededAgent, SeededAgent, SeededAgent];
  const keyed = [withSecondKey(services, maker), taker, withSecondKey(services, spare), reader];
  return { agents: keyed, marketIds, session: openSession(services, maker.owner) };
}

function seedAgent(services: Services, name: string, owner: string): SeededAgent {
  const agentId = openAgent(services, { owner, name });
  return { name, owner, agentId, apiKey: operatorKey(services, agentId).apiKey };
}

const withSecondKey = (services: Services, agent: SeededAgent): SeededAgent => ({
  ...agent,
  secondApiKey: operatorKey(services, agent.agentId).apiKey,
});

const MARKETS: Omit<CreateMarket, "type" | "marketId">[] = [
  { kind: "BTC_BINARY", title: "BTC above 65,000 USD at noon" },
  { kind: "BTC_BINARY", title: "BTC above 70,000 USD at noon" },
  { kind: "BTC_PERP", title: "BTC perpetual" },
  { kind: "BTC_BINARY", title: "BTC above 60,000 USD yesterday", status: "EXPIRED" },
  { kind: "BTC_BINARY", title: "BTC above 55,000 USD last week" },
  { kind: "BTC_BINARY", title: "BTC above 50,000 USD, feed lost", status: "VOID" },
];

function seedMarkets(services: Services): string[] {
  const ids = MARKETS.map((facts) => createMarket(services, facts));
  const legs = ids.slice(0, 2);
  ids.push(createMarket(services, { kind: "BTC_PARLAY", title: "BTC above both at noon", legs }));
  const resolved = { type: "update-market", status: "RESOLVED", resolution: "YES" } as const;
  const marketId = ids[4]!;
  granted(services.venue.apply({ ...resolved, marketId }, services.clock.nowMs()));
  return ids;
}
