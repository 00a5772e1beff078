/** The profile of the seeded venue: what a harness needs to know to test it. */
import type { VenueLimits } from "../core/limits.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { ReadableVenue } from "../store/journaled-venue.ts";
import { claimsOf } from "./claims.ts";
import { CONTROL_PATH } from "./index.ts";
import type { Seeded, SeededAgent } from "./seeding.ts";

/** How the stream tells a book, for who has never met this venue (docs/guides/stream.md). */
const STREAM = {
  subscribe: { op: "subscribe", channels: ["book:{market}"] },
  channel: { at: "channel", is: "book:{market}" },
  seq: "seq",
  snapshot: { at: "type", is: "snapshot" },
  levels: "data",
};

/** Whoever types a name at the embedded provider is another person, letter for letter. */
const PEOPLE = [{ name: "{new}" }, { name: "{NEW}" }];

/** What a profile tells of. @internal */
export interface ProfiledParts {
  venue: ReadableVenue;
  limiter: RateLimiter;
}

/** An agent whose keys are known. */
interface ProfiledAgent {
  name: string;
  owner: string;
  agent_id: string;
  api_key: string;
  second_api_key?: string;
  scopes?: ("read" | "trade")[];
}

/** Units: prices as the market has them. */
interface ProfiledMarket {
  id: string;
  kind: string;
  status: string;
  band: [min: number, max: number];
  tick: number;
  mark_price?: number;
}

/** What `profile()` of a venue gives. Shape: as a profile file; it holds keys in plaintext. */
export interface VenueProfile {
  name: string;
  base_url: string;
  prefix: string;
  stream_url: string;
  agents: ProfiledAgent[];
  browser: object;
  idp?: { origin: string; people: Record<string, string>[] };
  markets: ProfiledMarket[];
  stream: object;
  claims: object;
  limits: { writes_per_minute: number; reads_per_minute: number };
  allow: string[];
  control?: { url: string; token: string };
}

/** How the venue is reached. Shape: `providerUrl` is null where no embedded provider serves. */
interface ProfiledAccess {
  url: string;
  providerUrl: string | null;
  controlToken: string | undefined;
  limits: VenueLimits;
}

/** Shape: snake_case, ready to be written as YAML; it holds keys and cookies in plaintext. @internal */
export function profileOf(
  { venue, limiter }: ProfiledParts,
  seeded: Seeded,
  access: ProfiledAccess,
): VenueProfile {
  const { url, providerUrl, controlToken, limits } = access;
  const { writesPerMinute, readsPerMinute } = limiter.limits;
  return {
    name: "reference",
    base_url: url,
    prefix: "/v1",
    stream_url: url.replace(/^http/, "ws"),
    agents: seeded.agents.map(agentEntry),
    browser: browserEntry(seeded),
    ...(providerUrl !== null && { idp: { origin: providerUrl, people: PEOPLE } }),
    markets: seeded.marketIds.map((marketId) => marketEntry(venue, marketId)),
    stream: STREAM,
    claims: claimsOf(limits),
    limits: { writes_per_minute: writesPerMinute, reads_per_minute: readsPerMinute },
    allow: ["load"],
    ...(controlToken !== undefined && {
      control: { url: url + CONTROL_PATH, token: controlToken },
    }),
  };
}

function browserEntry({ agents, session }: Seeded): object {
  const { owner, agentId } = agents[0]!;
  return { owner, agent_id: agentId, ...session };
}

function agentEntry(agent: SeededAgent): ProfiledAgent {
  return {
    name: agent.name,
    owner: agent.owner,
    agent_id: agent.agentId,
    api_key: agent.apiKey,
    ...(agent.secondApiKey !== undefined && { second_api_key: agent.secondApiKey }),
    ...(agent.scopes !== undefined && { scopes: [...agent.scopes] }),
  };
}

function marketEntry(venue: ReadableVenue, marketId: string): ProfiledMarket {
  const { kind, status, minPrice, maxPrice, tickSize, markPrice } = venue.market(marketId)!;
  const mark = markPrice === null ? {} : { mark_price: markPrice };
  return { id: marketId, kind, status, band: [minPrice, maxPrice], tick: tickSize, ...mark };
}
