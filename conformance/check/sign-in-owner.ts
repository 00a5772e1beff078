/** Signs an owner in once more, as an actor of its own that a session can be played back with. */

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

/** How a request is sent in that session. */
export function bySession(as: HumanCredentials): How {
  return { as, headers: credentialHeaders(as), key: null };
}
