/** From a target to the context of one connection, and back to nothing. */
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import type { BridgeContext } from "./bridge-context.ts";
import { VenueCaller } from "./caller.ts";
import { KeptRuns } from "./kept-runs.ts";
import { KeptTexts } from "./kept-texts.ts";

/** Who connects, and to what. */
export interface Connecting {
  profile: Profile;
  credentials: AgentCredentials | null;
  /** The tool's own venue, started for the bridge: it is proven on another like it. */
  isEmbedded: boolean;
  isLocal: boolean;
}

/** What a connection works with; `caller.close()` ends it. */
export async function connection(connecting: Connecting): Promise<BridgeContext> {
  const { profile, credentials, isEmbedded, isLocal } = connecting;
  const caller = await VenueCaller.at(profile, credentials);
  const runsOn = async (): Promise<Profile | null> => {
    if (isEmbedded) return null;
    if (credentials === null) return isLocal ? profile : withAgents(profile, []);
    const { trade } = await caller.scopes();
    if (trade && isLocal) return profile;
    return withAgents(profile, [{ ...credentials, scopes: trade ? ["read", "trade"] : ["read"] }]);
  };
  return { caller, texts: new KeptTexts(), runs: new KeptRuns(), runsOn, isLocal };
}

/** The same deployment, with these agents and nobody else: a key that reads lends no other key. */
function withAgents(profile: Profile, agents: readonly AgentCredentials[]): Profile {
  return { ...profile, agents, browser: null, control: null };
}

/** Who is known by a key alone. */
export function callerWith(apiKey: string): AgentCredentials {
  const name = "caller";
  const unknown = { agentId: null, secondApiKey: null };
  return { ...unknown, name, owner: name, apiKey, scopes: ["read", "trade"] };
}
