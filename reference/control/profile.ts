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

/** What a profile tells of. */
export interface ProfiledParts {
  venue: ReadableVenue;
  limiter: RateLimiter;
}

/** Shape: snake_case, ready to be written as YAML; it holds keys and cookies in plaintext. */
export function profileOf(
  { venue, limiter }: ProfiledParts,
  seeded: Seeded,
  access: { url: string; controlToken: string | undefined; limits: VenueLimits },
): object {
  const { url, controlToken, limits } = access;
  const { writesPerMinute, readsPerMinute } = limiter.limits;
  return {
    name: "reference",
    base_url: url,
    prefix: "/v1",
    stream_url: url.replace(/^http/, "ws"),
    agents: seeded.agents.map(agentEntry),
    browser: browserEntry(seeded),
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

function agentEntry(agent: SeededAgent): object {
  return {
    name: agent.name,
    owner: agent.owner,
    agent_id: agent.agentId,
    api_key: agent.apiKey,
    ...(agent.secondApiKey !== undefined && { second_api_key: agent.secondApiKey }),
    ...(agent.scopes !== undefined && { scopes: agent.scopes }),
  };
}

function marketEntry(venue: ReadableVenue, marketId: string): object {
  const { kind, status, minPrice, maxPrice, tickSize, markPrice } = venue.market(marketId)!;
  const mark = markPrice === null ? {} : { mark_price: markPrice };
  return { id: marketId, kind, status, band: [minPrice, maxPrice], tick: tickSize, ...mark };
}
