/** Opens agents and issues keys. */
import { Type } from "typebox";
import type { Scope } from "../core/commands.ts";
import { KEY_PREFIX, publicPart } from "../http/keyring.ts";
import { granted } from "../http/refused.ts";
import type { Services } from "../http/services.ts";
import { controlCall } from "./call.ts";

/** Testnet cash of a new agent. D-125. Units: cents. */
export const STARTING_CASH_CENTS = 1_000_000;

const ALL_SCOPES: Scope[] = ["read", "trade"];

/** What to open; the same owner name is the same account. */
export interface NewAgent {
  owner: string;
  name: string;
  cashCents?: number;
}

/** Opens an agent without keys. Errors: AGENT_NAME_TAKEN. Returns its id. */
export function openAgent({ venue, entropy, clock }: Services, agent: NewAgent): string {
  const { owner, name, cashCents = STARTING_CASH_CENTS } = agent;
  const agentId = entropy.uuid();
  const accountId = entropy.uuid();
  const publicId = entropy.uuid().slice(0, 8);
  const command = { type: "open-agent", agentId, accountId, publicId, owner, name, cashCents };
  granted(venue.apply({ ...command, type: "open-agent" }, clock.nowMs()));
  return agentId;
}

/** Issues a key; its plaintext is only ever here. Errors: AGENT_NOT_FOUND. */
export function issueKey(
  { venue, entropy, clock, keyring }: Services,
  agentId: string,
  scopes: Scope[] = ALL_SCOPES,
): { keyId: string; apiKey: string } {
  const apiKey = entropy.token(KEY_PREFIX);
  const keyId = entropy.uuid();
  const digest = keyring.digest(apiKey);
  const prefix = publicPart(apiKey);
  const name = "operator";
  const command = { type: "add-key", keyId, agentId, digest, prefix, scopes, name } as const;
  granted(venue.apply(command, clock.nowMs()));
  return { keyId, apiKey };
}

const Scopes = Type.Optional(Type.Array(Type.Enum(["read", "trade"]), { minItems: 1 }));
const Label = Type.String({ minLength: 1, maxLength: 80 });

export const agentCalls = [
  controlCall({
    capability: "agents",
    method: "POST",
    path: "agents",
    body: Type.Object({
      owner: Label,
      name: Type.Optional(Label),
      cash: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
      scopes: Scopes,
    }),
    handle({ services, body }) {
      const { owner, cash, scopes } = body;
      const name = body.name ?? `agent-${services.entropy.uuid().slice(0, 8)}`;
      const funds = cash === undefined ? {} : { cashCents: cash };
      const agentId = openAgent(services, { owner, name, ...funds });
      return { agent_id: agentId, api_key: issueKey(services, agentId, scopes).apiKey, owner };
    },
  }),
  controlCall({
    capability: "agents",
    method: "POST",
    path: "agents/*/keys",
    body: Type.Object({ scopes: Scopes }),
    handle({ services, name, body }) {
      const { keyId, apiKey } = issueKey(services, name, body.scopes);
      return { key_id: keyId, api_key: apiKey };
    },
  }),
];
