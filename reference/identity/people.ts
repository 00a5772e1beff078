/** Accounts, agents and keys as the routes and the operator make them. */

import type { Scope } from "../core/commands.ts";
import type { KeyView } from "../core/outcomes.ts";
import type { Services } from "../running-venue.ts";
import { granted } from "../wire/refused.ts";
import { keyCredential } from "./caller.ts";
import { KEY_PREFIX, publicPart } from "./keyring.ts";

/** Testnet cash of a new agent. D-125. Units: cents. */
export const STARTING_CASH_CENTS = 1_000_000;

const ALL_SCOPES: Scope[] = ["read", "trade"];

/** What to open; the same owner is the same account. */
export interface NewAgent {
  owner: string;
  displayName?: string;
  name: string;
  cashCents?: number;
}

/** Opens an agent without keys. Errors: AGENT_NAME_TAKEN. Returns its id. */
export function openAgent({ venue, entropy, clock }: Services, agent: NewAgent): string {
  const agentId = entropy.uuid();
  const accountId = entropy.uuid();
  const publicId = entropy.uuid().slice(0, 8);
  const ids = { agentId, accountId, publicId };
  const command = { cashCents: STARTING_CASH_CENTS, ...agent, ...ids } as const;
  granted(venue.apply({ type: "open-agent", ...command }, clock.nowMs()));
  return agentId;
}

/** Opens an account of its own, whatever names others have; returns its id. */
export function openAccount(
  services: Services,
  { displayName, agentName }: { displayName: string; agentName: string },
): string {
  const owner = services.entropy.uuid();
  const agentId = openAgent(services, { owner, displayName, name: agentName });
  return services.venue.accountOf(agentId)!.accountId;
}

/** What a key is made of; the venue draws the rest. */
export interface NewKey {
  agentId: string;
  name: string;
  scopes?: Scope[];
}

/** Issues a key; its plaintext is only ever here. Errors: AGENT_NOT_FOUND. */
export function issueKey(
  { venue, entropy, clock, keyring }: Services,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);
  const facts = { keyId: entropy.uuid(), agentId, name, scopes, prefix: publicPart(apiKey) };
  const command = { type: "add-key", ...facts, digest: keyring.digest(apiKey) } as const;
  const { key } = granted(venue.apply(command, clock.nowMs()));
  return { apiKey, key };
}

/** Ends a key with all that hangs on it. States 4; D-158. Errors: KEY_NOT_FOUND. */
export function revokeKey(services: Services, keyId: string): KeyView {
  const { venue, clock } = services;
  const { key } = granted(venue.apply({ type: "revoke-key", keyId }, clock.nowMs()));
  endCredential(services, keyCredential(keyId));
  return key;
}

/** Ends the tickets and sockets of a key or session that is no more. D-158. */
export function endCredential({ identity, streams }: Services, credential: string): void {
  identity.tickets.endOf(credential);
  streams.closeOf(credential);
}
