/** The ways in which an agent's command may be sent: under each prefix, by either key, in a browser. */

import { ControlError } from "../../scenarios/deployment/control-endpoint.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import { mentions } from "../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import { cookieHeader } from "../../scenarios/deployment/wire/cookies.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { PREFIXES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Callers } from "./fresh-start.ts";

/** More numbers than there are ways. */
export const WAYS = 12;

const PLAIN: How = {};

/** All ways of an agent, the plain one first. */
export function waysOf({ credentials }: AgentClient, browser: How | null): readonly How[] {
  const { secondApiKey: key } = credentials;
  const prefixes = PREFIXES.map((prefix) => ({ prefix }));
  return [PLAIN, ...prefixes, ...(key === null ? [] : [{ key }]), ...(browser ? [browser] : [])];
}

/**
 * A browser of the first agent's owner, signed in by control; null where none is, or where it may not
 * trade for that agent. Whose agent it acts for is plain while the owner has one (D-124).
 */
export async function browserOf(
  t: CheckContext,
  { callers: [agent, , sibling], market }: Played,
): Promise<How | null> {
  const how = sibling === undefined ? await signedIn(t, agent) : null;
  if (how === null) return null;
  const { response } = await agent.get("/me/wallet", {}, how);
  if (response?.status !== 200 || !mentions(response.body, agent.agentId)) return null;
  const { fate } = await agent.placeOnce(market.resting(), how);
  await agent.cancelAll(market.id);
  return fate === "accepted" ? how : null;
}

/** By whom and where a script is played. */
interface Played {
  callers: Callers;
  market: TradableMarket;
}

async function signedIn(
  { control }: CheckContext,
  { credentials }: AgentClient,
): Promise<How | null> {
  try {
    const { sessionCookie, csrfCookie } = await control.createSession(credentials.owner);
    const cookie = cookieHeader([sessionCookie, csrfCookie]);
    return { headers: { cookie, "x-service-csrf": csrfCookie.value }, key: null };
  } catch (error) {
    if (error instanceof ControlError || error instanceof Missing) return null;
    throw error;
  }
}
