/** The agent that a path or body names, if it is the caller's to act for. */
import { Refused } from "../../wire/refused.ts";
import type { Call } from "./route.ts";

/** D-094. Errors: AGENT_NOT_FOUND, FORBIDDEN for another owner's. */
export function ownAgent({ services, agentId }: Call, named: string) {
  const { venue } = services;
  const agent = venue.agent(named.toLowerCase());
  if (agent === null) throw new Refused("AGENT_NOT_FOUND", "no such agent");
  if (agent.accountId === venue.agent(agentId)!.accountId) return agent;
  throw new Refused("FORBIDDEN", "another owner's agent");
}
