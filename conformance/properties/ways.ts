/** The ways in which a command may be sent: under each prefix, by each credential of its agent. */

import { ControlError } from "../../scenarios/deployment/control-endpoint.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { PREFIXES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { signInOwner } from "../check/sign-in-owner.ts";
import type { Callers } from "./fresh-start.ts";

/** Of each prefix as many for either of two credentials, or each of three. */
export const WAYS = 24;

/** The way of that number: its agent's key, its other key and a browser have equal shares. */
export function wayOf({ credentials }: AgentClient, browser: How | null, way: number): How {
  const { secondApiKey: key } = credentials;
  const by: How[] = [{}, ...(key === null ? [] : [{ key }]), ...(browser ? [browser] : [])];
  const prefix = PREFIXES[way % PREFIXES.length] ?? "";
  return { prefix, ...by[Math.floor(way / PREFIXES.length) % by.length] };
}

/**
 * A browser of the first agent's owner, signed in by control; null where none is, or where it may not
 * trade and read for that agent. Whose agent it acts for is plain while the owner has one (D-124).
 */
export async function browserOf(
  t: CheckContext,
  { callers: [agent, , sibling], market }: PlayedBy,
): Promise<How | null> {
  // Whoever makes markets may sign somebody in.
  const isSole = market.info.own && sibling === undefined;
  const how = isSole ? await signedIn(t, agent) : null;
  if (how === null) return null;
  // It rests nowhere, whatever becomes of it.
  const { fate, orderId } = await agent.placeOnce(market.resting("BUY", { tif: "IOC" }), how);
  if (fate !== "accepted" || orderId === null) return null;
  const known = await agent.order(orderId);
  const listed = await agent.get("/orders/open", { market_id: market.id }, how);
  return [known, listed].every(({ response }) => response?.status === 200) ? how : null;
}

/** By whom and where a script is played. */
interface PlayedBy {
  callers: Callers;
  market: TradableMarket;
}

async function signedIn(t: CheckContext, agent: AgentClient): Promise<How | null> {
  try {
    return await signInOwner(t, agent);
  } catch (error) {
    if (error instanceof ControlError) return null;
    throw error;
  }
}
