/** Who calls: a bearer credential, else the session of a cookie, else nobody. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "../../identity/caller.ts";
import type { Session } from "../../identity/sessions.ts";
import { InvalidParameters, Refused } from "../../wire/refused.ts";
import { isUuid } from "../../wire/schemas.ts";
import type { HttpParts } from "../parts.ts";
import type { Route } from "../routes/route.ts";
import { sessionOf } from "../sign-in.ts";
import { limitAddress } from "./limit-rate.ts";

const SCHEME = "Bearer ";
const NOBODY: Caller = { kind: "nobody" };
const OPERATOR: Caller = { kind: "operator" };

/**
 * The caller; nobody only on a public route, where a session that ended is as good as none.
 * Spec: Authentication 1 to 3, 9; D-131, D-147: a bearer credential wins.
 * Errors: UNAUTHENTICATED; RATE_LIMITED for an address that fails too often.
 */
export function authenticate(parts: HttpParts, route: Route, req: IncomingMessage): Caller {
  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const caller = bearerOf(parts, route, req, authorization);
    if (caller !== null) return caller;
  } else {
    const session = sessionOf(parts, req);
    if (session !== null) return actingFor(parts, session, req);
    if (route.auth === "public") return NOBODY;
  }
  limitAddress(parts, req);
  throw new Refused("UNAUTHENTICATED", "a valid API key or session is required", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function bearerOf(
  parts: HttpParts,
  route: Route,
  req: IncomingMessage,
  header: string,
): Caller | null {
  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  const key = parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));
  if (key !== null) return { kind: "key", agentId: key.agentId, key };
  if (route.auth !== "operator" || parts.operator === null) return null;
  limitAddress(parts, req); // beyond it no guess is looked at
  return parts.operator.holds(secret) ? OPERATOR : null;
}

/** Acting for the account's first agent, or the one of it that X-Agent-Id names. */
function actingFor({ venue }: HttpParts, session: Session, req: IncomingMessage): Caller {
  const { agents } = venue.account(session.accountId)!;
  const named = req.headers["x-agent-id"];
  // The first one, unless another is named: D-124.
  if (named === undefined) return { kind: "session", agentId: agents[0]!.agentId, session };
  const agentId = String(named).toLowerCase();
  if (!isUuid(agentId)) {
    const loc = ["header", "X-Agent-Id"];
    throw new InvalidParameters([{ loc, msg: "must be a UUID", type: "uuid" }]);
  }
  if (agents.some((agent) => agent.agentId === agentId)) {
    return { kind: "session", agentId, session };
  }
  if (venue.agent(agentId) === null) throw new Refused("AGENT_NOT_FOUND", "no such agent");
  throw new Refused("FORBIDDEN", "another owner's agent");
}
