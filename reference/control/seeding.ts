/** What a new venue holds: two owners, three agents, and markets of every kind and status. */
import type { CreateMarket } from "../core/commands.ts";
import { openAgent } from "../identity/people.ts";
import type { Seeding } from "../store/facts.ts";
import { granted } from "../wire/refused.ts";
import { openSession, operatorKey } from "./agents.ts";
import type { ControlParts } from "./call.ts";
import { createMarket } from "./markets.ts";

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
export function seedVenue(parts: ControlParts): Seeded {
  const maker = seedAgent(parts, "maker", "alice");
  const taker = seedAgent(parts, "taker", "bob");
  const spare = seedAgent(parts, "spare", "alice");
  const readKey = operatorKey(parts, taker.agentId, ["read"]).apiKey;
  const reader: SeededAgent = { ...taker, name: "reader", apiKey: readKey, scopes: ["read"] };
  const agents = [withSecondKey(parts, maker), taker, withSecondKey(parts, spare), reader];
  const marketIds = seedMarkets(parts);
  const names = agents.map(({ name, owner, agentId }) => ({ name, owner, agentId }));
  parts.journal.note({ type: "seeded", agents: names, marketIds }, parts.clock.nowMs());
  return { agents, marketIds, session: openSession(parts, maker.owner) };
}

/** New keys for what an earlier run seeded: of the old ones nobody has the plaintext any more. */
export function reopenSeeded(parts: ControlParts, { agents, marketIds }: Seeding): Seeded {
  const [maker, taker, spare, reader] = agents.map(({ name, owner, agentId }): SeededAgent => {
    const scopes = name === "reader" ? { scopes: ["read"] as ["read"] } : {};
    const { apiKey } = operatorKey(parts, agentId, scopes.scopes);
    return { name, owner, agentId, apiKey, ...scopes };
  }) as [SeededAgent, SeededAgent, SeededAgent, SeededAgent];
  const keyed = [withSecondKey(parts, maker), taker, withSecondKey(parts, spare), reader];
  return { agents: keyed, marketIds, session: openSession(parts, maker.owner) };
}

function seedAgent(parts: ControlParts, name: string, owner: string): SeededAgent {
  const agentId = openAgent(parts, { owner, name });
  return { name, owner, agentId, apiKey: operatorKey(parts, agentId).apiKey };
}

const withSecondKey = (parts: ControlParts, agent: SeededAgent): SeededAgent => ({
  ...agent,
  secondApiKey: operatorKey(parts, agent.agentId).apiKey,
});

const MARKETS: Omit<CreateMarket, "type" | "marketId">[] = [
  { kind: "BTC_BINARY", title: "BTC above 65,000 USD at noon" },
  { kind: "BTC_BINARY", title: "BTC above 70,000 USD at noon" },
  { kind: "BTC_PERP", title: "BTC perpetual" },
  { kind: "BTC_BINARY", title: "BTC above 60,000 USD yesterday", status: "EXPIRED" },
  { kind: "BTC_BINARY", title: "BTC above 55,000 USD last week" },
  { kind: "BTC_BINARY", title: "BTC above 50,000 USD, feed lost", status: "VOID" },
];

function seedMarkets(parts: ControlParts): string[] {
  const ids = MARKETS.map((facts) => createMarket(parts, facts));
  const legs = ids.slice(0, 2);
  ids.push(createMarket(parts, { kind: "BTC_PARLAY", title: "BTC above both at noon", legs }));
  const resolved = { type: "update-market", status: "RESOLVED", resolution: "YES" } as const;
  const marketId = ids[4]!;
  granted(parts.journaled.apply({ ...resolved, marketId }, parts.clock.nowMs()));
  return ids;
}
