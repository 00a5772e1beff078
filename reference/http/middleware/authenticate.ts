/** Who calls: a bearer credential, else the session of a cookie, else nobody. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "../../identity/caller.ts";
import { proves } from "../../identity/secrets.ts";
import type { Session } from "../../identity/sessions.ts";
import type { Services } from "../../running-venue.ts";
import { InvalidParameters, Refused } from "../../wire/refused.ts";
import { isUuid } from "../../wire/schemas.ts";
import type { Route } from "../routes/route.ts";
import { sessionOf } from "../sign-in.ts";
import { limitAddress } from "./limit-rate.ts";

const SCHEME = "Bearer ";
const NOBODY: Caller = { kind: "nobody" };
const OPERATOR: Caller = { kind: "operator" };

/**
 * The caller; nobody only on a public route, where a session that ended is as good as none.
 * Spec: Authentication 1 to 3, 9; D-112, D-124, D-131, D-147: a bearer credential wins.
 * Errors: UNAUTHENTICATED; RATE_LIMITED for an address that fails too often (D-166).
 */
export function authenticate(services: Services, route: Route, req: IncomingMessage): Caller {
  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const caller = bearerOf(services, route, req, authorization);
    if (caller !== null) return caller;
  } else {
    const session = sessionOf(services, req);
    if (session !== null) return actingFor(services, session, req);
    if (route.auth === "public") return NOBODY;
  }
  limitAddress(services, req);
  throw new Refused("UNAUTHENTICATED", "a valid API key or session is required", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function bearerOf(
  { keyring, venue, operatorDigest }: Services,
  route: Route,
  req: IncomingMessage,
  header: string,
): Caller | null {
  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  if (route.auth === "operator" && operatorDigest !== null && proves(secret, operatorDigest)) {
    return OPERATOR;
  }
  const key = keyring.holder(req.socket, secret, (digest) => venue.key(digest));
  return key === null ? null : { kind: "key", agentId: key.agentId, key };
}

/** D-124: the account's first agent, or the one that X-Agent-Id names. */
function actingFor({ venue }: Services, session: Session, req: IncomingMessage): Caller {
  const { agents } = venue.account(session.accountId)!;
  const named = req.headers["x-agent-id"];
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
