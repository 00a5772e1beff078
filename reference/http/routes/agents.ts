/** The caller's agents: our extension. Spec: Endpoints, Gaps; D-146. */
import { Type } from "typebox";
import { openAgent } from "../../identity/people.ts";
import { Agent } from "../../wire/people-records.ts";
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
    200: { means: "the account's agents, oldest first", body: listOf("agents", Agent) },
  },
  section,
  handle({ services, agentId }) {
    const { agents } = services.venue.accountOf(agentId)!;
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
  responses: { 201: { means: "the new agent, with cash from the faucet", body: Agent } },
  errors: ["AGENT_NAME_TAKEN"],
  section,
  handle({ services, agentId, body }) {
    const { owner } = services.venue.accountOf(agentId)!;
    const name = labelOf(body.name, "name");
    const opened = openAgent(services, { owner, name });
    return { status: 201, body: { agent_id: opened, name } };
  },
});

export const agentRoutes = [list, create];
