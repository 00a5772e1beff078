/** What a path or body names: looked up, or refused. */
import type { MarketOutline } from "../../core/outcomes.ts";
import type { ErrorCode } from "../../wire/codes.ts";
import { marketRecord } from "../../wire/mapping.ts";
import { Refused } from "../../wire/refused.ts";
import type { HttpParts } from "../parts.ts";
import type { RouteCall } from "./route.ts";

/** Passes a value on. Errors: the given code for null or undefined. D-160. */
export function found<T>(value: T | null | undefined, code: ErrorCode): T {
  if (value !== null && value !== undefined) return value;
  const [what] = code.split("_");
  throw new Refused(code, `no such ${what!.toLowerCase()}`);
}

/** Makes the whole records of markets, for those alone that are told. D-103. */
export const recordIn =
  ({ venue }: Pick<HttpParts, "venue">) =>
  ({ marketId }: MarketOutline) =>
    marketRecord(venue.market(marketId)!);

/**
 * The agent that is named, if it is the caller's to act for. D-094.
 * Errors: AGENT_NOT_FOUND, FORBIDDEN for another owner's.
 */
export function ownAgent({ parts, agentId }: RouteCall, named: string) {
  const { venue } = parts;
  const agent = venue.agent(named.toLowerCase());
  if (agent === null) throw new Refused("AGENT_NOT_FOUND", "no such agent");
  if (agent.accountId === venue.agent(agentId)!.accountId) return agent;
  throw new Refused("FORBIDDEN", "another owner's agent");
}
