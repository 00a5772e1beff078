/** Where the humans of checks come from: signed in by control for each check, or the profile's. */

import type { Control } from "../../scenarios/deployment/control.ts";
import type {
  AgentCredentials,
  HumanCredentials,
} from "../../scenarios/deployment/profile/credentials.ts";
import type { Need } from "../check/need.ts";
import type { LeasedAgents } from "./agents.ts";

/** The humans of one check. */
export interface LeasedHumans {
  human?: HumanCredentials;
  otherHuman?: HumanCredentials;
}

/** Hands out browser sessions. */
export interface HumanSupply {
  has(need: "browser" | "two-browsers" | "spare-session"): boolean;
  /** Sessions for those who own the callers of the check. */
  humans(needs: ReadonlySet<Need>, seats: LeasedAgents): Promise<LeasedHumans>;
}

/** The owners of the check's agents, signed in anew. */
export function humansByControl(control: Control): HumanSupply {
  const signIn = async (seat: AgentCredentials): Promise<HumanCredentials> => {
    const { name, owner, agentId } = seat;
    const cookies = await control.createSession(owner);
    return { name: `${name}-human`, owner, agentId, ...cookies };
  };
  return {
    has: () => true,
    async humans(needs, { agent, other }) {
      const two = needs.has("two-browsers");
      return {
        ...((two || needs.has("browser")) && agent && { human: await signIn(agent) }),
        ...(two && other && { otherHuman: await signIn(other) }),
      };
    },
  };
}

/** The one session of a profile; its agent may be told by an agents entry of the same owner. */
export function humansOfProfile(
  browser: HumanCredentials | null,
  agents: readonly AgentCredentials[],
): HumanSupply {
  const ofOwner = agents.find(({ owner }) => owner === browser?.owner);
  const human = browser && { ...browser, agentId: browser.agentId ?? ofOwner?.agentId ?? null };
  return {
    has: (need) => need === "browser" && human !== null,
    humans: async (needs) => (needs.has("browser") && human ? { human } : {}),
  };
}
