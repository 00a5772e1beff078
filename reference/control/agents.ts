/** Opens agents, issues keys, and signs accounts in for a harness that has no browser. */
import { Type } from "typebox";
import type { Scope } from "../core/commands.ts";
import { CSRF_COOKIE, cookieName, SESSION_COOKIE } from "../http/cookies.ts";
import { issueKey, openAgent } from "../identity/people.ts";
import { Refused } from "../wire/refused.ts";
import { type ControlParts, controlRoute } from "./call.ts";

const Scopes = Type.Optional(Type.Array(Type.Enum(["read", "trade"]), { minItems: 1 }));
const Label = Type.String({ minLength: 1, maxLength: 80 });

/** A key that the operator issues. Errors: AGENT_NOT_FOUND. */
export const operatorKey = (parts: ControlParts, agentId: string, scopes?: Scope[]) =>
  issueKey(parts, { agentId, name: "operator", ...(scopes && { scopes }) });

/** Opens a session of an owner's account. Errors: AGENT_NOT_FOUND for an owner without agents. */
export function openSession({ venue, identity, baseUrl }: ControlParts, owner: string) {
  const account = venue.accountOfOwner(owner);
  if (account === null) throw new Refused("AGENT_NOT_FOUND", "the owner has no agent yet");
  const { sid, csrf } = identity.sessions.open(account.accountId);
  return {
    session_cookie: { name: cookieName(baseUrl(), SESSION_COOKIE), value: sid },
    csrf_cookie: { name: cookieName(baseUrl(), CSRF_COOKIE), value: csrf },
  };
}

export const agentCalls = [
  controlRoute({
    capability: "agents",
    method: "POST",
    path: "agents",
    body: Type.Object({
      owner: Label,
      name: Type.Optional(Label),
      cash: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
      scopes: Scopes,
    }),
    handle({ parts, body }) {
      const { owner, cash, scopes } = body;
      const name = body.name ?? `agent-${parts.entropy.uuid().slice(0, 8)}`;
      const funds = cash === undefined ? {} : { cashCents: cash };
      const agentId = openAgent(parts, { owner, name, ...funds });
      return { agent_id: agentId, api_key: operatorKey(parts, agentId, scopes).apiKey, owner };
    },
  }),
  controlRoute({
    capability: "agents",
    method: "POST",
    path: "agents/*/keys",
    body: Type.Object({ scopes: Scopes }),
    handle({ parts, name, body }) {
      const { key, apiKey } = operatorKey(parts, name, body.scopes);
      return { key_id: key.keyId, api_key: apiKey };
    },
  }),
  controlRoute({
    capability: "sessions",
    method: "POST",
    path: "sessions",
    body: Type.Object({ owner: Type.String({ minLength: 1, maxLength: 80 }) }),
    handle: ({ parts, body }) => openSession(parts, body.owner),
  }),
];
