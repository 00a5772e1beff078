/** Mints the ticket that opens the stream. Spec: WebSocket ticket, Authentication 7. */
import { Type } from "typebox";
import { Refused } from "../refused.ts";
import { Uuid } from "../schemas.ts";
import { route } from "./route.ts";

/** The ticket is for the key's own agent, or another one of its account. D-150, D-15A. */
const ticket = route({
  method: "POST",
  path: "/auth/ws-ticket",
  auth: "key",
  scope: "read",
  body: Type.Object({ agent_id: Type.Optional(Uuid) }),
  bodyMayBeAbsent: true,
  responses: { 201: "a ticket for one connection within 60 seconds" },
  section: "Authentication and session",
  handle({ services, agentId, body }) {
    const { venue, tickets } = services;
    const wanted = body.agent_id?.toLowerCase() ?? agentId;
    const account = venue.agent(wanted)?.accountId;
    if (account === undefined) throw new Refused("AGENT_NOT_FOUND", "no such agent");
    if (account !== venue.agent(agentId)!.accountId) {
      throw new Refused("FORBIDDEN", "another owner's agent");
    }
    const minted = tickets.mint({ agentId: wanted });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

export const ticketRoutes = [ticket];
