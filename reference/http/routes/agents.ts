/** The caller's agents: our extension. Spec: Endpoints, Gaps; D-146. */
import { Type } from "typebox";
import { openAgent } from "../../identity/people.ts";
import { AgentRecord } from "../../wire/people-records.ts";
import { listOf } from "../../wire/records.ts";
import { labelOf } from "../label.ts";
import { ok, route } from "./route.ts";

const section = "Endpoints, Gaps";

const list = route({
  method: "GET",
  path: "/me/agents",
  auth: "agent",
  scope: "read",
  responses: {
    200: { means: "the account's agents, oldest first", body: listOf("agents", AgentRecord) },
  },
  section,
  handle({ parts, agentId }) {
    const { agents } = parts.venue.accountOf(agentId)!;
    const records = agents.map((agent) => ({ agent_id: agent.agentId, name: agent.name }));
    return ok({ agents: records, count: records.length });
  },
});

/** A session alone: a key that could open agents would have cash without end. */
const create = route({
  method: "POST",
  path: "/me/agents",
  auth: "session",
  scope: "trade",
  body: Type.Object({ name: Type.String() }, { title: "AgentRequest" }),
  responses: { 201: { means: "the new agent, with cash from the faucet", body: AgentRecord } },
  errors: ["AGENT_NAME_TAKEN"],
  section,
  handle({ parts, agentId, body }) {
    const { owner } = parts.venue.accountOf(agentId)!;
    const name = labelOf(body.name, "name");
    const opened = openAgent(parts, { owner, name });
    return { status: 201, body: { agent_id: opened, name } };
  },
});

export const agentRoutes = [list, create];
