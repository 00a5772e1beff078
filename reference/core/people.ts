/** Opening agents, adding and revoking keys. */
import { type Account, Agent } from "./agent.ts";
import type { AddKey, OpenAgent, RevokeKey } from "./commands.ts";
import { invalid } from "./gates/gate.ts";
import { transfer } from "./ledger.ts";
import type { DoneOutcome, KeyOutcome } from "./outcomes.ts";
import type { VenueState } from "./state.ts";
import { keyView } from "./views.ts";

/**
 * Opens an agent with cash from the faucet; the owner's first agent opens the account too.
 * Errors: AGENT_NAME_TAKEN within the account (D-146), VALIDATION_ERROR for a known agent id.
 */
export function openAgent(state: VenueState, command: OpenAgent): DoneOutcome {
  const { agentId, name, cashCents } = command;
  if (state.agents.has(agentId)) {
    return { kind: "refused", code: "VALIDATION_ERROR", message: `agent ${agentId} exists` };
  }
  const account = accountOf(state, command);
  if (account.agents.some((agent) => agent.name === name)) {
    return {
      kind: "refused",
      code: "AGENT_NAME_TAKEN",
      message: `the account has an agent ${name}`,
    };
  }
  const cash = state.ledger.open(`agent ${agentId}`);
  transfer(state.ledger.faucet, cash, cashCents);
  const agent = new Agent(state.agents.size, {
    agentId,
    name,
    account,
    cash,
    fundedCents: cashCents,
  });
  account.agents.push(agent);
  state.agents.set(agentId, agent);
  return { kind: "done" };
}

function accountOf(state: VenueState, command: OpenAgent): Account {
  const { owner, accountId, publicId, displayName = owner } = command;
  let account = state.accounts.get(owner);
  if (account === undefined) {
    account = { accountId, publicId, owner, displayName, agents: [] };
    state.accounts.set(owner, account);
  }
  return account;
}

/** Adds a key to an agent. Errors: AGENT_NOT_FOUND, VALIDATION_ERROR for a key known already. */
export function addKey(state: VenueState, command: AddKey, at: number): KeyOutcome {
  const { type: _, ...facts } = command;
  const { keyId, agentId, digest, scopes } = facts;
  if (!state.agents.has(agentId)) {
    return { kind: "refused", code: "AGENT_NOT_FOUND", message: `no agent ${agentId}` };
  }
  if (state.keysById.has(keyId)) return invalid("key_id", "exists already");
  if (state.keys.has(digest)) return invalid("digest", "is another key's");
  const key = { ...facts, scopes: [...scopes], createdAtMs: at, revokedAtMs: null };
  state.keys.set(digest, key);
  state.keysById.set(keyId, key);
  return { kind: "key", key: keyView(key) };
}

/** Ends a key; one that has ended stays so. Errors: KEY_NOT_FOUND. */
export function revokeKey(state: VenueState, { keyId }: RevokeKey, at: number): KeyOutcome {
  const key = state.keysById.get(keyId);
  if (key === undefined) return { kind: "refused", code: "KEY_NOT_FOUND", message: "no such key" };
  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);
  return { kind: "key", key: keyView(key) };
}
