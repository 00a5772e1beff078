/** Results under client order ids leave the venue's memory for a store, and come back when asked for. */
import type { ForgetResults, RecallResults } from "./commands.ts";
import type { DoneOutcome } from "./outcomes.ts";
import type { VenueState } from "./state.ts";

/** Lets results go; an id that is not known is passed over. */
export function forgetResults(state: VenueState, { results }: ForgetResults): DoneOutcome {
  for (const { agentId, clientOrderIds } of results) {
    const agent = state.agents.get(agentId);
    for (const id of clientOrderIds) if (agent?.results.delete(id)) state.forgotten++;
  }
  return { kind: "done" };
}

/** Takes results back; one that is known stands. Errors: AGENT_NOT_FOUND. */
export function recallResults(state: VenueState, command: RecallResults): DoneOutcome {
  const agent = state.agents.get(command.agentId);
  if (agent === undefined) {
    return { kind: "refused", code: "AGENT_NOT_FOUND", message: `no agent ${command.agentId}` };
  }
  for (const { clientOrderId, request, result } of command.results) {
    if (agent.results.has(clientOrderId)) continue;
    agent.results.set(clientOrderId, { request, orderId: result.orderId, result });
  }
  return { kind: "done" };
}
