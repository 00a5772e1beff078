/** What the caller owns: account, positions, wallet. Spec: Endpoints, Account. */
import { accountRecord, positionRecord, walletRecord } from "../../wire/mapping.ts";
import { AccountRecord } from "../../wire/people-records.ts";
import { listOf, PositionRecord, WalletRecord } from "../../wire/records.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

const account = route({
  method: "GET",
  path: "/account",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account that owns the calling agent", body: AccountRecord } },
  rules: ["ACC-ACC-*", "ACC-SHARE-*"],
  section,
  handle: ({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),
});

const positions = route({
  method: "GET",
  path: "/positions",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the agent's positions", body: listOf("positions", PositionRecord) } },
  rules: ["ACC-POS-*"],
  section,
  handle({ parts, agentId }) {
    const held = parts.venue.positions(agentId).map(positionRecord);
    return ok({ positions: held, count: held.length });
  },
});

const wallet = route({
  method: "GET",
  path: "/me/wallet",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the agent's wallet", body: WalletRecord } },
  rules: ["ACC-WAL-*"],
  section,
  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),
});

export const accountRoutes = [account, positions, wallet];
