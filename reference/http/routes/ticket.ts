/** Mints the ticket that opens the stream. Spec: WebSocket ticket, Authentication 7. */
import { Type } from "typebox";
import { credentialOf } from "../../identity/caller.ts";
import { TicketRecord } from "../../wire/people-records.ts";
import { invalidBody, Refused } from "../../wire/refused.ts";
import { Uuid } from "../../wire/schemas.ts";
import { ownAgent } from "./lookups.ts";
import { type RouteCall, route } from "./route.ts";

/** For the key's own agent; a session must say for which of its account's. D-15A. */
const ticket = route({
  method: "POST",
  path: "/auth/ws-ticket",
  auth: "agent",
  scope: "read",
  body: Type.Object({ agent_id: Type.Optional(Uuid) }, { title: "TicketRequest" }),
  bodyMayBeAbsent: true,
  responses: {
    201: { means: "a ticket for one connection within 60 seconds", body: TicketRecord },
  },
  rules: ["TKT-MINT-*"],
  section: "Authentication and session",
  handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

export const ticketRoutes = [ticket];

function wantedAgent({
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;
  const field = "agent_id";
  throw invalidBody("a session must say which agent", [{ field, message: "is required" }]);
}
