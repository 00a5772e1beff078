/** Account, positions, wallet and stream tickets; and whether the venue is up. */
import { type Answer, ok } from "../http/answer.ts";
import { type Call, mustBeFor, objectBody, type Route } from "../http/call.ts";
import { envelope, invalidField, Refused } from "../http/refusal.ts";
import { freeCents } from "../trading/account.ts";
import { isUuid } from "../trading/place-request.ts";

function getAccount({ parts, agent }: Call): Answer {
  return ok(parts.wire.account(parts.people.accountOf(agent.owner)));
}

function getPositions({ parts, agent, seenAtMs }: Call): Answer {
  const held = [...agent.positions.values()]
    .map(({ market, cost, net, seen }) => ({
      market,
      net: seen.read(seenAtMs) ?? 0,
      averagePrice: net === 0 ? null : cost / net,
    }))
    .filter((position) => position.net !== 0);
  return ok(parts.wire.list("positions", held.map(parts.wire.position)));
}

function getWallet({ parts, agent }: Call): Answer {
  const free = freeCents(agent, parts.venue.resting());
  const cash = { totalCents: agent.cashCents, freeCents: free };
  return ok(parts.wire.wallet({ agentId: agent.id, ...cash }));
}

function mintTicket(call: Call): Answer {
  const { parts, caller } = call;
  const wanted = objectBody(call).agent_id ?? null;
  if (wanted === null && caller.session !== null) {
    throw new Refused(invalidField("agent_id", "a browser says for which agent"));
  }
  const agent = wanted === null ? call.agent : agentNamed(call, wanted);
  const { text, expiresAtMs } = parts.tickets.mint(agent, parts.clock.now());
  const expires = new Date(expiresAtMs).toISOString().replace("Z", "+00:00");
  return { status: 201, body: { ticket: text, expires_at: expires } };
}

function agentNamed(call: Call, wanted: unknown) {
  if (typeof wanted !== "string" || !isUuid(wanted)) {
    throw new Refused(invalidField("agent_id", "a UUID is needed"));
  }
  const agent = call.parts.people.agent(wanted);
  if (!agent) throw new Refused(envelope(404, "agent_not_found", "no such agent"));
  mustBeFor(call, agent);
  return agent;
}

/** Account table, ticket and health. */
export const ACCOUNT_ROUTES: Route[] = [
  { method: "GET", path: "/account", needs: "credential", handle: getAccount },
  { method: "GET", path: "/positions", needs: "credential", handle: getPositions },
  { method: "GET", path: "/me/wallet", needs: "credential", handle: getWallet },
  { method: "POST", path: "/auth/ws-ticket", needs: "credential", handle: mintTicket },
  ...["/health", "/live", "/ready"].map(
    (path): Route => ({ method: "GET", path, needs: "nothing", handle: () => ok({ up: true }) }),
  ),
];
