/** Opens agents and issues keys. */
import { Type } from "typebox";
import type { Scope } from "../core/commands.ts";
import { issueKey, openAgent } from "../identity/people.ts";
import type { Services } from "../running-venue.ts";
import { controlCall } from "./call.ts";

const Scopes = Type.Optional(Type.Array(Type.Enum(["read", "trade"]), { minItems: 1 }));
const Label = Type.String({ minLength: 1, maxLength: 80 });

/** A key that the operator issues. Errors: AGENT_NOT_FOUND. */
export const operatorKey = (services: Services, agentId: string, scopes?: Scope[]) =>
  issueKey(services, { agentId, name: "operator", ...(scopes && { scopes }) });

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
      return { agent_id: agentId, api_key: operatorKey(services, agentId, scopes).apiKey, owner };
    },
  }),
  controlCall({
    capability: "agents",
    method: "POST",
    path: "agents/*/keys",
    body: Type.Object({ scopes: Scopes }),
    handle({ services, name, body }) {
      const { key, apiKey } = operatorKey(services, name, body.scopes);
      return { key_id: key.keyId, api_key: apiKey };
    },
  }),
];
