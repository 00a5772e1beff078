/** Account, positions, wallet and stream tickets; and what this venue has not launched yet. */
import { freeCents } from "./account.ts";
import { type Answer, ok } from "./answer.ts";
import { type Call, jsonBody, listBody, type Route } from "./call.ts";
import { isUuid } from "./place-request.ts";
import { envelope, invalidField, Refused } from "./refusal.ts";

const TICKET_MS = 60_000;

function getAccount(call: Call): Answer {
  const { owner } = call.agent;
  const agents = call.house.people.agents
    .filter((agent) => agent.owner === owner)
    .map((agent) => ({ agent_id: agent.id, label: agent.name }));
  return ok({ account: { display: owner, agents } });
}

function getPositions(call: Call): Answer {
  const held = [...call.agent.positions.values()]
    .map(({ market, seen }) => ({ market: market.id, net_qty: seen.read(call.seenAtMs) ?? 0 }))
    .filter((position) => position.net_qty !== 0);
  return ok(listBody(call, held, "positions"));
}

function getWallet(call: Call): Answer {
  const free = freeCents(call.agent, call.house.venue.resting());
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  return ok({ currency: "USD", total: dollars(call.agent.cashCents), available: dollars(free) });
}

function mintTicket(call: Call): Answer {
  const wanted = call.text.trim() === "" ? null : (Object(jsonBody(call)).agent_id ?? null);
  if (wanted !== null) checkAgent(call, wanted);
  const expires = new Date(call.receivedAtMs + TICKET_MS).toISOString().replace("Z", "+00:00");
  const ticket = `rw_live_${call.house.draw.hex(32)}`;
  return { status: 201, body: { ticket, expires_at: expires } };
}

function checkAgent(call: Call, wanted: unknown): void {
  if (typeof wanted !== "string" || !isUuid(wanted)) {
    throw new Refused(invalidField("agent_id", "a UUID is needed"));
  }
  const agent = call.house.people.agents.find(({ id }) => id === wanted.toLowerCase());
  if (!agent) throw new Refused(envelope(404, "agent_not_found", "no such agent"));
  if (agent !== call.agent) throw new Refused(envelope(403, "not_yours", "another agent"));
}

function needsBrowser(): never {
  throw new Refused(envelope(403, "browser_needed", "keys are managed in a browser session"));
}

function notLaunched(): never {
  throw new Refused(envelope(503, "not_launched", "this part of the venue is not open yet"));
}

const UNLAUNCHED = [
  "GET /markets/event-history",
  "GET /markets/{id}/candles",
  "GET /markets/{id}/mid-history",
  "GET /series/{id}/context",
  "GET /feed/btc-spot/history",
  "GET /feed/btc-spot/candles",
  "GET /feed/btc-spot/health",
  "GET /leaderboard",
  "GET /leaderboard/account/{id}",
  "POST /auth/signup",
  "POST /auth/login",
  "GET /auth/me",
  "GET /auth/session",
  "GET /auth/config",
  "GET /auth/idp/login",
  "GET /auth/idp/callback",
  "POST /auth/logout",
];

/** Spec routes that answer 503 because of a launch gate. */
export const UNLAUNCHED_ROUTES: Route[] = UNLAUNCHED.map((line) => {
  const [method, path] = line.split(" ") as ["GET" | "POST", string];
  return { method, path, needs: "nothing", handle: notLaunched };
});

/** Account table, ticket, key management and health. */
export const ACCOUNT_ROUTES: Route[] = [
  { method: "GET", path: "/account", needs: "key", handle: getAccount },
  { method: "GET", path: "/positions", needs: "key", handle: getPositions },
  { method: "GET", path: "/me/wallet", needs: "key", handle: getWallet },
  { method: "POST", path: "/auth/ws-ticket", needs: "key", handle: mintTicket },
  { method: "POST", path: "/me/agents/{id}/keys", needs: "key", handle: needsBrowser },
  { method: "DELETE", path: "/me/agents/{id}/keys/{key}", needs: "key", handle: needsBrowser },
  { method: "POST", path: "/agents/{id}/keys", needs: "key", handle: needsBrowser },
  ...["/health", "/live", "/ready"].map(
    (path): Route => ({ method: "GET", path, needs: "nothing", handle: () => ok({ up: true }) }),
  ),
];
