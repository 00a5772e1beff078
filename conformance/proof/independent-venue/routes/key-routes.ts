/** Keys, made and revoked by the browser of the agent's owner. */
import { SCOPES, type Scope } from "../callers/keyring.ts";
import { type Answer, ok } from "../http/answer.ts";
import { type Call, mustBeFor, objectBody, pathId, type Route } from "../http/call.ts";
import { envelope, invalidField, Refused } from "../http/refusal.ts";
import type { Agent } from "../trading/account.ts";

const NAME_MAX = 80;

function create(call: Call): Answer {
  const agent = agentIn(call);
  const body = objectBody(call);
  const { name } = body;
  if (typeof name !== "string" || name === "" || [...name].length > NAME_MAX) {
    throw new Refused(invalidField("name", `a text of 1 to ${NAME_MAX} characters is needed`));
  }
  const minted = call.parts.keys.mint(agent, scopesIn(body.scopes ?? SCOPES), name);
  return {
    status: call.parts.settings.wire === "bare" ? 200 : 201,
    body: call.parts.wire.key(minted),
  };
}

function scopesIn(wanted: unknown): Scope[] {
  const known = Array.isArray(wanted) && wanted.every((one) => SCOPES.includes(one as Scope));
  if (known && wanted.length > 0) return wanted as Scope[];
  throw new Refused(invalidField("scopes", "read, trade or both are needed"));
}

function revoke(call: Call): Answer {
  const agent = agentIn(call);
  if (call.parts.keys.revoke(agent, call.params.key!.toLowerCase())) {
    return ok(call.parts.wire.done());
  }
  throw new Refused(envelope(404, "key_not_found", "the agent has no such key"));
}

/** The agent in the path, when it is the caller's; throws `Refused` otherwise. */
function agentIn(call: Call): Agent {
  const agent = call.parts.people.agent(pathId(call, "agent"));
  if (!agent) throw new Refused(envelope(404, "agent_not_found", "no such agent"));
  mustBeFor(call, agent);
  return agent;
}

function forOperators(): never {
  throw new Refused(envelope(403, "operators_only", "this path is for operators"));
}

/** Both routes of the spec, and the operator's path, which no user may walk. */
export const KEY_ROUTES: Route[] = [
  { method: "POST", path: "/me/agents/{agent}/keys", needs: "session", handle: create },
  { method: "DELETE", path: "/me/agents/{agent}/keys/{key}", needs: "session", handle: revoke },
  { method: "POST", path: "/agents/{agent}/keys", needs: "credential", handle: forOperators },
];
