/** Mints the ticket that opens the stream. Spec: WebSocket ticket, Authentication 7. */
import { Type } from "typebox";
import { credentialOf } from "../../identity/caller.ts";
import { Ticket } from "../../wire/people-records.ts";
import { invalidBody } from "../../wire/refused.ts";
import { Uuid } from "../../wire/schemas.ts";
import { ownAgent } from "./own-agent.ts";
import { type Call, route } from "./route.ts";

/** For the key's own agent, or another one of its account; a session must say which. D-15A. */
const ticket = route({
  method: "POST",
  path: "/auth/ws-ticket",
  auth: "agent",
  scope: "read",
  body: Type.Object({ agent_id: Type.Optional(Uuid) }, { title: "TicketRequest" }),
  bodyMayBeAbsent: true,
  responses: { 201: { means: "a ticket for one connection within 60 seconds", body: Ticket } },
  rules: ["TKT-MINT-*"],
  section: "Authentication and session",
  handle(call) {
    const agentId = ownAgent(call, wantedAgent(call)).agentId;
    const { tickets } = call.services.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

export const ticketRoutes = [ticket];

function wantedAgent({ caller, agentId, body }: Call<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;
  const field = "agent_id";
  throw invalidBody("a session must say which agent", [{ field, message: "is required" }]);
}
