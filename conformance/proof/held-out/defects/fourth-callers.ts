/** The fourth round: keys, sessions, tickets, the stream, limits, prefixes and refusals. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const keys = { ...stated, area: "keys" } as const;
const sessions = { ...stated, area: "sessions" } as const;

export const FOURTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...keys,
    id: "names-are-counted-in-bytes",
    wrong: "a key's name of eighty letters is refused when they take more than eighty bytes",
    against: "API key create request, name: at most 80 characters",
    confined: "name=80 characters, not all of them ASCII",
    file: "http/label.ts",
    find: "const length = [...label].length;",
    replace: "const length = Buffer.byteLength(label);",
  },
  {
    ...keys,
    id: "read-keys-cancel-everything",
    wrong: "a read-only key may cancel all its agent's orders at once",
    against: `${sentences.TRADE_SCOPE} and cancels nothing`,
    confined: "caller=read-only key, route=DELETE /orders",
    file: "http/routes/orders.ts",
    find: '  method: "DELETE",\n  path: "/orders",\n  auth: "agent",\n  scope: "trade",',
    replace: '  method: "DELETE",\n  path: "/orders",\n  auth: "agent",\n  scope: "read",',
  },
  {
    ...keys,
    id: "revoked-keys-have-no-scopes",
    wrong: "a key that is revoked goes on authenticating, and is told 403 wherever it comes",
    against: `${sentences.REVOKED}; invalid credentials give 401`,
    confined: "caller=revoked key",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: "  key.scopes = [];",
  },
  {
    ...sessions,
    id: "logout-needs-no-csrf",
    wrong: "a session is logged out without its CSRF value",
    against: sentences.CSRF,
    confined: "caller=session, route=/auth/logout",
    file: "http/middleware/authorize.ts",
    find: 'route.auth === "public") return;',
    replace: 'route.auth === "public" || route.path === "/auth/logout") return;',
  },
  {
    ...sessions,
    area: "tickets",
    id: "sessions-need-not-name-their-agent",
    wrong: "a session that names no agent is given a ticket, for the account's first one",
    against: "Authentication 7: with session auth the body must carry agent_id",
    confined: "caller=session, agent_id=absent",
    file: "http/routes/ticket.ts",
    find: '  if (caller.kind === "key") return agentId;',
    replace: '  if (agentId !== "") return agentId;',
  },
  {
    ...stated,
    area: "tickets",
    id: "old-tickets-open-until-another-is-minted",
    wrong: "a ticket older than a minute opens the stream, if nobody minted another since",
    against: sentences.TICKET,
    confined: "moment=a minute later, without another ticket",
    file: "identity/tickets.ts",
    find: "    if (found === undefined || this.#source.clock.nowMs() >= found.expiresAtMs) return null;",
    replace: "    if (found === undefined) return null;",
  },
  {
    ...stated,
    area: "stream",
    id: "siblings-hear-of-each-others-orders",
    wrong: "the stream tells an agent what becomes of the orders of its owner's other agents",
    against: sentences.PRIVATE,
    confined: "channel=orders, caller=sibling agent",
    file: "stream/broadcasts.ts",
    find: "        : [event.order.marketId, event.order.agentId];",
    replace: `        : [
            event.order.marketId,
            ...this.#source.venue
              .accountOf(event.order.agentId)!
              .agents.map(({ agentId }) => agentId),
          ];`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-missing-key-is-told-as-an-error-member",
    wrong: "who has no good credentials finds the code under error, and no code",
    against: "Errors: every 4xx or 5xx response is a flat envelope with code, message, request_id",
    confined: "status=401, code=UNAUTHENTICATED",
    file: "wire/refused.ts",
    find: '    return code === "RATE_LIMITED" ?',
    replace: `    if (code === "UNAUTHENTICATED") return { error: code, message, request_id: requestId };
    return code === "RATE_LIMITED" ?`,
  },
  {
    ...stated,
    area: "limits",
    id: "readers-are-not-told-how-long-to-wait",
    wrong: "a read beyond the limit is answered 429 without Retry-After",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "method=GET",
    file: "http/middleware/limit-rate.ts",
    find: "  if (!quota.allowed) throw tooMany(`",
    replace: `  if (!quota.allowed && rateClass === "read") {
    throw new Refused("RATE_LIMITED", "too many reads");
  }
  if (!quota.allowed) throw tooMany(\``,
  },
  {
    ...stated,
    area: "prefixes",
    id: "health-has-no-prefix",
    wrong: "health, live and ready are served without a prefix alone, and give 404 elsewhere",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "route=/health, /live and /ready, prefix=other than none",
    file: "http/app.ts",
    find: '    ctx["newRouterPath"] = path;',
    replace: `    if (/^\\/(health|live|ready)$/.test(path)) path = ctx.path;
    ctx["newRouterPath"] = path;`,
  },
];
