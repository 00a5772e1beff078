/** Signs an owner in once more, as an actor of its own that a session can be played back with. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import {
  credentialHeaders,
  type HumanCredentials,
} from "../../scenarios/deployment/profile/credentials.ts";
import type { AgentClient, How } from "./agent-client.ts";
import type { CheckContext } from "./check-context.ts";
import type { HumanClient } from "./human-client.ts";

/** How a request is sent in a new session of that caller's owner. Errors: ControlError. */
export async function signInOwner(
  { control, run }: CheckContext,
  { credentials: { owner, agentId } }: AgentClient | HumanClient,
): Promise<How> {
  const cookies = await control.createSession(owner);
  return bySession({ name: `${run.freshId()}-human`, owner, agentId, ...cookies });
}

/** How a request is sent in that session, by the cookies that it has by then. */
export function bySession(as: HumanCredentials): How {
  return {
    as,
    get headers() {
      return credentialHeaders(as);
    },
    key: null,
  };
}

/**
 * How a request is sent by the browser of an agent's owner, who has no other; null where it may not trade
 * and read for that agent, data too. Whose agent it acts for is plain while the owner has one (D-124).
 */
export async function browserFor(
  agent: AgentClient,
  human: HumanClient,
  market: TradableMarket,
): Promise<How | null> {
  const how = bySession(human.credentials);
  const { value } = human.credentials.csrfCookie;
  // It rests nowhere, whatever becomes of it.
  const { fate, orderId } = await agent.placeOnce(market.resting("BUY", { tif: "IOC" }), how);
  if (fate !== "accepted" || orderId === null) return null;
  // Where each answer renews the value, nothing can be sent at the same time (D-179).
  if (human.credentials.csrfCookie.value !== value) return null;
  const known = await agent.order(orderId);
  const listed = await agent.get("/orders/open", { market_id: market.id }, how);
  // What a session is shown of data may be nothing (D-112).
  const data = await agent.get(`/markets/${market.id}`, {}, how);
  return [known, listed, data].every(({ response }) => response?.status === 200) ? how : null;
}
