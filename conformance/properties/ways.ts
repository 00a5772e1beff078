/** The ways in which a command may be sent: under each prefix, by each credential of its agent. */

import type { AgentClient, How } from "../check/agent-client.ts";
import { PREFIXES } from "../check/cell.ts";
import { browserFor } from "../check/sign-in-owner.ts";
import type { PropertyRun } from "./property-run.ts";

/** Of each prefix as many for either of two credentials, or each of three. */
export const WAYS = 24;

/** The way of that number: its agent's key, its other key and a browser have equal shares. */
export function wayOf({ credentials }: AgentClient, browser: How | null, way: number): How {
  const { secondApiKey: key } = credentials;
  const by: How[] = [{}, ...(key === null ? [] : [{ key }]), ...(browser ? [browser] : [])];
  const prefix = PREFIXES[way % PREFIXES.length] ?? "";
  return { prefix, ...by[Math.floor(way / PREFIXES.length) % by.length] };
}

/** The browser of the first agent's owner; null where none was leased, or where it cannot act for it. */
export async function browserOf({
  callers: [agent, , sibling],
  human,
  market,
}: Pick<PropertyRun, "callers" | "human" | "market">): Promise<How | null> {
  if (human === null || sibling !== undefined || !market.info.own) return null;
  return browserFor(agent, human, market);
}
