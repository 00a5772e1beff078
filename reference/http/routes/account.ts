/** What the caller owns: account, positions, wallet. Spec: Endpoints, Account; D-120. */

import { accountRecord, positionRecord, walletRecord } from "../../wire/mapping.ts";
import { Account } from "../../wire/people-records.ts";
import { listOf, Position, Wallet } from "../../wire/records.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

const account = route({
  method: "GET",
  path: "/account",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account that owns the calling agent", body: Account } },
  rules: ["ACC-ACC-*", "ACC-SHARE-*"],
  section,
  handle: ({ services, agentId }) => ok(accountRecord(services.venue.accountOf(agentId)!, agentId)),
});

const positions = route({
  method: "GET",
  path: "/positions",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the agent's positions", body: listOf("positions", Position) } },
  rules: ["ACC-POS-*"],
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
  responses: { 200: { means: "the agent's wallet", body: Wallet } },
  rules: ["ACC-WAL-*"],
  section,
  handle: ({ services, agentId }) => ok(walletRecord(services.venue.wallet(agentId))),
});

export const accountRoutes = [account, positions, wallet];
