/** What the caller owns: account, positions, wallet. Spec: Endpoints, Account; D-120. */
import { accountRecord, positionRecord, walletRecord } from "../wire.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

const account = route({
  method: "GET",
  path: "/account",
  auth: "agent",
  scope: "read",
  responses: { 200: "the account that owns the calling agent" },
  section,
  handle: ({ services, agentId }) => ok(accountRecord(services.venue.accountOf(agentId)!, agentId)),
});

const positions = route({
  method: "GET",
  path: "/positions",
  auth: "agent",
  scope: "read",
  responses: { 200: "the agent's positions" },
  section,
  handle({ services, agentId }) {
    const held = services.venue.positions(agentId).map(positionRecord);
    return ok({ positions: held, count: held.length });
  },
});

const wallet = route({
  method: "GET",
  path: "/me/wallet",
  auth: "agent",
  scope: "read",
  responses: { 200: "the agent's wallet" },
  section,
  handle: ({ services, agentId }) => ok(walletRecord(services.venue.wallet(agentId))),
});

export const accountRoutes = [account, positions, wallet];
