/** Accounts, agents and keys as the routes and the operator make them. */
import type { Scope } from "../core/commands.ts";
import type { KeyView } from "../core/outcomes.ts";
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { JournaledVenue, ReadableVenue } from "../store/journaled-venue.ts";
import { granted } from "../wire/refused.ts";
import { keyCredential } from "./caller.ts";
import type { Identity } from "./identity.ts";
import { KEY_PREFIX, type Keyring, publicPart } from "./keyring.ts";

/** Testnet cash of a new agent. D-125. Units: cents. */
const STARTING_CASH_CENTS = 1_000_000;

/** What makes accounts, agents and keys, and ends what hangs on them. */
export interface PeopleParts {
  venue: ReadableVenue;
  journaled: JournaledVenue;
  entropy: Entropy;
  clock: Clock;
  keyring: Keyring;
  identity: Identity;
  streams: { closeOf(credential: string): void };
}

type AgentParts = Pick<PeopleParts, "journaled" | "entropy" | "clock">;

const ALL_SCOPES: Scope[] = ["read", "trade"];

/** What to open; the same owner is the same account. */
export interface NewAgent {
  owner: string;
  displayName?: string;
  name: string;
  cashCents?: number;
}

/** Opens an agent without keys. Errors: AGENT_NAME_TAKEN. Returns its id. */
export function openAgent({ journaled, entropy, clock }: AgentParts, agent: NewAgent): string {
  const agentId = entropy.uuid();
  const accountId = entropy.uuid();
  const publicId = entropy.uuid().slice(0, 8);
  const ids = { agentId, accountId, publicId };
  const command = { cashCents: STARTING_CASH_CENTS, ...agent, ...ids } as const;
  granted(journaled.apply({ type: "open-agent", ...command }, clock.nowMs()));
  return agentId;
}

/** What a new account and its first agent are called, if they have names of their own. */
export interface NewNames {
  displayName?: string | undefined;
  agentName?: string | undefined;
}

/** Opens an account of its own, whatever names others have; returns its id. */
export function openAccount(
  parts: AgentParts & Pick<PeopleParts, "venue">,
  { displayName = "member", agentName = "main" }: NewNames,
): string {
  const owner = parts.entropy.uuid();
  const agentId = openAgent(parts, { owner, displayName, name: agentName });
  return parts.venue.accountOf(agentId)!.accountId;
}

/** What a key is made of; the venue draws the rest. */
export interface NewKey {
  agentId: string;
  name: string;
  scopes?: Scope[];
}

/** Issues a key; its plaintext is only ever here. Errors: AGENT_NOT_FOUND. */
export function issueKey(
  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);
  const facts = { keyId: entropy.uuid(), agentId, name, scopes, prefix: publicPart(apiKey) };
  const command = { type: "add-key", ...facts, digest: keyring.digest(apiKey) } as const;
  const { key } = granted(journaled.apply(command, clock.nowMs()));
  return { apiKey, key };
}

/** Ends a key with all that hangs on it. States 4. Errors: KEY_NOT_FOUND. */
export function revokeKey(parts: PeopleParts, keyId: string): KeyView {
  const { journaled, clock } = parts;
  const { key } = granted(journaled.apply({ type: "revoke-key", keyId }, clock.nowMs()));
  endCredential(parts, keyCredential(keyId));
  return key;
}

/** Ends the tickets and sockets of a key or session that is no more. D-158. */
export function endCredential(
  { identity, streams }: Pick<PeopleParts, "identity" | "streams">,
  credential: string,
): void {
  identity.tickets.endOf(credential);
  streams.closeOf(credential);
}
