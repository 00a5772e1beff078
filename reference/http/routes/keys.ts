/** API keys of the caller's agents. Spec: Agent keys; D-132 to D-135, D-148. */
import { Type } from "typebox";
import { issueKey, revokeKey } from "../../identity/people.ts";
import { keyRecord } from "../../wire/mapping.ts";
import { Key, NewKey } from "../../wire/people-records.ts";
import { listOf } from "../../wire/records.ts";
import { Refused } from "../../wire/refused.ts";
import { AgentPath, KeyPath } from "../../wire/schemas.ts";
import { labelOf } from "../label.ts";
import { scopesOf } from "../scopes.ts";
import { ownAgent } from "./own-agent.ts";
import { type Call, ok, route } from "./route.ts";

const section = "Agent keys";

/** What a request for a key says. Spec: API key create request. */
export const KeyBody = Type.Object(
  {
    name: Type.String(),
    scopes: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
  },
  { title: "KeyRequest" },
);

/** The plaintext is in this answer and nowhere else. */
const create = route({
  method: "POST",
  path: "/me/agents/:agent_id/keys",
  auth: "session",
  scope: "trade",
  params: AgentPath,
  body: KeyBody,
  responses: { 201: { means: "the new key, in plaintext this once", body: NewKey } },
  errors: ["SCOPE_NOT_ALLOWED"],
  rules: ["KEY-NEW-*", "KEY-AUTH-*", "KEY-SCOPE-*"],
  section,
  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const name = labelOf(call.body.name, "name");
    const { apiKey, key } = issueKey(call.services, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };
  },
});

const list = route({
  method: "GET",
  path: "/me/agents/:agent_id/keys",
  auth: "session",
  scope: "read",
  params: AgentPath,
  responses: {
    200: { means: "the agent's keys, oldest first, revoked ones too", body: listOf("keys", Key) },
  },
  rules: ["KEY-AUTH-*"],
  section,
  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const keys = call.services.venue.keys(agentId).map(keyRecord);
    return ok({ keys, count: keys.length });
  },
});

/** At once, and as often as one likes. Spec: States 4; D-133. */
const revoke = route({
  method: "DELETE",
  path: "/me/agents/:agent_id/keys/:key_id",
  auth: "session",
  scope: "trade",
  params: KeyPath,
  responses: { 200: { means: "the key has ended", body: Key } },
  errors: ["KEY_NOT_FOUND"],
  rules: ["KEY-REV-*"],
  section,
  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    return ok(keyRecord(revokeKey(call.services, ownKey(call, agentId))));
  },
});

export const keyRoutes = [create, list, revoke];

/** Another owner's key under an agent of one's own is still another owner's. */
function ownKey(call: Call<{ key_id: string }>, agentId: string): string {
  const key = call.services.venue.keyById(call.params.key_id.toLowerCase());
  if (key === null) throw new Refused("KEY_NOT_FOUND", "no such key");
  ownAgent(call, key.agentId);
  if (key.agentId !== agentId) throw new Refused("KEY_NOT_FOUND", "the agent has no such key");
  return key.keyId;
}
