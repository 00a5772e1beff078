/** Opening agents and adding keys. */
import { type Account, Agent } from "./agent.ts";
import type { AddKey, OpenAgent } from "./commands.ts";
import { transfer } from "./ledger.ts";
import type { DoneOutcome } from "./outcomes.ts";
import type { VenueState } from "./state.ts";

/**
 * Opens an agent with cash from the faucet; the owner's first agent opens the account too.
 * Errors: AGENT_NAME_TAKEN within the account (D-146), VALIDATION_ERROR for a known agent id.
 */
export function openAgent(state: VenueState, command: OpenAgent): DoneOutcome {
  const { agentId, name, owner, cashCents } = command;
  if (state.agents.has(agentId)) {
    return { kind: "refused", code: "VALIDATION_ERROR", message: `agent ${agentId} exists` };
  }
  const account = accountOf(state, command);
  if (account.agents.some((agent) => agent.name === name)) {
    return { kind: "refused", code: "AGENT_NAME_TAKEN", message: `${owner} has an agent ${name}` };
  }
  const cash = state.ledger.open(`agent ${agentId}`);
  const agent = new Agent(state.agents.size, { agentId, name, account, cash });
  transfer(state.ledger.faucet, cash, cashCents);
  account.agents.push(agent);
  state.agents.set(agentId, agent);
  return { kind: "done" };
}

function accountOf(state: VenueState, { owner, accountId, publicId }: OpenAgent): Account {
  let account = state.accounts.get(owner);
  if (account === undefined) {
    account = { accountId, publicId, owner, agents: [] };
    state.accounts.set(owner, account);
  }
  return account;
}

/** Adds a key to an agent. Errors: AGENT_NOT_FOUND. */
export function addKey(state: VenueState, command: AddKey): DoneOutcome {
  const { keyId, agentId, digest, scopes } = command;
  if (!state.agents.has(agentId)) {
    return { kind: "refused", code: "AGENT_NOT_FOUND", message: `no agent ${agentId}` };
  }
  state.keys.set(digest, { keyId, agentId, digest, scopes: [...scopes] });
  return { kind: "done" };
}
