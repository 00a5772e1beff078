/** Keys of any agent, for the operator. Spec: Agent keys, operator path; D-144. */

import { issueKey, revokeKey } from "../../identity/people.ts";
import type { Services } from "../../running-venue.ts";
import { keyRecord } from "../../wire/mapping.ts";
import { Key, NewKey } from "../../wire/people-records.ts";
import { listOf } from "../../wire/records.ts";
import { Refused } from "../../wire/refused.ts";
import { AgentPath, KeyPath } from "../../wire/schemas.ts";
import { labelOf } from "../label.ts";
import { scopesOf } from "../scopes.ts";
import { KeyBody } from "./keys.ts";
import { ok, route } from "./route.ts";

const section = "Agent keys";

const create = route({
  method: "POST",
  path: "/agents/:agent_id/keys",
  auth: "operator",
  scope: "trade",
  params: AgentPath,
  body: KeyBody,
  responses: { 201: { means: "the new key, in plaintext this once", body: NewKey } },
  errors: ["SCOPE_NOT_ALLOWED"],
  rules: ["KEY-OPER-*"],
  section,
  handle({ services, params, body }) {
    const agentId = knownAgent(services, params.agent_id);
    const name = labelOf(body.name, "name");
    const { apiKey, key } = issueKey(services, { agentId, name, scopes: scopesOf(body.scopes) });
    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };
  },
});

const list = route({
  method: "GET",
  path: "/agents/:agent_id/keys",
  auth: "operator",
  scope: "read",
  params: AgentPath,
  responses: {
    200: { means: "the agent's keys, oldest first, revoked ones too", body: listOf("keys", Key) },
  },
  rules: ["KEY-OPER-*"],
  section,
  handle({ services, params }) {
    const keys = services.venue.keys(knownAgent(services, params.agent_id)).map(keyRecord);
    return ok({ keys, count: keys.length });
  },
});

const revoke = route({
  method: "DELETE",
  path: "/agents/:agent_id/keys/:key_id",
  auth: "operator",
  scope: "trade",
  params: KeyPath,
  responses: { 200: { means: "the key has ended", body: Key } },
  errors: ["KEY_NOT_FOUND"],
  rules: ["KEY-OPER-*"],
  section,
  handle({ services, params }) {
    const agentId = knownAgent(services, params.agent_id);
    const key = services.venue.keyById(params.key_id.toLowerCase());
    if (key?.agentId !== agentId) throw new Refused("KEY_NOT_FOUND", "the agent has no such key");
    return ok(keyRecord(revokeKey(services, key.keyId)));
  },
});

export const operatorKeyRoutes = [create, list, revoke];

function knownAgent({ venue }: Services, named: string): string {
  const agent = venue.agent(named.toLowerCase());
  if (agent === null) throw new Refused("AGENT_NOT_FOUND", "no such agent");
  return agent.agentId;
}
