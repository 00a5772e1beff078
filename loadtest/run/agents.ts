/** The agents of a run: as many as it needs from the operator, else those of the profile. */
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { ControlError } from "../../scenarios/deployment/control-endpoint.ts";
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import { distinctTraders } from "../../scenarios/deployment/shared-supply.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";

const AT_ONCE = 8;

/** For a run of this id. Errors: UsageError when the operator refuses. */
export async function openAgents(
  { profile, control }: Deployment,
  { agents: count, runId }: { agents: number; runId: string },
): Promise<LoadAgent[]> {
  if (!control?.can("agents")) return tradersOf(profile.agents);
  const agents: LoadAgent[] = [];
  const open = async (): Promise<void> => {
    for (let n = agents.length; n < count; n = agents.length) {
      // No other run's: a venue remembers whom it made.
      const name = `load-${runId}-${n}`;
      const agent: LoadAgent = { name, agent_id: null, api_key: "" };
      agents.push(agent);
      const made = await control.createAgent({ owner: name, name });
      Object.assign(agent, { agent_id: made.agentId, api_key: made.apiKey });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, open));
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(`control: ${error.message}`);
    throw error;
  }
  return agents;
}

function tradersOf(agents: readonly AgentCredentials[]): LoadAgent[] {
  return distinctTraders(agents).map(({ name, agentId, apiKey }) => {
    return { name, agent_id: agentId, api_key: apiKey };
  });
}
